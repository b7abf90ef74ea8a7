package io.millrace.api.metrics;

import java.util.Map;

/**
 * Counts of one task since its worker was started.
 *
 * @param emitted tuples emitted, before groupings multiply them
 * @param executed tuples executed, or {@code nextTuple} calls that emitted
 * @param acked trees acked (spout), inputs acked (bolt)
 * @param failed trees failed (spout), inputs failed (bolt)
 * @param errors exceptions of the component
 * @param slowCalls calls of the component that took longer than {@code topology.slow.call.warning} and delayed the
 *     other tasks of the executor; a call is counted once, before it returns; calls of blocking components are not
 *     counted
 * @param pending trees that are neither acked nor failed (spout), inputs that engines, asynchronous calls or a batch
 *     have (bolt)
 * @param inbox tuples that wait for {@code execute}
 * @param outbox emissions for which a link has no room
 * @param finished whether a spout task has declared that it will emit no more new tuples
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
        Map<String, Double> gauges,
        Map<String, LatencySummary> timers,
        LatencySummary queueWait,
        LatencySummary execute,
        LatencySummary endToEnd) {}
