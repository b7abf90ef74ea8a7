// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A sink that takes part in snapshots, so that each input's effect is visible once. Implement it beside {@link Bolt} or
 * {@link BasicBolt}. The sink keeps aside the effects of inputs between two snapshots until the later snapshot is
 * committed: in a transaction, or in a file that gets its name then. The task's thread calls all methods.
 *
 * <p>Each call may be repeated, and must then have no further effect: a worker may die before the engine has noted that
 * a call returned.
 */
public interface CommittingBolt {

    /**
     * A snapshot has begun: {@link #prepare} follows when the bolt has executed the inputs before the barriers. A bolt
     * that has paused its input because it keeps too much aside must resume it now, as the barriers of the snapshot
     * wait behind that input. If this throws, the worker is started again, as with {@link #commit}. Not called for a
     * snapshot that is prepared at once.
     *
     * @param snapshotId ascending, with gaps
     */
    default void begun(long snapshotId) {}

    /**
     * Makes all effects since the last call durable, but not visible.
     *
     * @param snapshotId ascending, with gaps
     * @return a handle by which {@link #recover} makes the effects visible after a failure: a value that can be part of
     *     a tuple, or null if nothing was written
     */
    Object prepare(long snapshotId);

    /**
     * Makes the effects visible that were prepared for this snapshot and all earlier ones. If this throws, the worker
     * is started again, and the topology goes back to this snapshot and recovers.
     */
    void commit(long snapshotId);

    /**
     * Does what {@link #commit} does, and may return before it is done, so that the bolt takes input meanwhile. The
     * engine calls this one, which by default calls the other. The next snapshot begins when the stages of all sinks
     * are complete, so none of them waits longer than it would for {@link #commit}. A stage that fails has the effect
     * of an exception of {@link #commit}. Until the stage is complete, no other method of this interface is called.
     *
     * @return is completed by any thread
     */
    default CompletionStage<Void> beginCommit(long snapshotId) {
        commit(snapshotId);
        return CompletableFuture.completedStage(null);
    }

    /**
     * This snapshot has failed, but no worker has. Its inputs do not come again: the effects that were prepared for it
     * become visible with the next committed snapshot.
     */
    default void abort(long snapshotId) {}

    /**
     * Makes the effects visible that a snapshot contains and that may not be visible yet, and removes all other effects
     * that were prepared in earlier generations: their inputs come again. Must not touch effects that later generations
     * have prepared, because a task that was paused and believed dead may make this call late. Called after {@code
     * prepare} of the bolt and before its first input, in each generation.
     *
     * @param generation the number of times that the topology has begun or gone back to a snapshot, from 1
     * @param prepared the handles that this task must commit: those of the task of its index, and for the first task
     *     also those of indexes that do not exist any more; empty at a first start
     */
    void recover(long generation, List<Prepared> prepared);

    /**
     * Returns whether the sink takes part in snapshots; a bolt that wraps another one returns that of the other. Called
     * when the topology is built.
     */
    default boolean isCommitting() {
        return true;
    }

    /**
     * The effects that a task has prepared.
     *
     * @param taskIndex the index of the task that has prepared them
     * @param handle the handle that {@link #prepare} has returned
     */
    record Prepared(long snapshotId, int taskIndex, Object handle) {}
}
