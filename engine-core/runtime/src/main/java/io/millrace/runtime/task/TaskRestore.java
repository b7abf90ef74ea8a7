package io.millrace.runtime.task;

import io.millrace.api.CommittingBolt;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.tuple.PassingTuple;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a task begins with in a new generation.
 *
 * @param kept its states as they are in the snapshot, of a predecessor in this process; null if they are in {@code blocks}
 * @param blocks of its states
 * @param positions of the tasks of a replayable spout; null if there is no snapshot
 * @param prepared what a committing bolt must recover
 * @param passing tuples that were on their way to the task
 */
public record TaskRestore(
        TaskStates kept,
        List<Block> blocks,
        List<Object> positions,
        List<CommittingBolt.Prepared> prepared,
        List<PassingTuple> passing) {

    /** Without a snapshot. */
    public static final TaskRestore NOTHING = new TaskRestore(null, List.of(), null, List.of(), List.of());

    /** Instead of a partition: states of another task of the component, of which a new task takes only how far event time had come. */
    public static final int OF_ANOTHER_TASK = Integer.MIN_VALUE;

    /** Whether there are states. */
    public boolean hasStates() {
        return kept != null || !blocks.isEmpty();
    }

    /** A block as {@link io.millrace.runtime.state.TaskStates#load} takes it, or {@link #OF_ANOTHER_TASK}. */
    public record Block(int partition, ByteBuffer bytes) {}
}
