// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.Arrays;

/**
 * An undirected graph in compressed sparse rows: the neighbours of vertex {@code v} are at {@code first[v]} to {@code
 * first[v + 1] - 1}. Every edge is stored at both ends; there are no loops. Immutable by convention: nobody writes to
 * the arrays after construction.
 */
public final class Graph {
    /** The {@link #group} of a vertex that is in none. */
    public static final int NO_GROUP = -1;

    /**
     * The rows.
     *
     * @param first by vertex, and one more
     * @param traffic by position in {@code neighbour}
     */
    public record Adjacency(int[] first, int[] neighbour, double[] traffic) {

        /** Makes those of arrays that may have room behind the last row. */
        public static Adjacency of(int[] first, int[] neighbour, double[] traffic) {
            int end = first[first.length - 1];
            return new Adjacency(first, Arrays.copyOf(neighbour, end), Arrays.copyOf(traffic, end));
        }
    }

    private final Adjacency adjacency;

    final int size;
    final int[] first;
    final int[] neighbour;
    /** By position in {@link #neighbour}: the traffic between the two vertices, above 0. */
    final double[] traffic;

    final long[] load;
    /** See {@link Parts}: a part holds vertices of a limited number of owners. */
    final int[] owner;
    /** Index of the set of parts that may hold the vertex, see {@link Parts}. */
    final int[] permit;
    /** Vertices of the same group never share a part. */
    final int[] group;
    /** By vertex and part: the cost of having the vertex there, apart from traffic; null: no cost. */
    final double[] bias;

    final int owners;
    final int groups;

    public Graph(Adjacency adjacency, long[] load, int[] owner, int[] permit, int[] group, double[] bias) {
        this.adjacency = adjacency;
        this.size = load.length;
        this.first = adjacency.first();
        this.neighbour = adjacency.neighbour();
        this.traffic = adjacency.traffic();
        this.load = load;
        this.owner = owner;
        this.permit = permit;
        this.group = group;
        this.bias = bias;
        owners = most(owner) + 1;
        groups = most(group) + 1;
    }

    /** This graph with another bias. */
    Graph withBias(double[] other) {
        return new Graph(adjacency, load, owner, permit, group, other);
    }

    /**
     * This graph where each vertex pays the price in every part but its home, and has no other bias.
     *
     * @param home by vertex; -1: it pays nowhere
     */
    public Graph withPriceOfMoves(int[] home, Parts parts, double price) {
        double[] priced = new double[size * parts.count];
        for (int v = 0; v < size; v++) {
            for (int part = 0; part < parts.count && home[v] >= 0; part++) {
                priced[v * parts.count + part] = part == home[v] ? 0 : price;
            }
        }
        return withBias(priced);
    }

    /** This graph with other permits. */
    Graph withPermits(int[] other) {
        return new Graph(adjacency, load, owner, other, group, bias);
    }

    public int size() {
        return size;
    }

    int degree(int vertex) {
        return first[vertex + 1] - first[vertex];
    }

    /** The traffic between two vertices, 0 if they are not neighbours. */
    double between(int u, int v) {
        int from = degree(u) <= degree(v) ? u : v;
        int to = from == u ? v : u;
        for (int e = first[from]; e < first[from + 1]; e++) {
            if (neighbour[e] == to) {
                return traffic[e];
            }
        }
        return 0;
    }

    /**
     * The graph of some of the vertices, in this order, all of one owner, free to be in any part and without groups.
     *
     * @param scratch as long as this graph has vertices, all -1; it is so again afterwards
     */
    public Graph induced(int[] vertices, int[] scratch) {
        int room = 0;
        for (int i = 0; i < vertices.length; i++) {
            scratch[vertices[i]] = i;
            room += degree(vertices[i]);
        }
        int[] firstOf = new int[vertices.length + 1];
        int[] neighbours = new int[room];
        double[] traffics = new double[room];
        long[] loads = new long[vertices.length];
        int[] groupless = new int[vertices.length];
        int end = 0;
        for (int i = 0; i < vertices.length; i++) {
            int v = vertices[i];
            loads[i] = load[v];
            groupless[i] = NO_GROUP;
            for (int e = first[v]; e < first[v + 1]; e++) {
                if (scratch[neighbour[e]] >= 0) {
                    neighbours[end] = scratch[neighbour[e]];
                    traffics[end++] = traffic[e];
                }
            }
            firstOf[i + 1] = end;
        }
        for (int v : vertices) {
            scratch[v] = -1;
        }
        int[] zeros = new int[vertices.length];
        return new Graph(Adjacency.of(firstOf, neighbours, traffics), loads, zeros, zeros, groupless, null);
    }

    /**
     * The traffic of the vertex with each of {@code sets}; {@code setOf} has the set of each vertex, or a negative
     * number.
     */
    public double[] trafficTo(int vertex, int[] setOf, int sets) {
        double[] sum = new double[sets];
        for (int e = first[vertex]; e < first[vertex + 1]; e++) {
            if (setOf[neighbour[e]] >= 0) {
                sum[setOf[neighbour[e]]] += traffic[e];
            }
        }
        return sum;
    }

    /** The traffic of all edges, each counted once. */
    public double totalTraffic() {
        double sum = 0;
        for (double each : traffic) {
            sum += each;
        }
        return sum / 2;
    }

    public long totalLoad() {
        long sum = 0;
        for (long each : load) {
            sum += each;
        }
        return sum;
    }

    private static int most(int[] values) {
        int most = -1;
        for (int value : values) {
            most = Math.max(most, value);
        }
        return most;
    }
}
