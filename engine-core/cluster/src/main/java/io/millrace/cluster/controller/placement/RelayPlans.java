// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Subscription;
import io.millrace.api.Topology;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.worker.ChannelRegions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Decides which nodes relay for a topology: those with {@code node.relay} in a region from which or to which it sends
 * by channels. Pure.
 */
public final class RelayPlans {

    private RelayPlans() {}

    /** Returns the name of the worker without tasks on a node. */
    static String name(String node) {
        return "relay-" + node;
    }

    /** Whether there is a decision to make; otherwise the topology itself need not be known. */
    public static boolean areRelevant(AssignmentRecord assignment, ClusterView view) {
        return !assignment.relays().isEmpty()
                || view.supervisors().values().stream().anyMatch(SupervisorRecord::relay);
    }

    /**
     * Returns the workers without tasks that the topology should have.
     *
     * @param topology the topology with its present numbers of tasks
     * @param linked regions between which its streams go by channels
     * @param isLost whether a node has been silent for too long
     */
    public static List<WorkerPlan> of(
            AssignmentRecord assignment,
            Topology topology,
            ChannelRegions linked,
            ClusterView view,
            Predicate<String> isLost) {
        Set<String> regions = linkedRegions(assignment, topology, linked, view);
        TreeSet<String> nodes = new TreeSet<>();
        view.supervisors().values().stream()
                .filter(node -> node.relay() && regions.contains(node.region()))
                .map(SupervisorRecord::node)
                .forEach(nodes::add);
        // A relay whose supervisor is away still forwards
        assignment.relays().stream()
                .map(WorkerPlan::node)
                .filter(node -> !view.supervisors().containsKey(node) && !isLost.test(node))
                .forEach(nodes::add);
        return nodes.stream()
                .filter(node -> !view.isDrained(node))
                .map(node -> new WorkerPlan(name(node), node, 1, List.of()))
                .toList();
    }

    /** Returns the regions of both ends of each stream between regions that goes by channels. */
    private static Set<String> linkedRegions(
            AssignmentRecord assignment, Topology topology, ChannelRegions channels, ClusterView view) {
        TaskPlan plan = TaskPlan.withDormant(topology);
        Map<String, Set<String>> regionsOf = new HashMap<>();
        for (WorkerPlan worker : assignment.present()) {
            SupervisorRecord node = view.supervisors().get(worker.node());
            if (node != null) {
                worker.tasks()
                        .forEach(task -> regionsOf
                                .computeIfAbsent(plan.componentOf(task), none -> new TreeSet<>())
                                .add(node.region()));
            }
        }
        Set<String> linked = new TreeSet<>();
        for (ComponentSpec component : topology.components()) {
            for (Subscription input : component.inputs()) {
                Set<String> both = new TreeSet<>(regionsOf.getOrDefault(component.id(), Set.of()));
                both.addAll(regionsOf.getOrDefault(input.source(), Set.of()));
                both.stream()
                        .filter(region -> both.stream().anyMatch(other -> channels.link(region, other)))
                        .forEach(linked::add);
            }
        }
        return linked;
    }
}
