// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.model.TopologyInfo;
import java.util.List;
import java.util.Map;

/**
 * The state of a cluster at one time.
 *
 * @param nanos time of the reading, on the same clock for all readings
 * @param nodes the number of nodes with a supervisor that is up
 * @param missing requested topologies that no longer exist
 */
public record TopReading(long nanos, int nodes, List<Running> topologies, List<String> missing) {

    /**
     * One topology.
     *
     * @param displayNames the display names by component, for components that have one
     */
    public record Running(TopologyInfo info, TopologyMetrics metrics, Map<String, String> displayNames) {}
}
