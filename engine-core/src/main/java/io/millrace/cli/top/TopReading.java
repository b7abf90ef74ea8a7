package io.millrace.cli.top;

import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.client.TopologyInfo;
import java.util.List;

/**
 * What a cluster said at one time.
 *
 * @param nanos when, on one line in all readings
 * @param nodes whose supervisors are up
 * @param missing topologies that were asked for and are not there any more
 */
public record TopReading(long nanos, int nodes, List<Running> topologies, List<String> missing) {

    /** One topology. */
    public record Running(TopologyInfo info, TopologyMetrics metrics) {}
}
