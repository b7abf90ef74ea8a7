// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.Map;

/**
 * Counts of one task since its worker was started.
 *
 * @param figures the figures that each task has; some have methods of their own here
 * @param counters the component's own counters
 * @param gauges the component's own gauges, as they were read last
 * @param timers the component's own timers
 * @param queueWait the time of sampled tuples from hand-over or decoding to {@code execute}
 * @param execute the time of sampled tuples in {@code execute}
 * @param endToEnd the time from the intended emit time to the end of {@code execute}; only in components without
 *     outputs
 */
public record TaskMetrics(
        String component,
        int task,
        String worker,
        Figures<TaskFigure> figures,
        Map<String, Long> counters,
        Map<String, Double> gauges,
        Map<String, LatencySummary> timers,
        LatencySummary queueWait,
        LatencySummary execute,
        LatencySummary endToEnd) {

    public long emitted() {
        return figures.get(TaskFigure.EMITTED);
    }

    public long executed() {
        return figures.get(TaskFigure.EXECUTED);
    }

    public long acked() {
        return figures.get(TaskFigure.ACKED);
    }

    public long failed() {
        return figures.get(TaskFigure.FAILED);
    }

    public long errors() {
        return figures.get(TaskFigure.ERRORS);
    }

    public long slowCalls() {
        return figures.get(TaskFigure.SLOW_CALLS);
    }

    public long pending() {
        return figures.get(TaskFigure.PENDING);
    }

    public long inbox() {
        return figures.get(TaskFigure.INBOX);
    }

    public long outbox() {
        return figures.get(TaskFigure.OUTBOX);
    }

    /** Whether a spout task has declared that it will emit no more new tuples. */
    public boolean finished() {
        return figures.is(TaskFigure.FINISHED);
    }
}
