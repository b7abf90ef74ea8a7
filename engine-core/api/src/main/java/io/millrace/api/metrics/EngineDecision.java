// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import io.millrace.api.json.Inline;

/**
 * A decision of a task about the number of its engines. Equal decisions in a row are one record.
 *
 */
public record EngineDecision(
        String component,
        int task,
        String worker,
        String node,
        @Inline Span span,
        @Inline Change change) {

    /**
     * When it was made.
     *
     * @param fromMillis time of the first of them, in milliseconds since 1970
     * @param atMillis time of the last of them, in milliseconds since 1970
     * @param times the number of them; reason and numbers are those of the last one
     */
    public record Span(long fromMillis, long atMillis, int times) {

        /** Returns that of one decision. */
        public static Span of(long atMillis) {
            return new Span(atMillis, atMillis, 1);
        }
    }

    /**
     * What it was.
     *
     * @param before engines that the task had
     * @param after engines that it has from then on
     * @param reason one line, with the figures that decided
     */
    public record Change(Verdict verdict, int before, int after, String reason) {}

    /** The kind of the decision. */
    public enum Verdict {
        STARTED,
        ENDED,
        /** More engines are needed, and the task has as many as it may have. */
        AT_MAX,
        /** More engines are needed, and no core or no slot is free for them. */
        NO_ROOM;

        /** Whether the number changes. */
        public boolean changes() {
            return this == STARTED || this == ENDED;
        }
    }

    /** Returns one record for this decision and an equal one after it. */
    public EngineDecision again(EngineDecision next) {
        Span longer = new Span(span.fromMillis(), next.span.atMillis(), span.times() + 1);
        return new EngineDecision(component, task, worker, node, longer, next.change);
    }
}
