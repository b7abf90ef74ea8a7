// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

/** Brings loads down to the limits at the least cost per unit of load, by moves, or by exchanges if no move fits. */
final class Rebalance {
    private Rebalance() {}

    static void run(Partition partition) {
        int budget = 4 * partition.graph.size + 16;
        while (budget-- > 0 && partition.excess() + partition.overload() > 0) {
            if (!moveOne(partition) && !exchangeOne(partition)) {
                return;
            }
        }
    }

    private static boolean moveOne(Partition partition) {
        Graph graph = partition.graph;
        int bestVertex = -1;
        int bestPart = -1;
        double bestRate = Double.NEGATIVE_INFINITY;
        for (int from = 0; from < partition.count; from++) {
            long excess = partition.load[from] - partition.parts.limit[from];
            if (excess <= 0) {
                continue;
            }
            for (int i = 0; i < partition.sizes[from]; i++) {
                int v = partition.members[from][i];
                if (graph.load[v] == 0) {
                    continue;
                }
                for (int to = 0; to < partition.count; to++) {
                    if (to == from || !partition.relieves(v, to)) {
                        continue;
                    }
                    double gain = partition.gain(v, to);
                    double relief = Math.min(excess, graph.load[v]);
                    double rate = gain > 0 ? gain * relief : gain / relief;
                    if (rate > bestRate && partition.admits(v, to)) {
                        bestRate = rate;
                        bestVertex = v;
                        bestPart = to;
                    }
                }
            }
        }
        if (bestVertex < 0) {
            return false;
        }
        partition.move(bestVertex, bestPart);
        return true;
    }

    /** Exchanges two vertices so that the heavier one leaves an overfull part. */
    private static boolean exchangeOne(Partition partition) {
        Graph graph = partition.graph;
        int bestHeavy = -1;
        int bestLight = -1;
        long bestRelief = 0;
        double bestGain = 0;
        for (int from = 0; from < partition.count; from++) {
            if (partition.load[from] <= partition.parts.limit[from]) {
                continue;
            }
            for (int i = 0; i < partition.sizes[from]; i++) {
                int heavy = partition.members[from][i];
                for (int to = 0; to < partition.count; to++) {
                    if (to == from || partition.load[to] >= partition.parts.limit[to]) {
                        continue;
                    }
                    for (int j = 0; j < partition.sizes[to]; j++) {
                        int light = partition.members[to][j];
                        long relief = relief(partition, from, to, graph.load[heavy] - graph.load[light]);
                        if (relief <= 0 || relief < bestRelief || !partition.admitsSwap(heavy, light)) {
                            continue;
                        }
                        double gain = partition.swapGain(heavy, light);
                        if (relief > bestRelief || gain > bestGain) {
                            bestRelief = relief;
                            bestGain = gain;
                            bestHeavy = heavy;
                            bestLight = light;
                        }
                    }
                }
            }
        }
        if (bestHeavy < 0) {
            return false;
        }
        partition.swap(bestHeavy, bestLight);
        return true;
    }

    /** The fall of the excess of both parts when this much load changes sides; 0 if a capacity forbids it. */
    private static long relief(Partition partition, int from, int to, long shifted) {
        Parts parts = partition.parts;
        long loadAfter = partition.load[to] + shifted;
        if (shifted <= 0 || loadAfter > parts.capacity[to]) {
            return 0;
        }
        long excess = partition.load[from] - parts.limit[from];
        return Math.min(excess, shifted) - Math.max(0, loadAfter - parts.limit[to]);
    }
}
