package io.millrace.api.config;

/** How much is measured. */
public enum MetricsDetail {
    /** Everything that docs/metrics.md describes. */
    FULL,
    /** Counts of tasks and executors only: no latencies, no stages, no traffic between pairs of tasks. */
    COUNTS
}
