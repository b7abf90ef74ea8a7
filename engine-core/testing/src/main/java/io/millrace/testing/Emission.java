// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.Tuple;
import java.util.List;

/**
 * One call of an emit method. It is recorded once, however many tasks receive the tuple.
 *
 * @param component id of the component that emitted
 * @param task id of the task that emitted
 * @param values values of the tuple; unmodifiable, may contain nulls
 * @param messageId id under which a spout tracks the tuple; null for bolts and untracked tuples
 * @param anchors inputs to whose trees the tuple belongs; empty for spouts and unanchored tuples
 * @param targetTask the task that {@code emitDirect} named, or 0
 * @param nanoTime simulated time of the call
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

    /** Returns whether the tuple belongs to a tree, which fails if the tuple is lost. */
    public boolean tracked() {
        return messageId != null || !anchors.isEmpty();
    }
}
