// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Places the vertices of a graph that have no part while the others stay fixed. The fixed vertices of one owner in
 * one part become a single vertex that may be nowhere else. So the graph to partition is small, and no refinement can
 * move them.
 */
public final class FixedVertices {
    private final Graph whole;
    private final Parts wholeParts;
    private final int[] partOf;
    private final Parts parts;
    private final Coarsening step;

    private FixedVertices(Graph whole, Parts wholeParts, int[] partOf, Parts parts, Coarsening step) {
        this.whole = whole;
        this.wholeParts = wholeParts;
        this.partOf = partOf;
        this.parts = parts;
        this.step = step;
    }

    /**
     * @param parts with slots and parts per owner that leave room for all that stays
     * @param partOf by vertex: its part, or {@link Partition#UNPLACED}
     */
    public static FixedVertices of(Graph graph, Parts parts, int[] partOf) {
        int fixedPermit = parts.permits.length;
        boolean[][] permits = Arrays.copyOf(parts.permits, fixedPermit + parts.count);
        for (int part = 0; part < parts.count; part++) {
            permits[fixedPermit + part] = new boolean[parts.count];
            permits[fixedPermit + part][part] = true;
        }
        int[] permit = graph.permit.clone();
        int[] anchor = new int[graph.size];
        Map<Long, Integer> anchors = new HashMap<>();
        int size = 0;
        for (int v = 0; v < graph.size; v++) {
            if (partOf[v] == Partition.UNPLACED) {
                anchor[v] = size++;
                continue;
            }
            permit[v] = fixedPermit + partOf[v];
            // A vertex has at most one group, so members of a group are not merged.
            long key = graph.group[v] == Graph.NO_GROUP ? (long) graph.owner[v] * parts.count + partOf[v] : -1 - v;
            Integer known = anchors.putIfAbsent(key, size);
            anchor[v] = known == null ? size++ : known;
        }
        Parts fixing = parts.withPermits(permits);
        Coarsening step = Coarsening.into(graph.withPermits(permit), fixing, anchor, size);
        return new FixedVertices(graph, parts, partOf, fixing, step);
    }

    /** What is left to partition. */
    public Graph graph() {
        return step.coarse;
    }

    /** The best partition of the whole graph found in which nothing that is placed moves; null if none was found. */
    public Partitioner.Result place(SearchBudget budget, long seed) {
        int[] start = Partitioner.complete(whole, wholeParts, partOf, seed);
        List<int[]> starts = start == null ? List.of() : List.of(step.restrict(start));
        Partitioner.Result result = Partitioner.partition(step.coarse, parts, starts, budget, seed);
        return result == null ? null : new Partitioner.Result(step.expand(result.partOf()), result.score());
    }
}
