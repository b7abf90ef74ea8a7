package io.millrace.runtime.task;

import io.millrace.api.CommittingBolt;
import io.millrace.api.Component;
import io.millrace.api.error.Problems;
import io.millrace.runtime.snapshot.store.TaskCapture;
import io.millrace.runtime.state.StateCapture;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a bolt task that takes snapshots: barriers, states, and what a committing bolt has prepared. Confined to the thread of
 * the task's executor.
 */
final class BoltSnapshots {

    /** A capture whose snapshot has neither been committed nor given up. */
    private record Pending(long snapshotId, StateCapture states) {}

    private final BoltTask task;
    private final SnapshotHost host;
    private final Alignment alignment;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private final List<CommittingBolt.Prepared> prepared = new ArrayList<>();
    private CommittingBolt sink;

    /** The last snapshot of which it has heard that it was committed; 0 for none. */
    private long committed;

    BoltSnapshots(BoltTask task, SnapshotHost host, Alignment alignment) {
        this.task = task;
        this.host = host;
        this.alignment = alignment;
    }

    /** The instance was made, and its {@code prepare} has returned. */
    void open(Component instance, TaskRestore from) {
        boolean commits = task.context.spec().snapshots().committing();
        sink = commits && instance instanceof CommittingBolt committing ? committing : null;
        if (sink != null) {
            sink.recover(host.generation(), from.prepared());
        }
    }

    /** Returns whether a tuple may be executed now, without passing the inbox. */
    boolean letsIn(DataTuple tuple) {
        return tuple.stream() != Barrier.STREAM && !alignment.parks(tuple.sourceTask());
    }

    /** Counts a tuple that is executed without passing the inbox. */
    void received(DataTuple tuple) {
        alignment.received(tuple.sourceTask());
    }

    /** Takes the next tuple of the inbox, unless it is to be executed now. */
    boolean takes(DataTuple tuple, long now) {
        if (tuple.stream() == Barrier.STREAM) {
            barrier(tuple, now);
            return true;
        }
        int source = tuple.sourceTask();
        if (!alignment.parks(source)) {
            alignment.received(source);
            return tuple.stream() == Barrier.UNREADABLE;
        }
        alignment.park(tuple);
        if (alignment.parkedBytes() > task.settings.inboxBytes() && alignment.hold(source)) {
            host.hold(source, task.id(), true);
        }
        return true;
    }

    private void barrier(DataTuple barrier, long now) {
        long id = Barrier.snapshotId(barrier);
        if (alignment.isAligning() && id > alignment.snapshotId()) {
            // The snapshot was given up; what was set aside for it comes before this barrier
            task.takeBack(barrier);
            endAlignment();
            return;
        }
        switch (alignment.barrier(barrier.sourceTask(), id, Barrier.tuples(barrier), now)) {
            case COMPLETE -> capture(id, now - alignment.begunAt());
            case INCOMPLETE ->
                host.lost(task + " has not received all that task " + barrier.sourceTask() + " has sent to it");
            case WAITS, STALE -> {}
        }
    }

    /** Begins a snapshot at a bolt without inputs. */
    void trigger(long id) {
        if (alignment.isSource()) {
            capture(id, 0);
        }
    }

    private void capture(long id, long alignedNanos) {
        boolean ready = sink == null || prepareSink(id);
        // Also if the bolt is not ready: the tasks behind it must not wait for a barrier that never comes
        task.sendBarriers(id);
        if (ready) {
            capture(id, task.states(), alignedNanos);
        }
        endAlignment();
    }

    private void capture(long id, TaskStates states, long alignedNanos) {
        List<TaskCapture.Content> contents = new ArrayList<>();
        long begin = task.host.nanoTime();
        StateCapture capture = states == null ? null : states.capture();
        if (capture != null) {
            contents.add(new TaskCapture.States(capture, committed));
        }
        if (!prepared.isEmpty()) {
            contents.add(new TaskCapture.Prepared(List.copyOf(prepared)));
        }
        pending.add(new Pending(id, capture));
        long copyNanos = task.host.nanoTime() - begin;
        host.captured(
                id,
                task.id(),
                alignedNanos,
                new TaskCapture(task.component(), task.context.taskIndex(), copyNanos, contents));
    }

    private boolean prepareSink(long id) {
        try {
            task.call(() -> {
                Object handle = sink.prepare(id);
                if (handle != null) {
                    prepared.add(new CommittingBolt.Prepared(id, task.context.taskIndex(), handle));
                }
            });
            return true;
        } catch (Throwable e) {
            task.failure("prepare of snapshot " + id, e);
            host.captureFailed(id, task + " cannot prepare: " + Problems.oneLine(String.valueOf(e)));
            return false;
        }
    }

    private void endAlignment() {
        for (int source : alignment.end()) {
            host.hold(source, task.id(), false);
        }
        DataTuple tuple;
        while ((tuple = alignment.unpark()) != null) {
            task.takeBack(tuple);
        }
    }

    /** A snapshot was given up. */
    void abort(long id) {
        if (alignment.snapshotId() == id) {
            endAlignment();
        }
        if (pending.removeIf(each -> each.snapshotId() == id) && sink != null) {
            try {
                task.call(() -> sink.abort(id));
            } catch (Throwable e) {
                task.failure("abort of snapshot " + id, e);
            }
        }
    }

    /** A snapshot was committed. */
    void committed(long id) {
        Pending next;
        while ((next = pending.peek()) != null && next.snapshotId() <= id) {
            pending.remove();
            if (next.snapshotId() == id && next.states() != null) {
                task.states().committed(next.states());
                committed = id;
            }
        }
        if (sink != null) {
            commitSink(id);
        }
    }

    private void commitSink(long id) {
        try {
            task.call(() -> sink.commit(id));
        } catch (Throwable e) {
            // The snapshot is valid, and says what to commit: a new instance does it
            task.restart("commit of snapshot " + id, e);
            return;
        }
        prepared.removeIf(each -> each.snapshotId() <= id);
        host.committed(id, task.id());
    }

    /** Drops what was set aside. */
    void drop() {
        alignment.end();
        DataTuple parked;
        while ((parked = alignment.unpark()) != null) {
            // It has no credit any more
            if (parked.stream().isCounted()) {
                task.host.counters().addReceived(parked.arrivedBy());
            }
        }
        pending.forEach(each -> {
            if (each.states() != null) {
                each.states().release();
            }
        });
    }
}
