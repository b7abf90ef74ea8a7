// SPDX-License-Identifier: Apache-2.0
/**
 * Collects metrics from supervisors over HTTP, finds topologies that have completed, and serves metrics to Prometheus.
 * The loop {@code millrace-metrics} collects; HTTP threads read the latest reports.
 */
package io.millrace.cluster.controller.metrics;
