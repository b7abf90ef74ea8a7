// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.TopologyInfo;
import java.util.List;

/**
 * The cluster in the latest interval.
 *
 * @param atMillis the end of the interval, in milliseconds since 1970; 0 if there is none yet
 * @param leads whether this controller leads
 * @param leader address of the leading controller; empty if there is none
 * @param silent nodes whose supervisors do not answer
 */
public record ClusterOverview(
        long atMillis, boolean leads, String leader, List<NodeInfo> nodes, List<String> silent, List<Row> topologies) {

    /**
     * One topology.
     *
     * @param latency the end-to-end latency in the interval
     * @param problems the number of lines that say why it does not run properly
     * @param recent the tuples that its spouts emitted per second in the last intervals, the oldest first
     */
    public record Row(
            TopologyInfo info, LiveTopology.Totals totals, LatencySummary latency, int problems, List<Double> recent) {}
}
