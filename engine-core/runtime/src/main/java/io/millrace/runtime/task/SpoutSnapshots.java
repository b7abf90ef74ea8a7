package io.millrace.runtime.task;

import io.millrace.api.ReplayableSpout;
import io.millrace.api.Spout;
import io.millrace.api.error.Foreign;
import io.millrace.runtime.snapshot.store.TaskCapture;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The part of a spout task that takes snapshots: the position of a replayable spout, and which message ids each snapshot covers.
 * Confined to the thread of the task's executor.
 */
final class SpoutSnapshots {

    /**
     * A snapshot that was neither committed nor given up.
     *
     * @param covered how many message ids were emitted before it, in this generation
     * @param finished whether the spout had finished
     */
    private record Pending(long snapshotId, long covered, boolean finished) {}

    /** A few times what a task emits in a second, so that only a topology whose snapshots fail is held up. */
    private static final int MOST_UNCOVERED = 1 << 20;

    private final SpoutTask task;
    private final SnapshotHost host;
    private final ArrayDeque<Object> uncovered = new ArrayDeque<>();
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private ReplayableSpout replayable;

    /** The snapshot that is to be taken; 0 for none. */
    private long wanted;

    private boolean overtakes;

    private long last;
    private long emitted;
    private long acked;

    /** Whether the spout had finished before the last committed snapshot. */
    private boolean finishCovered;

    private boolean finishCommitted;

    SpoutSnapshots(SpoutTask task, SnapshotHost host) {
        this.task = task;
        this.host = host;
    }

    /** The instance is open. */
    void open(Spout instance, TaskRestore from) {
        boolean reads = task.context.spec().snapshots().replayable();
        replayable = reads && instance instanceof ReplayableSpout spout ? spout : null;
        if (replayable != null && from.positions() != null) {
            replayable.restore(from.positions());
        }
    }

    /** Notes a tuple with a message id. */
    void emitted(Object messageId) {
        uncovered.add(messageId);
        emitted++;
    }

    /** Returns whether further message ids may wait for a snapshot that covers them. */
    boolean hasRoom() {
        return uncovered.size() < MOST_UNCOVERED;
    }

    /** Returns whether all sinks have committed what the spout has emitted before it finished. */
    boolean isFinishCommitted() {
        return finishCommitted;
    }

    /** The spout has withdrawn its finish. */
    void withdrawFinish() {
        finishCovered = false;
        finishCommitted = false;
    }

    void trigger(long id, boolean atOnce) {
        if (id > last && id != wanted) {
            wanted = id;
            overtakes = atOnce;
            task.releaseHolds();
            // A snapshot begins when all sinks have committed the one before
            finishCommitted = finishCovered;
        } else if (id == wanted) {
            overtakes |= atOnce;
        }
    }

    /** Returns whether the one that is wanted does not wait until the outbox is empty. */
    boolean overtakes() {
        return overtakes;
    }

    boolean isWanted() {
        return wanted != 0;
    }

    /** Takes the snapshot that is wanted. */
    void take(boolean finished) {
        long id = wanted;
        wanted = 0;
        last = id;
        Object[] position = new Object[1];
        boolean read = replayable == null || read(id, position);
        // Also if there is no position: the tasks behind it must not wait for a barrier that never comes
        task.sender.sendBarriers(id);
        if (read) {
            pending.add(new Pending(id, emitted, finished));
            List<TaskCapture.Content> contents =
                    replayable == null ? List.of() : List.of(new TaskCapture.Position(position[0]));
            host.captured(id, task.id(), 0, new TaskCapture(task.component(), task.context.taskIndex(), 0, contents));
        }
    }

    private boolean read(long id, Object[] position) {
        try {
            task.call(() -> position[0] = replayable.snapshot());
            return true;
        } catch (Throwable e) {
            task.failure("snapshot", e);
            host.captureFailed(id, task + " has no position: " + Foreign.line(e));
            return false;
        }
    }

    void abort(long id) {
        if (wanted == id) {
            wanted = 0;
        }
        last = Math.max(last, id);
        pending.removeIf(each -> each.snapshotId() == id);
    }

    /**
     * A snapshot was committed.
     *
     * @param holdsTuples whether sinks commit what the spout has emitted with a later one
     * @param covered gets the message ids that it covers, and earlier ones do not
     */
    void committed(long id, boolean holdsTuples, ArrayDeque<Object> covered) {
        Pending next;
        while ((next = pending.peek()) != null && next.snapshotId() <= id) {
            pending.remove();
            if (next.snapshotId() == id) {
                while (acked < next.covered()) {
                    covered.add(uncovered.remove());
                    acked++;
                }
                finishCovered = next.finished() && !holdsTuples;
            }
        }
        if (replayable != null) {
            try {
                task.call(() -> replayable.committed(id));
            } catch (Throwable e) {
                task.failure("committed", e);
            }
        }
        host.committed(id, task.id());
    }
}
