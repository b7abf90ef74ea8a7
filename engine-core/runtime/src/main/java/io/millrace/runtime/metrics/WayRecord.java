package io.millrace.runtime.metrics;

import java.util.List;

/**
 * One way as a worker keeps it.
 *
 * @param weight for how many ways it stands; 0 if it is kept because it was slow
 * @param tasks of each hop, from the spout to the sink; 0 for several that were not kept
 * @param nanos of each hop one behind the other, each by {@link io.millrace.api.metrics.WayPart}
 */
public record WayRecord(long endedMillis, long latencyNanos, double weight, List<Integer> tasks, List<Long> nanos) {}
