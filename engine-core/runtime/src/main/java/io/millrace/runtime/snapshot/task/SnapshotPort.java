package io.millrace.runtime.snapshot.task;

import io.millrace.runtime.snapshot.store.TaskCapture;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.task.TaskGroup;
import java.nio.ByteBuffer;

/** What the executors of a worker tell its snapshot agent. Any thread may call it. */
public interface SnapshotPort {

    /** Returns whether tuples behind a barrier wait for the other barriers. */
    boolean isAligned();

    /**
     * A task has contributed to a snapshot.
     *
     * @param alignedNanos from the first barrier to the last one
     */
    void captured(long generation, long snapshotId, int task, long alignedNanos, TaskCapture capture);

    /** A task cannot contribute to a snapshot. */
    void captureFailed(long generation, long snapshotId, String reason);

    /** A task has done what a committed snapshot asks of it. */
    void committed(long generation, long snapshotId, int task);

    /** A task has ended, and the states that it leaves are those of a snapshot. Its thread does not use them any more. */
    void keep(int task, long snapshotId, TaskStates states);

    /** Tuples were lost on their way. */
    void lost(long generation, String what);

    /** Returns a message that asks a source task to hold back tuples for a target task, or not any more. */
    byte[] holdMessage(long generation, int source, int target, boolean on);

    /**
     * Takes a message that came on the control lane of an executor, whose bytes are valid during the call only.
     *
     * @param tasks of the executor that got it; called by its thread
     * @throws io.millrace.runtime.codec.CodecException if it is malformed
     */
    void onMessage(TaskGroup tasks, ByteBuffer message, int offset, int length);
}
