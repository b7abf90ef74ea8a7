// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.util.List;

/**
 * A spout that can read its source again from a position. With snapshots the engine asks it for its position, and gives
 * it back after a failure. The task's thread calls all methods.
 *
 * <p>Order of calls: {@code open}; {@code restore} once if there is a snapshot; then as a {@link Spout}, with {@code
 * snapshot} between two calls of {@code nextTuple}, also while inactive.
 */
public interface ReplayableSpout extends Spout {

    /**
     * Returns the position behind the last tuple that was emitted. The tuples that a further {@code nextTuple} emits
     * must be those that follow it. Must not block.
     *
     * @return a value that can be part of a tuple, and does not change afterwards; null for the beginning
     */
    Object snapshot();

    /**
     * Goes back to the positions of a snapshot. Must not emit.
     *
     * @param snapshots the positions that the tasks of this component returned from {@link #snapshot}, by task index.
     *     If the number of tasks has changed, there are more or fewer than tasks; then divide them among the present
     *     tasks by {@link TaskContext#taskIndex}
     */
    void restore(List<Object> snapshots);

    /**
     * The snapshot with this id was committed: no earlier position will be asked for again. Must not block. An
     * exception is counted and logged.
     *
     * @param snapshotId ascending, with gaps
     */
    default void committed(long snapshotId) {}
}
