// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.List;

/**
 * Traces of sampled tuples of a topology that ended in the last minute.
 *
 * @param seconds the time over which they were gathered
 * @param clockErrorNanos the error of the clocks, as {@link TopologyMetrics#clockErrorNanos}
 * @param traces a random choice, which has weights, and the slowest ones; in the order of their ends
 */
public record TopologyTraces(String topology, int seconds, long clockErrorNanos, List<Trace> traces) {}
