/**
 * Who talks to whom and what it costs, as {@link io.millrace.cluster.traffic.TrafficMonitor} measures it, which the
 * controller's metrics loop feeds. No I/O, and no clock but the one that is given.
 */
package io.millrace.cluster.traffic;
