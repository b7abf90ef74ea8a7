// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One coarsening step: pairs of vertices that exchange much become one. Vertices stay apart if they have different
 * owners, both have a group, or neither permit contains the other. No pair exceeds a given load. Unmatched vertices
 * with the same strongest neighbour, like the leaves of a star, are paired as well.
 */
final class Coarsening {
    final Graph fine;
    final Graph coarse;
    /** By fine vertex: its coarse one. */
    final int[] parent;

    private Coarsening(Graph fine, Graph coarse, int[] parent) {
        this.fine = fine;
        this.coarse = coarse;
        this.parent = parent;
    }

    /**
     * @param heaviest load that no pair exceeds
     * @param within only vertices with equal entries become one; null: any
     */
    static Coarsening step(Graph graph, Parts parts, long heaviest, int[] within, SplittableRandom random) {
        int[] mate = new Matching(graph, parts, heaviest, within).match(shuffled(graph.size, random));
        int[] parent = new int[graph.size];
        int coarseSize = 0;
        for (int v = 0; v < graph.size; v++) {
            parent[v] = mate[v] < v ? parent[mate[v]] : coarseSize++;
        }
        return new Coarsening(graph, contract(graph, parts, parent, coarseSize), parent);
    }

    /**
     * Merges every connected component into one vertex, as far as its owner, groups, permits and the smallest limit
     * allow; null if that changes nothing.
     */
    static Coarsening components(Graph graph, Parts parts) {
        long heaviest =
                Arrays.stream(parts.limit).filter(limit -> limit > 0).min().orElse(0);
        int[] root = new int[graph.size];
        Arrays.fill(root, -1);
        int[] queue = new int[graph.size];
        int coarseSize = 0;
        for (int start = 0; start < graph.size; start++) {
            if (root[start] >= 0) {
                continue;
            }
            int id = coarseSize++;
            int permit = graph.permit[start];
            int group = graph.group[start];
            long load = graph.load[start];
            int end = 0;
            root[start] = id;
            queue[end++] = start;
            for (int at = 0; at < end; at++) {
                for (int e = graph.first[queue[at]]; e < graph.first[queue[at] + 1]; e++) {
                    int u = graph.neighbour[e];
                    int narrowed = root[u] >= 0 ? -1 : parts.narrower(permit, graph.permit[u]);
                    if (narrowed < 0
                            || graph.owner[u] != graph.owner[start]
                            || group >= 0 && graph.group[u] >= 0
                            || load + graph.load[u] > heaviest) {
                        continue;
                    }
                    permit = narrowed;
                    group = Math.max(group, graph.group[u]);
                    load += graph.load[u];
                    root[u] = id;
                    queue[end++] = u;
                }
            }
        }
        return coarseSize == graph.size ? null : new Coarsening(graph, contract(graph, parts, root, coarseSize), root);
    }

    /**
     * @param parent by vertex: which of {@code size} vertices it becomes; equal ones have the same owner and permit,
     *     and one group
     */
    static Coarsening into(Graph graph, Parts parts, int[] parent, int size) {
        return new Coarsening(graph, contract(graph, parts, parent, size), parent);
    }

    /** The partition of the fine graph that puts every vertex where its coarse one is. */
    int[] expand(int[] coarsePart) {
        int[] part = new int[fine.size];
        for (int v = 0; v < part.length; v++) {
            part[v] = coarsePart[parent[v]];
        }
        return part;
    }

    /** The inverse of {@link #expand} for parts that agree with the pairs. */
    int[] restrict(int[] finePart) {
        int[] part = new int[coarse.size];
        for (int v = 0; v < finePart.length; v++) {
            part[parent[v]] = finePart[v];
        }
        return part;
    }

    private static int[] shuffled(int size, SplittableRandom random) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    private static Graph contract(Graph graph, Parts parts, int[] parent, int size) {
        long[] load = new long[size];
        int[] owner = new int[size];
        int[] permit = new int[size];
        int[] group = new int[size];
        Arrays.fill(permit, -1);
        Arrays.fill(group, Graph.NO_GROUP);
        int[] firstChild = new int[size];
        int[] nextSibling = new int[graph.size];
        Arrays.fill(firstChild, -1);
        for (int v = 0; v < graph.size; v++) {
            int p = parent[v];
            load[p] += graph.load[v];
            owner[p] = graph.owner[v];
            permit[p] = permit[p] < 0 ? graph.permit[v] : parts.narrower(permit[p], graph.permit[v]);
            group[p] = Math.max(group[p], graph.group[v]);
            nextSibling[v] = firstChild[p];
            firstChild[p] = v;
        }
        int[] first = new int[size + 1];
        int[] neighbour = new int[graph.neighbour.length];
        double[] traffic = new double[graph.neighbour.length];
        int[] at = new int[size];
        Arrays.fill(at, -1);
        int end = 0;
        for (int p = 0; p < size; p++) {
            int begin = end;
            for (int v = firstChild[p]; v >= 0; v = nextSibling[v]) {
                for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
                    int q = parent[graph.neighbour[e]];
                    if (q == p) {
                        continue;
                    }
                    if (at[q] < begin) {
                        at[q] = end;
                        neighbour[end] = q;
                        traffic[end++] = graph.traffic[e];
                    } else {
                        traffic[at[q]] += graph.traffic[e];
                    }
                }
            }
            first[p + 1] = end;
        }
        return new Graph(
                Graph.Adjacency.of(first, neighbour, traffic),
                load,
                owner,
                permit,
                group,
                graph.bias == null ? null : summedBias(graph, parent, size, parts.count));
    }

    private static double[] summedBias(Graph graph, int[] parent, int size, int count) {
        double[] bias = new double[size * count];
        for (int v = 0; v < graph.size; v++) {
            for (int p = 0; p < count; p++) {
                bias[parent[v] * count + p] += graph.bias[v * count + p];
            }
        }
        return bias;
    }
}
