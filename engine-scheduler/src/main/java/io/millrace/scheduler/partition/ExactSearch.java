// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.Arrays;

/**
 * Branch and bound for small graphs. It assigns one vertex after the other. It leaves a branch when the cost so far,
 * plus the least cost of each other vertex, is no less than the best known. Of equivalent empty parts it tries only
 * the first. Only partitions within all limits count.
 */
final class ExactSearch {
    private final Graph graph;
    private final Parts parts;
    private final Partition partition;
    private final int[] order;
    private final boolean[][] alike;
    private int stepsLeft;
    private Score bestScore;
    private int[] best;

    /** @param known the partition to start from; it is not changed */
    ExactSearch(Graph graph, Parts parts, Partition known, int mostSteps) {
        this.graph = graph;
        this.parts = parts;
        partition = new Partition(graph, parts);
        order = byTraffic(graph);
        alike = new boolean[parts.count][parts.count];
        for (int a = 0; a < parts.count && graph.bias == null; a++) {
            for (int b = 0; b < a; b++) {
                alike[a][b] = parts.areAlike(a, b);
            }
        }
        stepsLeft = mostSteps;
        best = known.toArray();
        bestScore = known.score();
    }

    /** The best partition found. It is optimal if the steps suffice and some partition is within all limits. */
    int[] run() {
        descend(0);
        return best;
    }

    private void descend(int depth) {
        if (depth == order.length) {
            if (partition.score().isBetterThan(bestScore)) {
                bestScore = partition.score();
                best = partition.toArray();
            }
            return;
        }
        int v = order[depth];
        double[] cost = new double[parts.count];
        int[] choices = new int[parts.count];
        int found = 0;
        for (int p = 0; p < parts.count; p++) {
            if (partition.fits(v, p) && partition.admits(v, p) && !hasEmptyTwinBefore(p)) {
                cost[p] = partition.pull[v * parts.count + p];
                int at = found++;
                while (at > 0 && cost[choices[at - 1]] > cost[p]) {
                    choices[at] = choices[at - 1];
                    at--;
                }
                choices[at] = p;
            }
        }
        for (int i = 0; i < found && stepsLeft > 0; i++) {
            stepsLeft--;
            partition.place(v, choices[i]);
            if (isPromising(depth + 1)) {
                descend(depth + 1);
            }
            partition.unplace(v);
        }
    }

    private boolean hasEmptyTwinBefore(int part) {
        if (partition.sizes[part] > 0) {
            return false;
        }
        for (int p = 0; p < part; p++) {
            if (alike[part][p] && partition.sizes[p] == 0) {
                return true;
            }
        }
        return false;
    }

    private boolean isPromising(int depth) {
        double bound = partition.cost();
        for (int i = depth; i < order.length; i++) {
            int v = order[i];
            double least = Double.POSITIVE_INFINITY;
            for (int p = 0; p < parts.count; p++) {
                double cost = partition.pull[v * parts.count + p];
                if (cost < least && partition.fits(v, p) && parts.permits[graph.permit[v]][p]) {
                    least = cost;
                }
            }
            if (least == Double.POSITIVE_INFINITY) {
                return false;
            }
            bound += least + partition.base[v];
        }
        return new Score(0, 0, bound).isBetterThan(bestScore);
    }

    /**
     * The order of the search: the vertex with the most traffic first, then always the one that exchanges most with
     * those before it; ties by load.
     */
    private static int[] byTraffic(Graph graph) {
        int[] order = new int[graph.size];
        double[] talk = new double[graph.size];
        double[] own = new double[graph.size];
        boolean[] taken = new boolean[graph.size];
        for (int v = 0; v < graph.size; v++) {
            own[v] = Arrays.stream(graph.traffic, graph.first[v], graph.first[v + 1])
                    .sum();
        }
        for (int i = 0; i < order.length; i++) {
            int next = -1;
            for (int v = 0; v < graph.size; v++) {
                if (!taken[v] && (next < 0 || precedes(v, next, talk, own, graph.load))) {
                    next = v;
                }
            }
            taken[next] = true;
            order[i] = next;
            for (int e = graph.first[next]; e < graph.first[next + 1]; e++) {
                talk[graph.neighbour[e]] += graph.traffic[e];
            }
        }
        return order;
    }

    private static boolean precedes(int u, int v, double[] talk, double[] own, long[] load) {
        if (talk[u] != talk[v]) {
            return talk[u] > talk[v];
        }
        return own[u] != own[v] ? own[u] > own[v] : load[u] > load[v];
    }
}
