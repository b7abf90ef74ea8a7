// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/** Percentiles of a latency in nanoseconds. All values are 0 if nothing was measured. */
public record LatencySummary(long count, long p50Nanos, long p90Nanos, long p99Nanos, long p999Nanos, long maxNanos) {

    public static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);
}
