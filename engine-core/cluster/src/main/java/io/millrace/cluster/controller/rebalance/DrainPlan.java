// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.controller.placement.Placer.NoRoomException;
import io.millrace.cluster.controller.placement.RegionRules;
import io.millrace.cluster.controller.placement.Slots;
import io.millrace.cluster.model.Adjustments;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceRecord.Moves;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.Parallelism;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The rebalance that takes a topology off drained nodes. Each worker there is replaced by one with the same tasks on
 * the node with the most free slots in the regions of its components; the others stay. Pure.
 */
public final class DrainPlan {

    private DrainPlan() {}

    /** Returns the workers of a topology on drained nodes, also those that a rebalance will start there. */
    public static List<WorkerPlan> toMove(TopologyView topology, ClusterView view) {
        return topology.assignment() == null
                ? List.of()
                : topology.assignment().value().wanted().stream()
                        .filter(plan -> view.isDrained(plan.node()))
                        .toList();
    }

    /**
     * Returns the assignment that starts the rebalance; only for a topology that is not being rebalanced and has
     * workers to move.
     *
     * @param components the topology as submitted
     * @throws NoRoomException if other nodes in the regions of its components have too few free slots: the topology
     *     moves as a whole, as each move pauses its spouts
     */
    public static AssignmentRecord begin(TopologyView topology, Topology components, ClusterView view) {
        AssignmentRecord running = topology.assignment().value();
        List<WorkerPlan> moving = toMove(topology, view);
        Config config = Config.of(topology.record().config());
        RegionRules rules = new RegionRules(Parallelism.of(components, running.parallelism(), running.tasks()), config);
        Map<String, String> homes = rules.homes(moving, view);
        if (homes.size() < moving.size()) {
            throw new NoRoomException("stays on " + nodes(moving) + ": it needs "
                    + (moving.size() == 1 ? "a free slot" : moving.size() + " free slots")
                    + " on other nodes" + rules.only(moving) + ", which have "
                    + (homes.isEmpty() ? "none" : String.valueOf(homes.size())) + ": " + Slots.remedy(view));
        }
        List<String> nodes = running.workers().stream()
                .map(plan -> homes.getOrDefault(plan.worker(), plan.node()))
                .toList();
        boolean spansNodes = nodes.stream().distinct().count() > 1;
        boolean haveTransports = AssignmentRecord.haveTransports(
                running.workers(), topology.record().config());
        int names = running.lastName();
        List<WorkerPlan> next = new ArrayList<>();
        List<String> fresh = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            WorkerPlan plan = running.workers().get(i);
            String node = nodes.get(i);
            if (!moving.contains(plan) && (!spansNodes || haveTransports)) {
                next.add(plan);
                continue;
            }
            int executors = Placer.executors(config, node, Collections.frequency(nodes, node), view);
            next.add(new WorkerPlan("w" + ++names, node, executors, plan.tasks()));
            fresh.add("w" + names);
        }
        List<WorkerPlan> leaving =
                running.workers().stream().filter(plan -> !next.contains(plan)).toList();
        return RebalanceProtocol.begin(
                running,
                new Moves(List.copyOf(next), List.copyOf(fresh), leaving, List.of()),
                new Adjustments(running.parallelism(), Map.of(), running.near()));
    }

    /** Returns the names of the workers' nodes. */
    public static String nodes(List<WorkerPlan> plans) {
        return String.join(", ", plans.stream().map(WorkerPlan::node).distinct().toList());
    }
}
