package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.store.WorkerPart;

/**
 * What coordinator and agents tell each other, and tasks that align. A message may be lost with a worker or a connection, and may come twice;
 * whoever waits for an answer repeats its message. Between two parties messages keep their order.
 */
public sealed interface SnapshotMessage {

    /** The generation that it belongs to; 0 for none. Messages of earlier ones have no effect. */
    long generation();

    /**
     * Coordinator to agent: stop all tasks, drop what they hold, make them anew from a snapshot, answer {@link Ready}.
     *
     * @param epoch of the worker that is meant: a predecessor that still runs must not enter the generation too
     * @param term of the coordinator
     * @param snapshotId 0: the topology begins empty
     * @param manifest empty if it begins empty
     * @param digest of the manifest; empty if it begins empty
     */
    record Reset(long generation, long epoch, Term term, long snapshotId, String manifest, String digest)
            implements SnapshotMessage {}

    /** Coordinator to agent: all workers are ready, run the tasks. */
    record Start(long generation) implements SnapshotMessage {}

    /**
     * Coordinator to agent: take a snapshot. It may come again, to say that barriers overtake now.
     *
     * @param aligned whether it must not contain tuples on their way: it is never said to overtake
     * @param overtakes whether tasks take it at once, without waiting for barriers
     */
    record Trigger(long generation, long snapshotId, boolean aligned, boolean overtakes) implements SnapshotMessage {

        public Trigger {
            if (aligned && overtakes) {
                throw new IllegalArgumentException("snapshot " + snapshotId + " is aligned, so nothing overtakes");
            }
        }

        Trigger(long generation, long snapshotId) {
            this(generation, snapshotId, false, false);
        }
    }

    /** Coordinator to agent: give a snapshot up. */
    record Abort(long generation, long snapshotId, String reason) implements SnapshotMessage {}

    /**
     * Coordinator to agent: a snapshot is committed. Sinks commit, and spouts may forget what was before it.
     *
     * @param holdsTuples whether it contains tuples on their way, which sinks have not prepared
     */
    record Committed(long generation, long snapshotId, boolean holdsTuples) implements SnapshotMessage {}

    /** Agent to coordinator: a worker is there, and knows no generation of this coordinator. */
    record Join(String worker, long epoch) implements SnapshotMessage {

        @Override
        public long generation() {
            return 0;
        }
    }

    /** Agent to coordinator: its tasks hold what the snapshot of the generation contains, and wait for {@link Start}. */
    record Ready(String worker, long epoch, long generation) implements SnapshotMessage {}

    /**
     * Agent to coordinator: the worker's part of a snapshot is durable.
     *
     * @param wholeBytes of the blocks of all tasks, with those that have not changed
     * @param holdsTuples whether it contains tuples on their way
     */
    record Written(
            long generation,
            long snapshotId,
            WorkerPart part,
            long wholeBytes,
            SnapshotDurations durations,
            boolean holdsTuples)
            implements SnapshotMessage {}

    /** Agent to coordinator: the worker cannot make its part of a snapshot. */
    record Failed(long generation, long snapshotId, String worker, String reason) implements SnapshotMessage {}

    /** Agent to coordinator: all sinks of the worker have committed a snapshot. */
    record CommitDone(long generation, long snapshotId, String worker) implements SnapshotMessage {}

    /** Agent to coordinator: the snapshot of a generation is damaged, or a part of it is missing, for good. */
    record Unreadable(long generation, String manifest, String reason) implements SnapshotMessage {}

    /** Agent to coordinator: its tasks cannot go on, as something was lost on the way to them. All must go back. */
    record GoBack(long generation, String worker, String reason) implements SnapshotMessage {}

    /**
     * Agent to coordinator: a connection between two workers that live was lost, and what its worker has sent may be lost with it.
     *
     * @param number of the loss, from 1, among those that its worker has told in the generation
     */
    record Broken(long generation, String worker, long number, String reason) implements SnapshotMessage {}

    /**
     * Agent to coordinator: what a part of a snapshot waits for that takes long.
     *
     * @param arrived another number than the last time if a barrier has arrived or a part of the snapshot was written since
     */
    record Waits(long generation, long snapshotId, String worker, String what, long arrived)
            implements SnapshotMessage {}

    /** Task to a task that sends to it: send nothing until {@link Release}. */
    record Hold(long generation, long snapshotId, int targetTask, int sourceTask) implements SnapshotMessage {}

    /** Task to a task that sends to it: the alignment for which it was held has ended. */
    record Release(long generation, long snapshotId, int targetTask, int sourceTask) implements SnapshotMessage {}
}
