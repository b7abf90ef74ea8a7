// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An upper bound for the best balance: heaviest task first, each to the node that it fills least, without regard to
 * traffic and constraints. {@link ProblemBuilder} takes limits from it that some assignment keeps.
 */
final class GreedyPacking {
    private final Map<Double, Long> mostByTarget = new HashMap<>();

    private GreedyPacking() {}

    /**
     * @param targets by node: its fair load
     * @param most how many nodes may be used; those with the highest targets are
     */
    static GreedyPacking of(List<Task> tasks, double[] targets, int most) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < targets.length; node++) {
            if (targets[node] > 0) {
                nodes.add(node);
            }
        }
        nodes.sort(Comparator.comparingDouble(node -> -targets[node]));
        List<Integer> used = nodes.subList(0, Math.min(most, nodes.size()));
        GreedyPacking packing = new GreedyPacking();
        if (used.isEmpty()) {
            return packing;
        }
        long[] load = new long[targets.length];
        List<Task> heavyFirst = new ArrayList<>(tasks);
        heavyFirst.sort(Comparator.comparingLong(task -> -task.weight()));
        for (Task task : heavyFirst) {
            int least = used.get(0);
            for (int node : used) {
                if ((load[node] + task.weight()) / targets[node] < (load[least] + task.weight()) / targets[least]) {
                    least = node;
                }
            }
            load[least] += task.weight();
        }
        for (int node : used) {
            packing.mostByTarget.merge(targets[node], load[node], Math::max);
        }
        return packing;
    }

    /** The largest load that a node of this target got. */
    long mostOfAnyLike(double target) {
        return mostByTarget.getOrDefault(target, 0L);
    }
}
