package io.millrace.api;

import java.util.List;

/**
 * A sink that takes part in snapshots, so that each input's effect is visible once. Implement it beside {@link Bolt} or {@link
 * BasicBolt}. What arrives between two snapshots is kept aside until the later one is committed: in a transaction, or in a file
 * that gets its name then. The task's thread calls all methods.
 *
 * <p>Each call may be repeated, and must then have no further effect: a worker may die before the engine has noted that a call
 * returned.
 */
public interface CommittingBolt {

    /**
     * A snapshot has begun: {@link #prepare} follows when the bolt has executed what was sent to it before. A bolt that has paused its
     * input because it keeps too much aside must resume it now, as the barriers of the snapshot wait behind that input. If this throws, the
     * worker is started again, as with {@link #commit}. Not called for a snapshot that is prepared at once.
     *
     * @param snapshotId ascending, with gaps
     */
    default void begun(long snapshotId) {}

    /**
     * Makes all that was written since the last call durable, but not visible.
     *
     * @param snapshotId ascending, with gaps
     * @return what {@link #recover} needs to make it visible after a failure; a value that can be part of a tuple, or null if
     *     nothing was written
     */
    Object prepare(long snapshotId);

    /**
     * Makes visible what was prepared for this snapshot, and for all before. If this throws, the worker is started again, and the
     * topology goes back to this snapshot and recovers.
     */
    void commit(long snapshotId);

    /**
     * This snapshot has failed, but no worker has. Its inputs do not come again: what was prepared for it becomes visible with
     * the next snapshot that is committed.
     */
    default void abort(long snapshotId) {}

    /**
     * Makes visible what a snapshot contains and may not be visible yet, and removes all else that was prepared in earlier
     * generations: its inputs come again. Must not touch what later generations have prepared, because a task that was paused and
     * believed dead may make this call late. Called after {@code prepare} of the bolt and before its first input, in each
     * generation.
     *
     * @param generation how often the topology has begun or gone back to a snapshot, from 1
     * @param prepared what this task must take care of: of the task of its index, and for the first task also of indexes that there
     *     are no more; empty at a first start
     */
    void recover(long generation, List<Prepared> prepared);

    /** Returns whether it takes part in snapshots at all; one that wraps another bolt asks that. Called when the topology is built. */
    default boolean isCommitting() {
        return true;
    }

    /**
     * What a task has prepared.
     *
     * @param taskIndex of the task that has prepared it
     * @param handle what {@link #prepare} has returned
     */
    record Prepared(long snapshotId, int taskIndex, Object handle) {}
}
