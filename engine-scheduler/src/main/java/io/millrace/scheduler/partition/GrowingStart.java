// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.SplittableRandom;

/**
 * A first partition by graph growing, one part after the other. From a seed, the vertex that exchanges most with the
 * part joins it until the part has its share of the load. The next seed is a vertex that exchanges much with those
 * placed before, so that nothing is isolated between two parts. {@link GreedyStart} places the rest.
 */
final class GrowingStart {
    private final Partition partition;
    private final Graph graph;
    private final GainQueue queue;
    private final double[] partTraffic;
    private final double[] placedTraffic;

    private GrowingStart(Partition partition) {
        this.partition = partition;
        graph = partition.graph;
        queue = new GainQueue(graph.size);
        partTraffic = new double[graph.size];
        placedTraffic = new double[graph.size];
    }

    /** Places what fits; complete it by {@link GreedyStart}. */
    static void grow(Partition partition, SplittableRandom random) {
        GrowingStart start = new GrowingStart(partition);
        int[] order = new int[partition.count];
        for (int i = 0; i < order.length; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        double limits = 0;
        for (long limit : partition.parts.limit) {
            limits += limit;
        }
        double load = start.graph.totalLoad();
        for (int part : order) {
            start.fill(part, limits == 0 ? 0 : load * partition.parts.limit[part] / limits, random);
        }
    }

    private void fill(int part, double share, SplittableRandom random) {
        while (partition.load[part] < share) {
            int seed = seed(part, share, random);
            if (seed < 0) {
                return;
            }
            join(seed, part);
            while (!queue.isEmpty()) {
                int v = queue.take();
                partTraffic[v] = 0;
                if (mayJoin(v, part, share)) {
                    join(v, part);
                }
            }
        }
    }

    private int seed(int part, double share, SplittableRandom random) {
        int offset = random.nextInt(graph.size);
        int best = -1;
        for (int i = 0; i < graph.size; i++) {
            int v = i + offset < graph.size ? i + offset : i + offset - graph.size;
            if (partition.part[v] == Partition.UNPLACED
                    && (best < 0 || placedTraffic[v] > placedTraffic[best])
                    && graph.load[v] > 0
                    && mayJoin(v, part, share)) {
                best = v;
            }
        }
        return best;
    }

    /** A vertex joins only if at least half of its load is within the share. */
    private boolean mayJoin(int v, int part, double share) {
        return partition.load[part] + graph.load[v] / 2.0 <= share
                && partition.fits(v, part)
                && partition.admits(v, part);
    }

    private void join(int v, int part) {
        partition.place(v, part);
        queue.remove(v);
        for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
            int u = graph.neighbour[e];
            if (partition.part[u] == Partition.UNPLACED) {
                placedTraffic[u] += graph.traffic[e];
                partTraffic[u] += graph.traffic[e];
                queue.put(u, partTraffic[u]);
            }
        }
    }
}
