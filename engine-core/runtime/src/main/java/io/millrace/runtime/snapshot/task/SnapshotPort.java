// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import io.millrace.runtime.snapshot.store.TaskCapture;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.task.TaskGroup;
import java.nio.ByteBuffer;

/** The port by which the executors of a worker report to its snapshot agent. Any thread may call it. */
public interface SnapshotPort {

    /** Returns whether tuples behind a barrier wait for the other barriers. */
    boolean isAligned();

    /**
     * A task has contributed to a snapshot.
     *
     * @param alignedNanos time from the first barrier to the last one
     */
    void captured(long generation, long snapshotId, int task, long alignedNanos, TaskCapture capture);

    /** A task cannot contribute to a snapshot. */
    void captureFailed(long generation, long snapshotId, String reason);

    /** A task has committed a snapshot. */
    void committed(long generation, long snapshotId, int task);

    /**
     * A task has ended, and the states that it leaves are those of a snapshot. Its thread does not use them any more.
     */
    void keep(int task, long snapshotId, TaskStates states);

    /** Tuples were lost on their way. */
    void lost(long generation, String what);

    /** Returns a message that asks a source task to hold back tuples for a target task, or not any more. */
    byte[] holdMessage(long generation, int source, int target, boolean on);

    /**
     * Takes a message that came on the control lane of an executor, whose bytes are valid during the call only.
     *
     * @param tasks tasks of the executor that got the message; called by its thread
     * @throws io.millrace.runtime.codec.CodecException if the message is malformed
     */
    void onMessage(TaskGroup tasks, ByteBuffer message, int offset, int length);
}
