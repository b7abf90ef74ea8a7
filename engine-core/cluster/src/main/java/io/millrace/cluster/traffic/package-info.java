// SPDX-License-Identifier: Apache-2.0
/**
 * Measures which tasks send messages to each other, and the CPU time of tasks. The controller's metrics loop feeds
 * {@link io.millrace.cluster.traffic.TrafficMonitor}; any thread may read it. No I/O; the clock is injected.
 */
package io.millrace.cluster.traffic;
