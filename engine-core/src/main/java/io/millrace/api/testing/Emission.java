package io.millrace.api.testing;

import io.millrace.api.Tuple;
import java.util.List;

/**
 * One call of an emit method, once however many tasks get the tuple.
 *
 * @param component that emitted
 * @param task that emitted
 * @param values unmodifiable, may hold nulls
 * @param messageId under which a spout tracks it; null from bolts and if it is untracked
 * @param anchors inputs to whose trees it belongs; empty from spouts and if it is unanchored
 * @param targetTask the task that was named by {@code emitDirect}, or 0
 * @param nanoTime when, by the simulated clock
 */
public record Emission(
        String component,
        int task,
        String stream,
        List<Object> values,
        Object messageId,
        List<Tuple> anchors,
        int targetTask,
        long nanoTime) {

    public Emission {
        anchors = List.copyOf(anchors);
    }

    /** Whether a loss of it makes a tree fail. */
    public boolean tracked() {
        return messageId != null || !anchors.isEmpty();
    }
}
