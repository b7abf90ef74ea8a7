// SPDX-License-Identifier: Apache-2.0
/**
 * Offers the metrics of topologies to Micrometer, under names that {@code docs/prometheus.md} lists. Depends on {@link
 * io.millrace.api.metrics.TopologyMetrics} and nothing else of the engine. The controller uses it, and so do services
 * that embed the engine.
 */
package io.millrace.runtime.meters;
