// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.Arrays;
import java.util.Random;

/** Random graphs with owners, groups, permits and bias, and parts that they may or may not fit. */
final class RandomGraphs {
    private RandomGraphs() {}

    static Graph graph(Random random, int size, double density, int owners, int permits) {
        double[][] traffic = new double[size][size];
        for (int u = 0; u < size; u++) {
            for (int v = 0; v < u; v++) {
                if (random.nextDouble() < density) {
                    traffic[u][v] = 1 + random.nextInt(100);
                    traffic[v][u] = traffic[u][v];
                }
            }
        }
        return of(
                traffic,
                random.longs(size, 0, 20).toArray(),
                random.ints(size, 0, owners).toArray(),
                random.ints(size, 0, permits).toArray());
    }

    /** Vertices of one owner that may be anywhere. */
    static Graph of(double[][] traffic, long... load) {
        return of(traffic, load, new int[load.length], new int[load.length]);
    }

    private static Graph of(double[][] traffic, long[] load, int[] owner, int[] permit) {
        int size = load.length;
        int[] first = new int[size + 1];
        int[] neighbour = new int[size * size];
        double[] weights = new double[size * size];
        int end = 0;
        for (int u = 0; u < size; u++) {
            for (int v = 0; v < size; v++) {
                if (traffic[u][v] > 0) {
                    neighbour[end] = v;
                    weights[end++] = traffic[u][v];
                }
            }
            first[u + 1] = end;
        }
        int[] group = new int[size];
        for (int v = 0; v < size; v++) {
            group[v] = v % 9 == 0 ? v % 2 : Graph.NO_GROUP;
        }
        return new Graph(Graph.Adjacency.of(first, neighbour, weights), load, owner, permit, group, null);
    }

    /** Permit 0 is everywhere; the others lack one part each. An owner may be in all parts but one. */
    static Parts parts(Random random, int count, long limit, int slots, int owners, int permits, boolean far) {
        boolean[][] allowed = new boolean[permits][count];
        for (int p = 0; p < permits; p++) {
            Arrays.fill(allowed[p], true);
            if (p > 0) {
                allowed[p][p % count] = false;
            }
        }
        double[][] distance = null;
        if (far) {
            distance = new double[count][count];
            for (int a = 0; a < count; a++) {
                for (int b = 0; b < a; b++) {
                    distance[a][b] = 1 + random.nextInt(9);
                    distance[b][a] = distance[a][b];
                }
            }
        }
        return new Parts(
                filled(count, limit),
                filled(count, 2 * limit),
                ints(count, slots),
                ints(owners, count - 1),
                allowed,
                distance);
    }

    private static long[] filled(int size, long value) {
        long[] values = new long[size];
        Arrays.fill(values, value);
        return values;
    }

    private static int[] ints(int size, int value) {
        int[] values = new int[size];
        Arrays.fill(values, value);
        return values;
    }
}
