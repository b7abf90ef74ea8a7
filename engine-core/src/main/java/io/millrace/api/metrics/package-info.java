/**
 * What a topology did: records that {@code RunningTopology.metrics()} and the test kit return. Times are in
 * nanoseconds, sizes in bytes; docs/metrics.md says what each one means.
 *
 * <p>All types are immutable and may be used by any thread. This package uses no other one of the engine.
 */
package io.millrace.api.metrics;
