// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.Arrays;

/** Finds the pairs that {@link Coarsening} makes one vertex. */
final class Matching {
    /** A neighbour is no partner if it exchanges less than this share of what the vertex's best neighbour does. */
    private static final double LEAST_SHARE = 0.1;

    private final Graph graph;
    private final Parts parts;
    private final long heaviest;
    private final int[] within;
    private final int[] mate;

    Matching(Graph graph, Parts parts, long heaviest, int[] within) {
        this.graph = graph;
        this.parts = parts;
        this.heaviest = heaviest;
        this.within = within;
        mate = new int[graph.size];
    }

    /** By vertex: the one it is paired with, or itself. */
    int[] match(int[] order) {
        for (int v = 0; v < mate.length; v++) {
            mate[v] = v;
        }
        for (int v : order) {
            if (mate[v] == v) {
                pairWithBestNeighbour(v);
            }
        }
        pairTwoHops(order);
        return mate;
    }

    /**
     * Rates a neighbour by traffic squared over the product of loads: much traffic between small vertices. A
     * neighbour with little traffic compared to the best one is no partner, because merging would tie together what
     * should be separated.
     */
    private void pairWithBestNeighbour(int v) {
        int best = -1;
        double bestRating = 0;
        double least = LEAST_SHARE * mostTraffic(v);
        for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
            int u = graph.neighbour[e];
            if (mate[u] != u || graph.traffic[e] < least || !mayPair(u, v)) {
                continue;
            }
            double rating = graph.traffic[e] * graph.traffic[e] / (1.0 + graph.load[u]);
            if (rating > bestRating) {
                bestRating = rating;
                best = u;
            }
        }
        if (best >= 0) {
            mate[v] = best;
            mate[best] = v;
        }
    }

    private double mostTraffic(int v) {
        double most = 0;
        for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
            most = Math.max(most, graph.traffic[e]);
        }
        return most;
    }

    private void pairTwoHops(int[] order) {
        int[] waiting = new int[graph.size + 1];
        Arrays.fill(waiting, -1);
        for (int v : order) {
            if (mate[v] != v) {
                continue;
            }
            // Vertices without a neighbour share the last entry.
            int strongest = graph.size;
            double most = 0;
            for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
                if (graph.traffic[e] > most) {
                    most = graph.traffic[e];
                    strongest = graph.neighbour[e];
                }
            }
            int other = waiting[strongest];
            if (other >= 0 && mayPair(other, v)) {
                mate[v] = other;
                mate[other] = v;
                waiting[strongest] = -1;
            } else {
                waiting[strongest] = v;
            }
        }
    }

    private boolean mayPair(int u, int v) {
        return graph.owner[u] == graph.owner[v]
                && graph.load[u] + graph.load[v] <= heaviest
                && (graph.group[u] < 0 || graph.group[v] < 0)
                && (within == null || within[u] == within[v])
                && parts.narrower(graph.permit[u], graph.permit[v]) >= 0;
    }
}
