// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.EngineHealth;
import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import java.util.ArrayList;
import java.util.List;

/** Asks a cluster for its health, on the calling thread. */
final class ClusterHealth {

    private ClusterHealth() {}

    static EngineHealth of(Cluster cluster) {
        List<String> reasons = new ArrayList<>();
        try {
            if (cluster.nodes().isEmpty()) {
                reasons.add("no supervisor is up: nothing can be started");
            }
            for (TopologyInfo topology : cluster.list()) {
                problems(cluster, topology.name())
                        .forEach(problem -> reasons.add("topology '" + topology.name() + "': " + problem));
            }
        } catch (ClusterException e) {
            return EngineHealth.down(e.getMessage());
        }
        return EngineHealth.of(reasons);
    }

    private static List<String> problems(Cluster cluster, String name) {
        TopologyDescription described;
        try {
            described = cluster.describe(name);
        } catch (ClusterException e) {
            if (e.reason() == Reason.NOT_FOUND) {
                // The topology was killed since the list was made
                return List.of();
            }
            throw e;
        }
        List<String> problems = new ArrayList<>(described.problems());
        for (String missing : described.info().missing()) {
            if (problems.stream().noneMatch(problem -> problem.startsWith(missing))) {
                problems.add(missing + " is not up");
            }
        }
        if (problems.isEmpty() && described.info().status() == Status.STARTING) {
            problems.add("is not placed yet");
        }
        return problems;
    }
}
