// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskPart;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import java.util.Optional;

/** The part of one task that a worker's snapshot agent calls. Called on the thread of its executor. */
public interface SnapshotTask extends TaskPart {

    /**
     * Begins a snapshot, if no barriers can reach this task.
     *
     * @param overtakes whether the task takes the snapshot at once. Then this may be a second call for a snapshot
     */
    void trigger(long snapshotId, boolean overtakes);

    /** Returns what keeps the task from taking a snapshot; empty if it has taken it. */
    Optional<SnapshotWait> waitsIn(long snapshotId);

    /** A snapshot was given up. */
    void abort(long snapshotId);

    /**
     * A snapshot was committed.
     *
     * @param holdsTuples whether the snapshot contains tuples on their way, which sinks have not prepared
     */
    void committed(long snapshotId, boolean holdsTuples);

    /** Sends a barrier to each task downstream, behind all that was emitted before. */
    static void sendBarriers(Task from, long snapshotId) {
        TaskSet downstream = from.sender().downstream();
        for (int i = 0; i < downstream.size(); i++) {
            Object[] values = Barrier.values(snapshotId);
            from.sender()
                    .sendOfEngine(new DataTuple(
                            Barrier.STREAM, from.id(), downstream.task(i), DataTuple.UNKNOWN_TIME, values));
        }
        from.sender().endEmission();
    }
}
