// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts used and free slots of nodes. */
public final class Slots {

    private Slots() {}

    /** Returns the used slots by node: assigned workers, and workers of ended topologies that still run. */
    public static Map<String, Integer> used(ClusterView view) {
        Map<String, Integer> used = new TreeMap<>();
        for (TopologyView topology : view.topologies().values()) {
            if (topology.record().ended()) {
                for (WorkerStart start : topology.starts().values()) {
                    used.merge(start.node(), 1, Integer::sum);
                }
            } else if (topology.assignment() != null) {
                for (WorkerPlan plan : topology.assignment().value().withSlots()) {
                    used.merge(plan.node(), 1, Integer::sum);
                }
            }
        }
        return used;
    }

    /** Returns the remedy to name where a slot is needed. */
    public static String remedy(ClusterView view) {
        return "start another supervisor, kill a topology, or raise supervisor.slots"
                + (view.drains().isEmpty()
                        ? ""
                        : "; drained: " + String.join(", ", view.drains().keySet())
                                + " ('millrace undrain NODE' takes one back)");
    }

    /** Returns the free slots by node that is up; 0 for nodes that are full or drained. */
    public static SortedMap<String, Integer> free(ClusterView view) {
        Map<String, Integer> used = used(view);
        SortedMap<String, Integer> free = new TreeMap<>();
        for (SupervisorRecord supervisor : view.supervisors().values()) {
            int left = supervisor.slots() - used.getOrDefault(supervisor.node(), 0);
            free.put(supervisor.node(), view.isDrained(supervisor.node()) ? 0 : Math.max(0, left));
        }
        return free;
    }
}
