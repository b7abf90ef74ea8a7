// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;

/**
 * A first partition by greedy placement. Vertices confined to few parts come first, then always the one that
 * exchanges most with those placed. Each goes where it costs least and fits.
 */
final class GreedyStart {
    private final Partition partition;
    private final Graph graph;
    private final double evenness;

    private GreedyStart(Partition partition, double evenness) {
        this.partition = partition;
        this.graph = partition.graph;
        this.evenness = evenness;
    }

    /**
     * Places the vertices that have no part yet. With evenness 0 parts are filled one after the other. The higher it
     * is (1 is high), the more are emptier parts preferred.
     *
     * @return false if no part admits some vertex; the partition is useless then
     */
    static boolean complete(Partition partition, double evenness, SplittableRandom random) {
        return new GreedyStart(partition, evenness).run(random);
    }

    private boolean run(SplittableRandom random) {
        int[] order = new int[graph.size];
        int pending = 0;
        for (int v = 0; v < graph.size; v++) {
            if (partition.part[v] == Partition.UNPLACED) {
                order[pending++] = v;
            }
        }
        for (int i = pending - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        if (!placeConfined(order, pending)) {
            return false;
        }
        GainQueue queue = new GainQueue(graph.size);
        double[] placedTraffic = new double[graph.size];
        for (int i = 0; i < pending; i++) {
            if (partition.part[order[i]] == Partition.UNPLACED) {
                placedTraffic[order[i]] = trafficWithPlaced(order[i]);
                queue.put(order[i], placedTraffic[order[i]]);
            }
        }
        int next = 0;
        while (!queue.isEmpty()) {
            int v;
            if (queue.topGain() > 0) {
                v = queue.take();
            } else {
                // No vertex left has traffic with those placed, so the next one in order starts.
                while (!queue.contains(order[next])) {
                    next++;
                }
                v = order[next];
                queue.remove(v);
            }
            if (!placeBest(v)) {
                return false;
            }
            for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
                int u = graph.neighbour[e];
                if (queue.contains(u)) {
                    placedTraffic[u] += graph.traffic[e];
                    queue.put(u, placedTraffic[u]);
                }
            }
        }
        return true;
    }

    private boolean placeConfined(int[] order, int pending) {
        int[] choices = partition.parts.choices;
        int everywhere = partition.count;
        int[] confined = Arrays.stream(order, 0, pending)
                .filter(v -> choices[graph.permit[v]] < everywhere || graph.group[v] >= 0)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(v -> choices[graph.permit[v]])
                        .thenComparing(v -> -graph.load[v]))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int v : confined) {
            if (choices[graph.permit[v]] <= Math.max(1, everywhere / 2) || graph.group[v] >= 0) {
                if (!placeBest(v)) {
                    return false;
                }
            }
        }
        return true;
    }

    private double trafficWithPlaced(int v) {
        double placedTraffic = 0;
        for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
            placedTraffic += partition.part[graph.neighbour[e]] == Partition.UNPLACED ? 0 : graph.traffic[e];
        }
        return placedTraffic;
    }

    private boolean placeBest(int v) {
        Parts parts = partition.parts;
        double own = 0;
        for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
            own += graph.traffic[e];
        }
        own = Math.max(own, 1);
        int best = -1;
        boolean bestFits = false;
        double bestCost = 0;
        for (int p = 0; p < partition.count; p++) {
            if (!partition.admits(v, p)) {
                continue;
            }
            boolean fits = partition.fits(v, p);
            double fill = (partition.load[p] + graph.load[v] + 1e-3) / (parts.limit[p] + 1e-3);
            // If it fits nowhere, the least overfull part is best.
            double cost = fits ? partition.pull[v * partition.count + p] + evenness * own * fill : fill;
            if (best < 0 || fits && !bestFits || fits == bestFits && cost < bestCost) {
                best = p;
                bestFits = fits;
                bestCost = cost;
            }
        }
        if (best < 0) {
            return false;
        }
        partition.place(v, best);
        return true;
    }
}
