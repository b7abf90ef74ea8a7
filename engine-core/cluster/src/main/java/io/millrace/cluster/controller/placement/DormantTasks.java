// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides which dormant tasks are opened on which nodes, and which are closed again. Each task gets a worker of its
 * own, so that no other worker changes for it. Pure; each answer has one change.
 */
public final class DormantTasks {

    private DormantTasks() {}

    /**
     * Returns the assignment without a worker whose node is lost or drained.
     *
     * @param isLost whether a node has been silent for too long
     */
    public static Optional<AssignmentRecord> close(TopologyView topology, ClusterView view, Predicate<String> isLost) {
        AssignmentRecord running = topology.assignment().value();
        if (running.rebalancing()) {
            return Optional.empty();
        }
        return running.joined().stream()
                .filter(plan -> view.isDrained(plan.node())
                        || isLost.test(plan.node()) && !topology.workers().containsKey(plan.worker()))
                .findFirst()
                .map(plan -> without(running, plan));
    }

    /**
     * Returns the assignment with another task in a worker of its own, on the node with the most free slots of those
     * that have no task of its component. No task is opened while a topology waits for a slot.
     *
     * @param components the topology with the present numbers of tasks
     */
    public static Optional<AssignmentRecord> open(TopologyView topology, Topology components, ClusterView view) {
        AssignmentRecord running = topology.assignment().value();
        if (!TaskPlan.hasDormant(components)
                || running.rebalancing()
                || topology.record().status() == Status.COMPLETED
                || view.topologies().values().stream().anyMatch(other -> needsSlots(other, view))) {
            return Optional.empty();
        }
        TaskPlan plan = TaskPlan.withDormant(components);
        RegionRules rules =
                new RegionRules(components, Config.of(topology.record().config()));
        Map<String, Integer> free = Slots.free(view);
        Set<Integer> open = new HashSet<>(running.workerOfTask().keySet());
        for (int task : plan.dormant()) {
            String component = plan.componentOf(task);
            if (open.contains(task)) {
                continue;
            }
            Set<String> taken = nodesOf(component, plan, running);
            Optional<String> node = free.entrySet().stream()
                    .filter(entry -> entry.getValue() > 0 && !taken.contains(entry.getKey()))
                    .filter(entry -> rules.permits(component, view.supervisors().get(entry.getKey())))
                    .max(Map.Entry.<String, Integer>comparingByValue()
                            .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                    .map(Map.Entry::getKey);
            if (node.isPresent()) {
                return Optional.of(with(running, node.get(), task));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the assignment without one of its workers, whose slot another topology may use that waits for one.
     *
     * @param components the other topology
     * @param config the other topology's configuration
     */
    public static Optional<AssignmentRecord> makeRoom(
            AssignmentRecord running, Topology components, Config config, ClusterView view) {
        if (running.rebalancing()) {
            return Optional.empty();
        }
        RegionRules rules = new RegionRules(components, config);
        return running.joined().stream()
                .filter(plan -> view.supervisors().containsKey(plan.node()))
                .filter(plan -> rules.permitsAny(view.supervisors().get(plan.node())))
                .reduce((first, second) -> second)
                .map(plan -> without(running, plan));
    }

    /** Whether a topology is to be placed, or has workers on nodes without their supervisor, which may have to move. */
    private static boolean needsSlots(TopologyView topology, ClusterView view) {
        if (topology.record().ended() || topology.record().status() == Status.COMPLETED) {
            return false;
        }
        return !topology.assigned()
                || topology.assignment().value().workers().stream()
                        .anyMatch(plan -> !view.supervisors().containsKey(plan.node()) || view.isDrained(plan.node()));
    }

    private static Set<String> nodesOf(String component, TaskPlan plan, AssignmentRecord running) {
        Set<String> nodes = new HashSet<>();
        for (WorkerPlan worker : running.present()) {
            if (worker.tasks().stream().anyMatch(task -> plan.componentOf(task).equals(component))) {
                nodes.add(worker.node());
            }
        }
        return nodes;
    }

    private static AssignmentRecord with(AssignmentRecord running, String node, int task) {
        int name = running.lastName() + 1;
        List<WorkerPlan> joined = new ArrayList<>(running.joined());
        joined.add(new WorkerPlan("w" + name, node, 1, List.of(task)));
        return running.withNames(name).withJoined(joined);
    }

    private static AssignmentRecord without(AssignmentRecord running, WorkerPlan gone) {
        return running.withJoined(
                running.joined().stream().filter(plan -> !plan.equals(gone)).toList());
    }
}
