// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.CommittingBolt;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.tuple.PassingTuple;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The content with which a task begins in a new generation.
 *
 * @param reusable its states as they are in the snapshot, from a predecessor in this process; null if they are in
 *     {@code blocks}
 * @param blocks blocks of its states
 * @param positions positions of the tasks of a replayable spout; null if there is no snapshot
 * @param prepared transactions that a committing bolt must recover
 * @param passing tuples that were on their way to the task
 */
public record TaskRestore(
        TaskStates reusable,
        List<Block> blocks,
        List<Object> positions,
        List<CommittingBolt.Prepared> prepared,
        List<PassingTuple> passing) {

    /** The content without a snapshot. */
    public static final TaskRestore NOTHING = new TaskRestore(null, List.of(), null, List.of(), List.of());

    /**
     * The number in the place of a partition for states of another task of the component, of which a new task takes
     * only the event time.
     */
    public static final int OF_ANOTHER_TASK = Integer.MIN_VALUE;

    /** Returns whether there are states. */
    public boolean hasStates() {
        return reusable != null || !blocks.isEmpty();
    }

    /** A block for {@link io.millrace.runtime.state.TaskStates#load}, or with the number {@link #OF_ANOTHER_TASK}. */
    public record Block(int partition, ByteBuffer bytes) {}
}
