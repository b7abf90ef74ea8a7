// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.util.List;

/**
 * One trace in the form in which a worker keeps it.
 *
 * @param weight number of traces for which it stands; 0 if it is kept because it was slow
 * @param tasks task of each hop, from the spout to the sink; 0 for several hops that were not kept
 * @param nanos times of the hops one behind the other, each by {@link io.millrace.api.metrics.TracePart}
 */
public record TraceRecord(long endedMillis, long latencyNanos, double weight, List<Integer> tasks, List<Long> nanos) {}
