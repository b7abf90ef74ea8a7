// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import io.millrace.scheduler.model.TopologySpec;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Packs tasks, confined and heavy ones first, each on the node with the most room left, to show that limits can be
 * kept.
 */
final class Packing {
    private final Problem problem;
    private final long[] room;
    private final int[] freeSlots;
    private final Map<String, Integer> workersLeft = new HashMap<>();
    /** Nodes where a topology has a worker, by topology id. */
    private final Map<String, BitSet> nodesOf = new HashMap<>();
    /** By spread group: nodes where one of its tasks is. */
    private final Map<String, BitSet> takenBy = new HashMap<>();

    private Packing(Problem problem) {
        this.problem = problem;
        room = problem.nodes().stream().mapToLong(Node::limit).toArray();
        freeSlots = problem.nodes().stream().mapToInt(Node::slots).toArray();
        for (TopologySpec topology : problem.topologies()) {
            workersLeft.put(topology.id(), topology.workers());
            nodesOf.put(topology.id(), new BitSet());
        }
    }

    static boolean keepsLimits(Problem problem) {
        Packing packing = new Packing(problem);
        Map<Constraints, Long> permitted = new HashMap<>();
        problem.tasks()
                .forEach(task -> permitted.computeIfAbsent(
                        task.constraints(),
                        constraints -> problem.nodes().stream()
                                .filter(constraints::permits)
                                .count()));
        return problem.tasks().stream()
                .sorted(Comparator.<Task>comparingLong(task -> permitted.get(task.constraints()))
                        .thenComparing(task -> task.constraints().spread().isEmpty())
                        .thenComparingLong(task -> -task.weight())
                        .thenComparingInt(Task::id))
                .allMatch(packing::place);
    }

    private boolean place(Task task) {
        int best = -1;
        for (int node = 0; node < room.length; node++) {
            if (mayTake(node, task) && (best < 0 || fill(node) < fill(best))) {
                best = node;
            }
        }
        if (best < 0) {
            return false;
        }
        room[best] -= task.weight();
        BitSet nodes = nodesOf.get(task.topology());
        if (!nodes.get(best)) {
            nodes.set(best);
            workersLeft.merge(task.topology(), -1, Integer::sum);
            freeSlots[best]--;
        }
        int node = best;
        task.constraints().spread().ifPresent(group -> ofGroup(group).set(node));
        return true;
    }

    private BitSet ofGroup(String group) {
        return takenBy.computeIfAbsent(group, none -> new BitSet());
    }

    private boolean mayTake(int node, Task task) {
        return room[node] >= task.weight()
                && (nodesOf.get(task.topology()).get(node)
                        || freeSlots[node] > 0 && workersLeft.get(task.topology()) > 0)
                && task.constraints().permits(problem.nodes().get(node))
                && task.constraints()
                        .spread()
                        .map(group -> !ofGroup(group).get(node))
                        .orElse(true);
    }

    private double fill(int node) {
        long limit = problem.nodes().get(node).limit();
        return limit == 0 ? 1 : 1 - (double) room[node] / limit;
    }
}
