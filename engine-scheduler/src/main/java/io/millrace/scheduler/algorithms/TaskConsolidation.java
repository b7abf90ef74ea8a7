// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.plan.StreamGraph;
import java.util.Arrays;

/**
 * TurboStream's Algorithm 1 (ICDCS 2018), multi-level task consolidation: level by level, each task merges with the
 * neighbour that it exchanges most data with, until few parents are left. docs/scheduler.md lists how gaps in the
 * printed algorithm are read.
 */
final class TaskConsolidation {
    /** A parent may weigh this much more than the mean parent of a graph of threshold size. */
    static final double HEAVIEST_PARENT = 1.5;
    /** A level that leaves more than this share of the vertices is the last one. */
    private static final double LEAST_SHRINKING = 0.95;

    private static final int NONE = -1;

    /**
     * What is left after consolidation.
     *
     * @param graph of the parents
     * @param parentOf by vertex of the original graph
     */
    record Result(StreamGraph graph, int[] parentOf) {}

    private final StreamGraph graph;
    private final double mostWeight;
    /** By vertex: the vertex it merges with, or {@link #NONE}. */
    private final int[] mate;

    private int merged;

    private TaskConsolidation(StreamGraph graph, double mostWeight) {
        this.graph = graph;
        this.mostWeight = mostWeight;
        mate = new int[graph.vertices];
        Arrays.fill(mate, NONE);
    }

    /** @param taskNumThreshold consolidation continues while there are more vertices than this */
    static Result consolidate(StreamGraph tasks, int taskNumThreshold) {
        double total = Arrays.stream(tasks.weight).asDoubleStream().sum();
        double mostWeight = HEAVIEST_PARENT * total / taskNumThreshold;
        StreamGraph graph = tasks;
        int[] parentOf = new int[tasks.vertices];
        Arrays.setAll(parentOf, vertex -> vertex);
        while (graph.vertices > taskNumThreshold) {
            TaskConsolidation level = new TaskConsolidation(graph, mostWeight);
            level.mergeNeighbours();
            if (level.shrinksTooLittle()) {
                level.mergeTwoHops();
            }
            if (level.shrinksTooLittle()) {
                break;
            }
            int[] parents = level.parents();
            graph = graph.contracted(parents, graph.vertices - level.merged);
            for (int task = 0; task < parentOf.length; task++) {
                parentOf[task] = parents[parentOf[task]];
            }
        }
        return new Result(graph, parentOf);
    }

    private boolean shrinksTooLittle() {
        return graph.vertices - merged > LEAST_SHRINKING * graph.vertices;
    }

    private void mergeNeighbours() {
        for (int u = 0; u < graph.vertices; u++) {
            if (mate[u] == NONE) {
                int best = NONE;
                long most = -1;
                for (int i = graph.first(u); i < graph.first(u + 1); i++) {
                    int v = graph.neighbour(i);
                    if (graph.traffic(i) > most && mayMerge(u, v)) {
                        best = v;
                        most = graph.traffic(i);
                    }
                }
                if (best != NONE) {
                    merge(u, best);
                }
            }
        }
    }

    /** Merges unmerged vertices that have the same strongest neighbour, such as the leaves of a star. */
    private void mergeTwoHops() {
        int[] waiting = new int[graph.vertices];
        Arrays.fill(waiting, NONE);
        for (int u = 0; u < graph.vertices; u++) {
            int hub = mate[u] == NONE ? heaviestNeighbour(u) : NONE;
            if (hub == NONE) {
                continue;
            }
            if (waiting[hub] != NONE && mayMerge(u, waiting[hub])) {
                merge(waiting[hub], u);
                waiting[hub] = NONE;
            } else {
                waiting[hub] = u;
            }
        }
    }

    private int heaviestNeighbour(int u) {
        int best = NONE;
        for (int i = graph.first(u); i < graph.first(u + 1); i++) {
            if (best == NONE || graph.traffic(i) > graph.traffic(best)) {
                best = i;
            }
        }
        return best == NONE ? NONE : graph.neighbour(best);
    }

    private boolean mayMerge(int u, int v) {
        return mate[v] == NONE && graph.weight[u] + graph.weight[v] <= mostWeight && graph.mayMerge(u, v);
    }

    private void merge(int u, int v) {
        mate[u] = v;
        mate[v] = u;
        merged++;
    }

    /** Numbers the parents in the order of their first members. */
    private int[] parents() {
        int[] parents = new int[graph.vertices];
        int next = 0;
        for (int u = 0; u < graph.vertices; u++) {
            parents[u] = mate[u] == NONE || mate[u] > u ? next++ : parents[mate[u]];
        }
        return parents;
    }
}
