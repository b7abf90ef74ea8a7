package io.millrace.runtime.task;

import io.millrace.api.CommittingBolt;
import io.millrace.runtime.state.StateCapture;
import java.util.List;

/**
 * What a task contributes to a snapshot.
 *
 * @param states null if it has none
 * @param replayable whether {@code position} is that of a replayable spout
 * @param prepared what a committing bolt has prepared and not committed, oldest first
 * @param alignedNanos from the first barrier to the last
 */
public record TaskCapture(
        int task,
        String component,
        int taskIndex,
        StateCapture states,
        boolean replayable,
        Object position,
        List<CommittingBolt.Prepared> prepared,
        long alignedNanos) {}
