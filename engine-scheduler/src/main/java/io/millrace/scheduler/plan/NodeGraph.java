// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.plan;

import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.HopCosts;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.SchedulingOptions.Quality;
import io.millrace.scheduler.model.Task;
import io.millrace.scheduler.model.TopologySpec;
import io.millrace.scheduler.partition.Graph;
import io.millrace.scheduler.partition.Parts;
import io.millrace.scheduler.partition.SearchBudget;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A problem as a graph to partition: vertices are tasks, owners are topologies, parts are nodes. Traffic and loads
 * are divided by their greatest common divisors, so that scaling a problem does not change it.
 *
 * <p>The graph has no cost for a hop within a node, as if all of a topology's tasks on a node shared a worker. With
 * {@link Objective#LATENCY} they do, see {@link WorkerLayout}. With {@link Objective#CUT} only hops between nodes
 * count. Round trips that differ by direction count with their mean.
 */
public final class NodeGraph {
    public final ProblemIndex index;
    public final Graph graph;
    public final Parts parts;
    /** The problem's cost is about the graph's cost times this. */
    public final double costUnit;

    private NodeGraph(ProblemIndex index, Graph graph, Parts parts, double costUnit) {
        this.index = index;
        this.graph = graph;
        this.parts = parts;
        this.costUnit = costUnit;
    }

    public static NodeGraph of(ProblemIndex index) {
        Problem problem = index.problem;
        long loadUnit = problem.tasks().stream().mapToLong(Task::weight).reduce(0, NodeGraph::gcd);
        long trafficUnit = problem.edges().stream().mapToLong(Edge::traffic).reduce(0, NodeGraph::gcd);
        double[][] distance = distances(problem);
        long[] load = problem.tasks().stream()
                .mapToLong(task -> task.weight() / Math.max(1, loadUnit))
                .toArray();
        Graph graph = graph(index, load, Math.max(1, trafficUnit), distance == null);
        return new NodeGraph(index, graph, parts(index, Math.max(1, loadUnit), distance), Math.max(1, trafficUnit));
    }

    /** The search budget for a partition of {@code part}, which is a part of this graph, among all nodes. */
    public SearchBudget budget(Graph part, SchedulingOptions options) {
        return options.quality() == Quality.FAST
                ? SearchBudget.fast(part, index.nodes)
                : SearchBudget.full(part, index.nodes);
    }

    /** Null if all nodes are equally far from each other. */
    private static double[][] distances(Problem problem) {
        int nodes = problem.nodes().size();
        if (problem.objective() == Objective.CUT || problem.rtt().isEmpty()) {
            return null;
        }
        HopCosts hops = HopCosts.of(problem);
        double[][] distance = new double[nodes][nodes];
        boolean equal = true;
        for (int a = 0; a < nodes; a++) {
            for (int b = 0; b < nodes; b++) {
                if (a != b) {
                    double both = hops.betweenNodesMicros(a, b) + hops.betweenNodesMicros(b, a);
                    distance[a][b] = both / 2 - HopCosts.SAME_WORKER_MICROS;
                    equal &= both / 2 == HopCosts.BETWEEN_NODES_MICROS;
                }
            }
        }
        return equal ? null : distance;
    }

    private static Parts parts(ProblemIndex index, long loadUnit, double[][] distance) {
        List<Node> nodes = index.problem.nodes();
        boolean[][] permits = new boolean[index.permits.size()][index.nodes];
        for (int p = 0; p < permits.length; p++) {
            BitSet permit = index.permits.get(p);
            for (int node = 0; node < index.nodes; node++) {
                permits[p][node] = permit.get(node);
            }
        }
        return new Parts(
                nodes.stream()
                        .mapToLong(node -> Math.min(node.limit(), node.capacity()) / loadUnit)
                        .toArray(),
                nodes.stream().mapToLong(node -> node.capacity() / loadUnit).toArray(),
                nodes.stream().mapToInt(Node::slots).toArray(),
                index.problem.topologies().stream()
                        .mapToInt(TopologySpec::workers)
                        .toArray(),
                permits,
                distance);
    }

    private static Graph graph(ProblemIndex index, long[] load, long trafficUnit, boolean equalDistances) {
        List<Edge> edges = index.problem.edges();
        int n = index.tasks;
        int[] room = new int[n + 1];
        for (Edge edge : edges) {
            if (edge.traffic() > 0) {
                room[edge.from() + 1]++;
                room[edge.to() + 1]++;
            }
        }
        for (int v = 0; v < n; v++) {
            room[v + 1] += room[v];
        }
        int[] end = Arrays.copyOf(room, n);
        int[] neighbour = new int[room[n]];
        double[] traffic = new double[room[n]];
        for (Edge edge : edges) {
            if (edge.traffic() > 0) {
                double weight = (double) (edge.traffic() / trafficUnit) * (equalDistances ? weight(index, edge) : 1);
                neighbour[end[edge.from()]] = edge.to();
                traffic[end[edge.from()]++] = weight;
                neighbour[end[edge.to()]] = edge.from();
                traffic[end[edge.to()]++] = weight;
            }
        }
        int[] first = mergeOpposite(room, neighbour, traffic);
        return new Graph(
                Graph.Adjacency.of(first, neighbour, traffic),
                load,
                index.topologyOf,
                index.permitOf,
                index.groupOf,
                null);
    }

    /** The difference in cost between a hop between nodes and one within a node. */
    private static double weight(ProblemIndex index, Edge edge) {
        if (index.problem.objective() == Objective.CUT) {
            return 1;
        }
        boolean sameTopology = index.topologyOf[edge.from()] == index.topologyOf[edge.to()];
        return HopCosts.BETWEEN_NODES_MICROS - (sameTopology ? HopCosts.SAME_WORKER_MICROS : HopCosts.SAME_NODE_MICROS);
    }

    /** Two tasks that send to each other have two entries per row. Merges them in place and returns the new rows. */
    private static int[] mergeOpposite(int[] room, int[] neighbour, double[] traffic) {
        int n = room.length - 1;
        int[] first = new int[n + 1];
        int[] at = new int[n];
        Arrays.fill(at, -1);
        int end = 0;
        for (int v = 0; v < n; v++) {
            int begin = end;
            for (int e = room[v]; e < room[v + 1]; e++) {
                int u = neighbour[e];
                if (at[u] < begin) {
                    at[u] = end;
                    neighbour[end] = u;
                    traffic[end++] = traffic[e];
                } else {
                    traffic[at[u]] += traffic[e];
                }
            }
            first[v + 1] = end;
        }
        return first;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
