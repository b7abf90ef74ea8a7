package io.millrace.cluster.controller.rebalance;

import io.millrace.api.config.Config;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.controller.placement.Placer.NoRoomException;
import io.millrace.cluster.controller.placement.Slots;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The rebalance that takes a topology off drained nodes. Each worker there is replaced by one with the same tasks on the node with the most free
 * slots; the others stay. Pure.
 */
public final class DrainPlan {

    private DrainPlan() {}

    /** The workers of a topology on drained nodes, also those that a rebalance will start there. */
    public static List<WorkerPlan> toMove(TopologyView topology, ClusterView view) {
        return topology.assignment() == null
                ? List.of()
                : topology.assignment().value().wanted().stream()
                        .filter(plan -> view.isDrained(plan.node()))
                        .toList();
    }

    /**
     * Returns the assignment that starts it; only for a topology that is not being rebalanced and has workers to move.
     *
     * @throws NoRoomException if other nodes have too few free slots: it moves as a whole, as each move pauses its spouts
     */
    public static AssignmentRecord begin(TopologyView topology, ClusterView view) {
        AssignmentRecord running = topology.assignment().value();
        List<WorkerPlan> moving = toMove(topology, view);
        SortedMap<String, Integer> free = Slots.free(view);
        int room = free.values().stream().mapToInt(Integer::intValue).sum();
        if (room < moving.size()) {
            throw new NoRoomException("stays on " + nodes(moving) + ": it needs "
                    + (moving.size() == 1 ? "a free slot" : moving.size() + " free slots") + " on other nodes, which have "
                    + (room == 0 ? "none" : String.valueOf(room)) + ": " + Slots.remedy(view));
        }
        Config config = Config.of(topology.record().config());
        int names = running.lastName();
        List<WorkerPlan> next = new ArrayList<>();
        List<String> fresh = new ArrayList<>();
        for (WorkerPlan plan : running.workers()) {
            if (!moving.contains(plan)) {
                next.add(plan);
                continue;
            }
            String node = Slots.freest(free).orElseThrow();
            free.merge(node, -1, Integer::sum);
            WorkerPlan made = new WorkerPlan("w" + ++names, node, Placer.executors(config, node, 1, view), plan.tasks());
            next.add(made);
            fresh.add(made.worker());
        }
        if (AssignmentRecord.spansNodes(next)) {
            for (int i = 0; i < next.size(); i++) {
                WorkerPlan plan = next.get(i);
                if (!fresh.contains(plan.worker())
                        && !RebalancePlan.hasTransport(topology.workers().get(plan.worker()))) {
                    WorkerPlan made = new WorkerPlan("w" + ++names, plan.node(), plan.executors(), plan.tasks());
                    next.set(i, made);
                    fresh.add(made.worker());
                }
            }
        }
        List<WorkerPlan> leaving =
                running.workers().stream().filter(plan -> !next.contains(plan)).toList();
        return RebalanceProtocol.begin(
                running, List.copyOf(next), List.copyOf(fresh), leaving, List.of(), running.parallelism(), Map.of());
    }

    /** The names of the nodes of workers. */
    public static String nodes(List<WorkerPlan> plans) {
        return String.join(", ", plans.stream().map(WorkerPlan::node).distinct().toList());
    }
}
