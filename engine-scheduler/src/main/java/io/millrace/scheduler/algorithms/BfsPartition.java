// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.plan.StreamGraph;
import java.util.Arrays;
import java.util.BitSet;

/**
 * TurboStream's Algorithm 2 (ICDCS 2018), breadth-first partition. The nodes are halved recursively. Each time the
 * tasks are divided by growing a region breadth-first from a start task until it has its half's share of the load. Of
 * all start tasks, the one whose region cuts the least data stream wins. docs/scheduler.md lists how gaps in the
 * printed algorithm are read.
 *
 * <p>Loads are fractions of the whole, so that the unit of the weights has no influence.
 */
final class BfsPartition {
    static final int MOST_STARTS = 400;

    private final StreamGraph graph;
    private final int[] nodes;
    private final double[] shares;
    private final double[] load;
    private final double factor;
    /** By vertex: the index into {@link #nodes}, once it is decided. */
    private final int[] part;

    private BfsPartition(StreamGraph graph, int[] nodes, double[] shares, double eps) {
        this.graph = graph;
        this.nodes = nodes;
        this.shares = shares;
        int depth = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, nodes.length - 1));
        factor = eps / depth;
        double total = Arrays.stream(graph.weight).asDoubleStream().sum();
        load = Arrays.stream(graph.weight)
                .mapToDouble(weight -> total == 0 ? 1.0 / graph.vertices : weight / total)
                .toArray();
        part = new int[graph.vertices];
    }

    /**
     * The node of each vertex.
     *
     * @param nodes at least one; each vertex's permit contains at least one of them
     * @param shares by index of {@code nodes}: its share of the load, relative to the others'; 0 or more
     * @param eps how far above its share a node may be loaded, as a fraction
     */
    static int[] partition(StreamGraph graph, int[] nodes, double[] shares, double eps) {
        BfsPartition partition = new BfsPartition(graph, nodes, shares, eps);
        int[] all = new int[graph.vertices];
        Arrays.setAll(all, vertex -> vertex);
        partition.divide(all, 0, nodes.length);
        return Arrays.stream(partition.part).map(index -> nodes[index]).toArray();
    }

    private void divide(int[] vertices, int from, int to) {
        if (to - from == 1) {
            for (int vertex : vertices) {
                part[vertex] = from;
            }
            return;
        }
        int middle = (from + to) / 2;
        BitSet left = new Growth(vertices, from, middle, to).best();
        divide(Arrays.stream(vertices).filter(left::get).toArray(), from, middle);
        divide(Arrays.stream(vertices).filter(vertex -> !left.get(vertex)).toArray(), middle, to);
    }

    /** One division: which of the vertices go to the nodes from {@code from} to before {@code middle}. */
    private final class Growth {
        private final int[] vertices;
        private final double target;
        /** Vertices of this division that may still go either way. */
        private final BitSet free = new BitSet();
        /** Vertices that may only go left. */
        private final BitSet confined = new BitSet();

        private final BitSet inside = new BitSet();
        private final BitSet enqueued = new BitSet();
        private final BitSet ofDivision = new BitSet();
        private double grown;
        private long dataStream;

        Growth(int[] vertices, int from, int middle, int to) {
            this.vertices = vertices;
            BitSet leftNodes = nodes(from, middle);
            BitSet rightNodes = nodes(middle, to);
            double whole = 0;
            for (int vertex : vertices) {
                whole += load[vertex];
                ofDivision.set(vertex);
                if (!graph.permit(vertex).intersects(rightNodes)) {
                    confined.set(vertex);
                } else if (graph.permit(vertex).intersects(leftNodes)) {
                    free.set(vertex);
                }
            }
            double leftShare = sum(from, middle);
            double bothShares = sum(from, to);
            target = whole * (bothShares == 0 ? (double) (middle - from) / (to - from) : leftShare / bothShares);
        }

        BitSet best() {
            BitSet best = null;
            long minDataStream = Long.MAX_VALUE;
            double minMiss = Double.POSITIVE_INFINITY;
            boolean anyQualifies = false;
            int[] starts = free.stream().toArray();
            int stride = Math.max(1, (starts.length + MOST_STARTS - 1) / MOST_STARTS);
            for (int i = 0; i < starts.length; i += stride) {
                grow(starts[i]);
                double miss = Math.abs(grown - target);
                boolean qualifies = miss <= factor * target;
                boolean better = qualifies
                        ? !anyQualifies || dataStream < minDataStream
                        : !anyQualifies && (miss < minMiss || miss == minMiss && dataStream < minDataStream);
                if (best == null || better) {
                    best = (BitSet) inside.clone();
                    minDataStream = dataStream;
                    minMiss = miss;
                    anyQualifies = qualifies;
                }
            }
            return best == null ? confined : best;
        }

        private void grow(int start) {
            inside.clear();
            enqueued.clear();
            grown = 0;
            dataStream = 0;
            confined.stream().forEach(this::take);
            int[] queue = new int[free.cardinality()];
            int head = 0;
            int tail = 0;
            int unvisited = free.nextSetBit(0);
            queue[tail++] = start;
            enqueued.set(start);
            while (true) {
                if (head == tail) {
                    while (unvisited >= 0 && enqueued.get(unvisited)) {
                        unvisited = free.nextSetBit(unvisited + 1);
                    }
                    if (unvisited < 0) {
                        return;
                    }
                    queue[tail++] = unvisited;
                    enqueued.set(unvisited);
                }
                int vertex = queue[head++];
                if (grown + load[vertex] - target >= target - grown) {
                    return;
                }
                take(vertex);
                for (int i = graph.first(vertex); i < graph.first(vertex + 1); i++) {
                    int next = graph.neighbour(i);
                    if (free.get(next) && !enqueued.get(next)) {
                        queue[tail++] = next;
                        enqueued.set(next);
                    }
                }
            }
        }

        private void take(int vertex) {
            inside.set(vertex);
            grown += load[vertex];
            for (int i = graph.first(vertex); i < graph.first(vertex + 1); i++) {
                int other = graph.neighbour(i);
                if (ofDivision.get(other)) {
                    dataStream += inside.get(other) ? -graph.traffic(i) : graph.traffic(i);
                }
            }
        }

        private BitSet nodes(int from, int to) {
            BitSet set = new BitSet();
            for (int i = from; i < to; i++) {
                set.set(nodes[i]);
            }
            return set;
        }

        private double sum(int from, int to) {
            double sum = 0;
            for (int i = from; i < to; i++) {
                sum += shares[i];
            }
            return sum;
        }
    }
}
