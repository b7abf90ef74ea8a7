// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import io.millrace.runtime.snapshot.store.ChannelTuples;
import io.millrace.runtime.snapshot.store.TaskCapture;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.tuple.StreamRef;

/** The access of tasks to their worker's agent of snapshots. Called on the executor's thread. */
public interface SnapshotHost {

    /** Returns the present generation. */
    long generation();

    /** Returns whether tuples behind a barrier wait for the other barriers. */
    boolean isAligned();

    /**
     * Takes the contribution of a task to a snapshot.
     *
     * @param alignedNanos time from the first barrier to the last one
     */
    void captured(long snapshotId, int task, long alignedNanos, TaskCapture capture);

    /** A task cannot contribute to a snapshot, which fails. */
    void captureFailed(long snapshotId, String reason);

    /** A task's committing bolt has committed a snapshot. */
    void committed(long snapshotId, int task);

    /** A task has ended, and the states that it leaves are those of a snapshot. */
    void keep(int task, long snapshotId, TaskStates states);

    /** Lets an upstream task hold back tuples for a task, or not any more. */
    void hold(int source, int target, boolean on);

    /** Makes the container of the tuples that are on their way to a task. */
    ChannelTuples channel();

    /** Returns a stream of a source task; null if there is none. */
    StreamRef stream(int sourceTask, int index);

    /** Tuples were lost on the way to a task, so that the topology must go back to a snapshot. */
    void lost(String what);
}
