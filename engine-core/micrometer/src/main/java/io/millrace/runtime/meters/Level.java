// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import io.millrace.api.metrics.LatencySummary;
import java.util.function.ToLongFunction;

/** The quantiles that are exported; 1 is the greatest value. */
enum Level {
    P50(0.5, LatencySummary::p50Nanos),
    P90(0.9, LatencySummary::p90Nanos),
    P99(0.99, LatencySummary::p99Nanos),
    P999(0.999, LatencySummary::p999Nanos),
    MAX(1.0, LatencySummary::maxNanos);

    private static final double NANOS = 1e9;

    private final double share;
    private final ToLongFunction<LatencySummary> nanos;

    Level(double share, ToLongFunction<LatencySummary> nanos) {
        this.share = share;
        this.nanos = nanos;
    }

    double share() {
        return share;
    }

    /** Returns the quantile in seconds; NaN if nothing was measured. */
    double seconds(LatencySummary latency) {
        return latency.count() == 0 ? Double.NaN : nanos.applyAsLong(latency) / NANOS;
    }
}
