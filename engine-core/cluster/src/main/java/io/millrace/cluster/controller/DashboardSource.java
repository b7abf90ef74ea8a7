// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.controller.dashboard.Dashboard;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.controller.metrics.SupervisorClient;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import java.util.List;
import java.util.Set;

/** The data that the dashboard shows beside the reports of supervisors. */
record DashboardSource(Leader leader, TopologyViews topologies, SupervisorClient supervisors, Problems problems)
        implements Dashboard.Source {

    @Override
    public boolean leads() {
        return leader.leads();
    }

    @Override
    public ClusterView view() {
        return leader.view();
    }

    @Override
    public TopologyDescription describe(
            TopologyView topology, List<NodeReport> reports, TopologyMetrics metrics, ClusterView view) {
        return topologies.describe(topology, reports, metrics, view);
    }

    @Override
    public List<NodeInfo> nodes(ClusterView view) {
        return Nodes.of(view, problems);
    }

    @Override
    public Set<String> silent() {
        return supervisors.silent();
    }
}
