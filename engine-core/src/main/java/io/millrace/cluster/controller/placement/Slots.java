package io.millrace.cluster.controller.placement;

import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which nodes have room for how many more workers. */
public final class Slots {

    private Slots() {}

    /** Workers per node: those assigned, and those of ended topologies that are not gone yet. */
    public static Map<String, Integer> used(ClusterView view) {
        Map<String, Integer> used = new TreeMap<>();
        for (TopologyView topology : view.topologies().values()) {
            if (topology.record().ended()) {
                for (WorkerStart start : topology.starts().values()) {
                    used.merge(start.node(), 1, Integer::sum);
                }
            } else if (topology.assignment() != null) {
                for (WorkerPlan plan : topology.assignment().value().wanted()) {
                    used.merge(plan.node(), 1, Integer::sum);
                }
            }
        }
        return used;
    }

    /** Nodes that are up, with what is left of their slots; nodes without room too. */
    public static SortedMap<String, Integer> free(ClusterView view) {
        Map<String, Integer> used = used(view);
        SortedMap<String, Integer> free = new TreeMap<>();
        for (SupervisorRecord supervisor : view.supervisors().values()) {
            int left = supervisor.slots() - used.getOrDefault(supervisor.node(), 0);
            free.put(supervisor.node(), Math.max(0, left));
        }
        return free;
    }
}
