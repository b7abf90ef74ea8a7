// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.store.WorkerPart;

/**
 * The messages between coordinator and agents, and between tasks that align. A message may be lost with a worker or a
 * connection, and may come twice; a sender that waits for an answer repeats its message. Between two parties messages
 * keep their order.
 */
public sealed interface SnapshotMessage {

    /** Returns the generation that the message belongs to; 0 for none. Messages of earlier ones have no effect. */
    long generation();

    /**
     * Coordinator to agent: stop all tasks, drop what they hold, make them anew from a snapshot, answer {@link Ready}.
     *
     * @param epoch epoch of the worker's start to which the message belongs: a predecessor that still runs must not
     *     enter the generation too
     * @param term term of the coordinator
     * @param snapshotId snapshot of the generation; 0: the topology begins empty
     * @param manifest name of the manifest; empty if the topology begins empty
     * @param digest digest of the manifest; empty if the topology begins empty
     */
    record Reset(long generation, long epoch, Term term, long snapshotId, String manifest, String digest)
            implements SnapshotMessage {}

    /** Coordinator to agent: all workers are ready, run the tasks. */
    record Start(long generation) implements SnapshotMessage {}

    /**
     * Coordinator to agent: take a snapshot. The message may come again, to say that barriers overtake now.
     *
     * @param aligned whether the snapshot must not contain tuples on their way: then its barriers never overtake
     * @param overtakes whether tasks take the snapshot at once, without waiting for barriers
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
     * Coordinator to agent: a snapshot is committed. Sinks commit, and spouts may forget what was before the snapshot.
     *
     * @param holdsTuples whether the snapshot contains tuples on their way, which sinks have not prepared
     */
    record Committed(long generation, long snapshotId, boolean holdsTuples) implements SnapshotMessage {}

    /** Agent to coordinator: a worker is there, and knows no generation of this coordinator. */
    record Join(String worker, long epoch) implements SnapshotMessage {

        @Override
        public long generation() {
            return 0;
        }
    }

    /**
     * Agent to coordinator: its tasks hold the content of the snapshot of the generation, and wait for {@link Start}.
     */
    record Ready(String worker, long epoch, long generation) implements SnapshotMessage {}

    /**
     * Agent to coordinator: the worker's part of a snapshot is durable.
     *
     * @param wholeBytes bytes of the blocks of all tasks, with blocks that have not changed
     * @param holdsTuples whether the part contains tuples on their way
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

    /** Agent to coordinator: its tasks cannot go on, as tuples were lost on the way to them. All must go back. */
    record GoBack(long generation, String worker, String reason) implements SnapshotMessage {}

    /**
     * Agent to coordinator: a connection between two workers that live was lost, perhaps with messages of its worker.
     *
     * @param number number of the loss, from 1, among those that its worker has reported in the generation
     */
    record Broken(long generation, String worker, long number, String reason) implements SnapshotMessage {}

    /**
     * Agent to coordinator: the thing that a part of a snapshot waits for, which takes long.
     *
     * @param arrived number that differs from the last message's if a barrier has arrived or a part of the snapshot was
     *     written since
     */
    record Waits(long generation, long snapshotId, String worker, String what, long arrived)
            implements SnapshotMessage {}

    /** Task to a task that sends to it: send nothing until {@link Release}. */
    record Hold(long generation, long snapshotId, int targetTask, int sourceTask) implements SnapshotMessage {}

    /** Task to a task that sends to it: the alignment for which it was held has ended. */
    record Release(long generation, long snapshotId, int targetTask, int sourceTask) implements SnapshotMessage {}
}
