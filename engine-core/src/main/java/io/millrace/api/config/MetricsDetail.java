package io.millrace.api.config;

/** How much of what a topology does is measured. */
public enum MetricsDetail {
    /** All that docs/metrics.md lists. */
    FULL,
    /** Counts of tasks and executors only: no latencies, no stages, no traffic between pairs of tasks. */
    COUNTS
}
