// SPDX-License-Identifier: Apache-2.0
/**
 * The metrics of a topology, as records that {@code RunningTopology.metrics()} and the test kit return. Times are in
 * nanoseconds and sizes in bytes. The page docs/metrics.md explains each metric.
 *
 * <p>The numbers of a kind of thing are the constants of an enum of {@link io.millrace.api.metrics.Figure figures}: its
 * field in JSON, its meter and what it means. Memory, reports, JSON, schemas and meters go through the table, so a new
 * figure is one constant, what counts it, and who shows it.
 *
 * <p>All types are immutable and may be used by any thread. This package depends on no other package of the engine.
 */
package io.millrace.api.metrics;
