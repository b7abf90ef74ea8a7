// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import io.millrace.api.Component;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.error.Foreign;
import io.millrace.runtime.snapshot.store.TaskCapture;
import io.millrace.runtime.task.SpoutPart;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.task.TurnPart;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * The part of a spout task that takes snapshots: the position of a replayable spout, and the message ids that each
 * snapshot covers. Confined to the thread of the task's executor.
 */
final class SpoutSnapshots implements SpoutPart, TurnPart, SnapshotTask {

    /**
     * A snapshot that was neither committed nor given up.
     *
     * @param covered number of message ids that were emitted before it, in this generation
     * @param finished whether the spout had finished
     */
    private record Pending(long snapshotId, long covered, boolean finished) {}

    /**
     * The most message ids that wait for a snapshot: a few times what a task emits in a second, so that only a topology
     * whose snapshots fail is held up.
     */
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
        task.sender().countHandedOver();
    }

    @Override
    public boolean made(Component instance, TaskRestore from) {
        boolean reads = task.context().spec().snapshots().replayable();
        replayable = reads && instance instanceof ReplayableSpout spout ? spout : null;
        return true;
    }

    @Override
    public void opened(TaskRestore from) {
        if (replayable != null && from.positions() != null) {
            replayable.restore(from.positions());
        }
    }

    @Override
    public boolean covers(Object messageId) {
        if (task.settings().covered()) {
            uncovered.add(messageId);
            emitted++;
            return true;
        }
        return false;
    }

    /** Returns whether further message ids may wait for a snapshot that covers them. */
    @Override
    public boolean hasRoom() {
        return uncovered.size() < MOST_UNCOVERED;
    }

    /** Returns whether all sinks have committed the tuples that the spout has emitted before it finished. */
    @Override
    public boolean isFinished() {
        return finishCommitted;
    }

    @Override
    public void finishWithdrawn() {
        finishCovered = false;
        finishCommitted = false;
    }

    @Override
    public void trigger(long id, boolean atOnce) {
        if (id > last && id != wanted) {
            wanted = id;
            overtakes = atOnce;
            task.releaseHolds();
            // A snapshot begins when all sinks have committed the one before
            finishCommitted = finishCovered;
        } else if (id == wanted) {
            overtakes |= atOnce;
        }
        task.ready();
    }

    @Override
    public Optional<SnapshotWait> waitsIn(long id) {
        return wanted == 0 || task.sender().isEmpty()
                ? Optional.empty()
                : Optional.of(new SnapshotWait(
                        task.toString(),
                        SnapshotWait.Cause.EMISSIONS,
                        task.sender().waitsFor(),
                        0));
    }

    @Override
    public boolean isReady() {
        return wanted != 0;
    }

    @Override
    public int begin(long now, int budget) {
        if (wanted == 0 || !overtakes && !task.sender().isEmpty()) {
            return 0;
        }
        take(task.hasSentEnd());
        return 1;
    }

    /** Takes the requested snapshot. */
    private void take(boolean finished) {
        long id = wanted;
        wanted = 0;
        last = id;
        Object[] position = new Object[1];
        boolean read = replayable == null || read(id, position);
        // Barriers are sent even if there is no position: tasks downstream must not wait for a barrier that never comes
        SnapshotTask.sendBarriers(task, id);
        if (read) {
            pending.add(new Pending(id, emitted, finished));
            List<TaskCapture.Content> contents =
                    replayable == null ? List.of() : List.of(new TaskCapture.Position(position[0]));
            host.captured(
                    id,
                    task.id(),
                    0,
                    new TaskCapture(task.component(), task.context().taskIndex(), 0, contents));
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

    @Override
    public void abort(long id) {
        if (wanted == id) {
            wanted = 0;
        }
        last = Math.max(last, id);
        pending.removeIf(each -> each.snapshotId() == id);
    }

    /** Acks to the spout the message ids that the snapshot covers and earlier ones do not. */
    @Override
    public void committed(long id, boolean holdsTuples) {
        Pending next;
        while ((next = pending.peek()) != null && next.snapshotId() <= id) {
            pending.remove();
            if (next.snapshotId() == id) {
                while (acked < next.covered()) {
                    task.acked(uncovered.remove());
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
        task.wake();
    }
}
