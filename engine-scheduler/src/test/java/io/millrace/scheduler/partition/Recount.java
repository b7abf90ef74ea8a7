// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Counts a partition's figures from nothing, as they are defined. */
record Recount(Graph graph, Parts parts, int[] partOf) {
    double cost() {
        double cost = 0;
        for (int v = 0; v < graph.size; v++) {
            for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
                cost += graph.traffic[e] * parts.distance(partOf[v], partOf[graph.neighbour[e]]) / 2;
            }
            cost += graph.bias == null ? 0 : graph.bias[v * parts.count + partOf[v]];
        }
        return cost;
    }

    long above(long[] bound) {
        long[] load = new long[parts.count];
        for (int v = 0; v < graph.size; v++) {
            load[partOf[v]] += graph.load[v];
        }
        long above = 0;
        for (int p = 0; p < parts.count; p++) {
            above += Math.max(0, load[p] - bound[p]);
        }
        return above;
    }

    boolean keepsTheRules() {
        Map<Integer, Set<Integer>> ownersIn = new HashMap<>();
        Map<Integer, Set<Integer>> partsOf = new HashMap<>();
        Set<String> groups = new HashSet<>();
        for (int v = 0; v < graph.size; v++) {
            ownersIn.computeIfAbsent(partOf[v], none -> new HashSet<>()).add(graph.owner[v]);
            partsOf.computeIfAbsent(graph.owner[v], none -> new HashSet<>()).add(partOf[v]);
            if (!parts.permits[graph.permit[v]][partOf[v]]
                    || graph.group[v] >= 0 && !groups.add(graph.group[v] + "@" + partOf[v])) {
                return false;
            }
        }
        return ownersIn.entrySet().stream().allMatch(part -> part.getValue().size() <= parts.slots[part.getKey()])
                && partsOf.entrySet().stream()
                        .allMatch(owner -> owner.getValue().size() <= parts.partsPerOwner[owner.getKey()]);
    }
}
