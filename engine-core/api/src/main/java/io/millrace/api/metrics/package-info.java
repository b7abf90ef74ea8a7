/**
 * The metrics of a topology, as records that {@code RunningTopology.metrics()} and the test kit return. Times are in
 * nanoseconds and sizes in bytes. The page docs/metrics.md explains each metric.
 *
 * <p>All types are immutable and may be used by any thread. This package depends on no other package of the engine.
 */
package io.millrace.api.metrics;
