// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.settings.ClusterKeys;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds nodes with workers whose supervisors are missing, and those that are lost, as they have been silent for too
 * long. The controller's loop calls.
 */
final class LostNodes {

    private final Leadership leadership;
    private final long lostMillis;
    private final long sessionMillis;
    private final LongSupplier clockMillis;

    /** The times since which supervisors with assigned workers have been missing, by node. */
    private final Map<String, Long> missingSinceMillis = new HashMap<>();

    /** The missing nodes that have been missing for too long, and that the registry itself does not have. */
    private final Set<String> confirmedLost = new HashSet<>();

    /**
     * @param lostMillis the silence after which a node is lost
     * @param sessionMillis the silence after which ZooKeeper ends the session of a supervisor
     */
    LostNodes(Leadership leadership, long lostMillis, long sessionMillis, LongSupplier clockMillis) {
        this.leadership = leadership;
        this.lostMillis = lostMillis;
        this.sessionMillis = sessionMillis;
        this.clockMillis = clockMillis;
    }

    boolean isLost(String node) {
        return confirmedLost.contains(node);
    }

    /** Whether there is a missing node that is not lost, and may come back with its slots. */
    boolean mayComeBack() {
        return !confirmedLost.containsAll(missingSinceMillis.keySet());
    }

    /** Returns the workers of a topology that are lost with their nodes. Workers that still run are not lost. */
    Set<String> workers(TopologyView topology) {
        return unregistered(topology, this::isLost).stream()
                .map(WorkerPlan::worker)
                .collect(Collectors.toSet());
    }

    /** Returns the missing nodes for which a topology waits, in words; empty if it waits for none. */
    String awaited(TopologyView topology) {
        List<WorkerPlan> missing = unregistered(topology, missingSinceMillis::containsKey);
        return missing.isEmpty()
                ? ""
                : "waits for "
                        + missing.stream()
                                .map(plan -> plan.worker() + " on " + plan.node())
                                .collect(Collectors.joining(", "))
                        + ": that node's supervisor is missing, and tasks move to other nodes when nothing has been heard of it for "
                        + ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT.write(Duration.ofMillis(lostMillis)) + " ("
                        + ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT.name() + ")";
    }

    private static List<WorkerPlan> unregistered(TopologyView topology, Predicate<String> onNode) {
        return topology.assignment().value().workers().stream()
                .filter(plan -> !topology.workers().containsKey(plan.worker()))
                .filter(plan -> onNode.test(plan.node()))
                .toList();
    }

    /** Notes the supervisors that are missing now. */
    void note(ClusterView view) {
        Set<String> gone = new HashSet<>();
        for (TopologyView topology : view.topologies().values()) {
            topology.starts().values().stream()
                    .map(start -> start.node())
                    .filter(node -> !view.supervisors().containsKey(node))
                    .forEach(gone::add);
            if (topology.assignment() != null) {
                AssignmentRecord assignment = topology.assignment().value();
                List<WorkerPlan> leaving =
                        assignment.rebalancing() ? assignment.rebalance().leaving() : List.of();
                Stream.concat(assignment.started().stream(), leaving.stream())
                        .map(WorkerPlan::node)
                        .filter(node -> !view.supervisors().containsKey(node))
                        .forEach(gone::add);
            }
        }
        missingSinceMillis.keySet().retainAll(gone);
        confirmedLost.retainAll(gone);
        long now = clockMillis.getAsLong();
        for (String node : gone) {
            long since = missingSinceMillis.computeIfAbsent(node, missing -> now);
            // When a session ends, its supervisor has been silent for as long as the end takes
            if (now - since >= Math.max(0, lostMillis - sessionMillis)
                    && !confirmedLost.contains(node)
                    && leadership.isGone(node)) {
                confirmedLost.add(node);
            }
        }
    }
}
