package io.millrace.api.metrics;

import java.util.Map;

/**
 * Counts of one task since its worker started.
 *
 * @param emitted tuples emitted, before they are multiplied by groupings
 * @param executed tuples executed, or {@code nextTuple} calls that emitted
 * @param acked trees acked (spout), inputs acked (bolt)
 * @param failed trees failed (spout), inputs failed (bolt)
 * @param errors exceptions from the component
 * @param slowCalls calls of the component that took longer than {@code topology.slow.call.warning} and so held up its
 *     executor's other tasks; each is counted while it goes on, those of blocking components never
 * @param pending trees under way (spout only)
 * @param inbox tuples that wait in front of the task
 * @param outbox emissions that wait for room
 * @param finished whether a spout task has said that it will emit no more
 * @param counters the component's own
 * @param queueWait of sampled tuples: from being handed over or decoded to {@code execute}
 * @param execute of sampled tuples: the time in {@code execute}
 * @param endToEnd from the intended emit time to the end of {@code execute}; only in components without outputs
 */
public record TaskMetrics(
        String component,
        int task,
        String worker,
        long emitted,
        long executed,
        long acked,
        long failed,
        long errors,
        long slowCalls,
        long pending,
        long inbox,
        long outbox,
        boolean finished,
        Map<String, Long> counters,
        LatencySummary queueWait,
        LatencySummary execute,
        LatencySummary endToEnd) {}
