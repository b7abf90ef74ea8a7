// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/** The extent of the measurements. */
public enum MetricsDetail {
    /** Everything that docs/metrics.md describes is measured. */
    FULL,
    /** Only counts of tasks and executors are measured: no latencies, no stages, no traffic between pairs of tasks. */
    COUNTS
}
