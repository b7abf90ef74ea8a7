/**
 * Offers the metrics of topologies to Micrometer, under names that {@code docs/prometheus.md} lists. Knows
 * {@link io.millrace.api.metrics.TopologyMetrics} and nothing else of the engine; used by the controller and by services that embed
 * the engine.
 */
package io.millrace.runtime.meters;
