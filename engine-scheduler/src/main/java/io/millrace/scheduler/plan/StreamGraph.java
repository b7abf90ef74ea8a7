// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.plan;

import io.millrace.scheduler.model.Edge;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The traffic between tasks: an undirected graph that sums both directions. A vertex is a task, or a parent that
 * stands for several tasks. Neighbours are in ascending order.
 */
public final class StreamGraph {
    public final int vertices;
    /** By vertex: CPU weight. */
    public final long[] weight;

    /** By vertex: the topology's index. */
    private final int[] topology;
    /** By vertex: nodes that may run all of it. */
    private final BitSet[] permit;
    /** By vertex: the spread groups of its tasks. */
    private final BitSet[] groups;

    private final int[] offset;
    private final int[] neighbour;
    private final long[] traffic;

    private StreamGraph(long[] weight, int[] topology, BitSet[] permit, BitSet[] groups, Edges edges) {
        vertices = weight.length;
        this.weight = weight;
        this.topology = topology;
        this.permit = permit;
        this.groups = groups;
        offset = new int[vertices + 1];
        edges.into(offset);
        neighbour = edges.neighbour;
        traffic = edges.traffic;
    }

    /** The graph of all tasks of the problem; the vertex is the task. */
    public static StreamGraph of(ProblemIndex index) {
        int[] all = new int[index.tasks];
        Arrays.setAll(all, task -> task);
        BitSet everywhere = new BitSet();
        everywhere.set(0, index.nodes);
        return of(index, all, everywhere);
    }

    /**
     * The graph of some tasks on some nodes.
     *
     * @param tasks vertex i is task {@code tasks[i]}
     * @param nodes what permits are restricted to
     */
    public static StreamGraph of(ProblemIndex index, int[] tasks, BitSet nodes) {
        int[] vertexOf = new int[index.tasks];
        Arrays.fill(vertexOf, -1);
        long[] weight = new long[tasks.length];
        int[] topology = new int[tasks.length];
        BitSet[] permit = new BitSet[tasks.length];
        BitSet[] groups = new BitSet[tasks.length];
        for (int vertex = 0; vertex < tasks.length; vertex++) {
            int task = tasks[vertex];
            vertexOf[task] = vertex;
            weight[vertex] = index.weight(task);
            topology[vertex] = index.topologyOf[task];
            permit[vertex] = (BitSet) index.permit(task).clone();
            permit[vertex].and(nodes);
            groups[vertex] = new BitSet();
            if (index.groupOf[task] != ProblemIndex.NO_GROUP) {
                groups[vertex].set(index.groupOf[task]);
            }
        }
        Edges edges = new Edges(2 * index.problem.edges().size());
        for (Edge edge : index.problem.edges()) {
            int from = vertexOf[edge.from()];
            int to = vertexOf[edge.to()];
            if (from >= 0 && to >= 0) {
                edges.add(from, to, edge.traffic());
                edges.add(to, from, edge.traffic());
            }
        }
        return new StreamGraph(weight, topology, permit, groups, edges);
    }

    /**
     * The graph of parents. Weights, and the traffic between parents, are summed. Traffic inside a parent disappears.
     */
    public StreamGraph contracted(int[] parentOf, int parents) {
        long[] weights = new long[parents];
        int[] topologies = new int[parents];
        BitSet[] permits = new BitSet[parents];
        BitSet[] allGroups = new BitSet[parents];
        Edges edges = new Edges(neighbour.length);
        for (int vertex = 0; vertex < vertices; vertex++) {
            int parent = parentOf[vertex];
            weights[parent] += weight[vertex];
            topologies[parent] = topology[vertex];
            if (permits[parent] == null) {
                permits[parent] = (BitSet) permit[vertex].clone();
                allGroups[parent] = (BitSet) groups[vertex].clone();
            } else {
                permits[parent].and(permit[vertex]);
                allGroups[parent].or(groups[vertex]);
            }
            for (int i = offset[vertex]; i < offset[vertex + 1]; i++) {
                if (parentOf[neighbour[i]] != parent) {
                    edges.add(parent, parentOf[neighbour[i]], traffic[i]);
                }
            }
        }
        return new StreamGraph(weights, topologies, permits, allGroups, edges);
    }

    /**
     * The first index for {@link #neighbour} and {@link #traffic}; the last one is before {@code first(vertex + 1)}.
     */
    public int first(int vertex) {
        return offset[vertex];
    }

    public int neighbour(int i) {
        return neighbour[i];
    }

    public long traffic(int i) {
        return traffic[i];
    }

    public BitSet permit(int vertex) {
        return permit[vertex];
    }

    /** Whether one worker could run both. */
    public boolean mayMerge(int a, int b) {
        return topology[a] == topology[b] && permit[a].intersects(permit[b]) && !groups[a].intersects(groups[b]);
    }

    /** Half edges, each direction added on its own, to be sorted and summed. */
    private static final class Edges {
        private final int[] from;
        private final int[] to;
        private final long[] amount;
        private int count;
        int[] neighbour;
        long[] traffic;

        Edges(int most) {
            from = new int[most];
            to = new int[most];
            amount = new long[most];
        }

        void add(int source, int target, long perSecond) {
            from[count] = source;
            to[count] = target;
            amount[count++] = perSecond;
        }

        /** Fills {@link #neighbour} and {@link #traffic}, and where each vertex's part of them starts. */
        void into(int[] offset) {
            int vertices = offset.length - 1;
            int[] order = new int[count];
            Arrays.setAll(order, i -> i);
            order = sorted(sorted(order, to, vertices), from, vertices);
            neighbour = new int[count];
            traffic = new long[count];
            int size = 0;
            for (int i = 0; i < count; i++) {
                int edge = order[i];
                if (i == 0 || from[edge] != from[order[i - 1]] || to[edge] != to[order[i - 1]]) {
                    neighbour[size++] = to[edge];
                    offset[from[edge] + 1]++;
                }
                traffic[size - 1] += amount[edge];
            }
            neighbour = Arrays.copyOf(neighbour, size);
            traffic = Arrays.copyOf(traffic, size);
            for (int vertex = 1; vertex <= vertices; vertex++) {
                offset[vertex] += offset[vertex - 1];
            }
        }

        /** Sorts by counting; equal keys stay in their order. */
        private static int[] sorted(int[] order, int[] key, int keys) {
            int[] next = new int[keys + 1];
            for (int edge : order) {
                next[key[edge] + 1]++;
            }
            for (int i = 1; i <= keys; i++) {
                next[i] += next[i - 1];
            }
            int[] sorted = new int[order.length];
            for (int edge : order) {
                sorted[next[key[edge]]++] = edge;
            }
            return sorted;
        }
    }
}
