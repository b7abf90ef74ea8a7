// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.HopCosts;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The sound assignments that use the workers of a given one, and the step from one to the next. It has code of its own
 * for costs and rules, so that it can show the algorithms what they miss.
 */
final class SearchSpace {
    final int tasks;
    /** By task: indexes of workers that its topology and its constraints allow. */
    final int[][] allowed;
    /** By task: who it talks to, in either direction. */
    final int[][] neighbours;

    private final Problem problem;
    private final List<Placement> workers;
    private final int[] nodeOf;
    private final long[] weights;
    private final long[][] sent;
    private final long[][] received;
    /** The cost of a message by worker and worker. */
    private final double[][] hop;
    /** By task: the number of its spread group, or -1. */
    private final int[] group;

    private final int[][] groupOnNode;
    private final long[] room;
    private final int[] workerOf;

    SearchSpace(Problem problem, Assignment start) {
        this.problem = problem;
        tasks = problem.tasks().size();
        Map<Placement, String> topologyOf = new LinkedHashMap<>();
        problem.tasks().forEach(task -> topologyOf.put(start.of(task.id()), task.topology()));
        workers = List.copyOf(topologyOf.keySet());
        Map<String, Integer> nodes = new HashMap<>();
        problem.nodes().forEach(node -> nodes.put(node.id(), nodes.size()));
        nodeOf = workers.stream().mapToInt(worker -> nodes.get(worker.node())).toArray();
        weights = problem.tasks().stream().mapToLong(Task::weight).toArray();
        room = problem.nodes().stream().mapToLong(node -> node.limit()).toArray();
        hop = hops();
        group = new int[tasks];
        allowed = new int[tasks][];
        Map<String, Integer> groups = new HashMap<>();
        for (Task task : problem.tasks()) {
            Optional<String> spread = task.constraints().spread();
            group[task.id()] = spread.map(name -> groups.computeIfAbsent(name, none -> groups.size()))
                    .orElse(-1);
            allowed[task.id()] = IntStream.range(0, workers.size())
                    .filter(worker -> topologyOf.get(workers.get(worker)).equals(task.topology())
                            && task.constraints().permits(problem.nodes().get(nodeOf[worker])))
                    .toArray();
        }
        groupOnNode = new int[groups.size()][room.length];
        List<List<long[]>> links = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            links.add(new ArrayList<>());
        }
        for (Edge edge : problem.edges()) {
            links.get(edge.from()).add(new long[] {edge.to(), edge.traffic(), 0});
            links.get(edge.to()).add(new long[] {edge.from(), 0, edge.traffic()});
        }
        neighbours = new int[tasks][];
        sent = new long[tasks][];
        received = new long[tasks][];
        for (int task = 0; task < tasks; task++) {
            neighbours[task] =
                    links.get(task).stream().mapToInt(link -> (int) link[0]).toArray();
            sent[task] = links.get(task).stream().mapToLong(link -> link[1]).toArray();
            received[task] = links.get(task).stream().mapToLong(link -> link[2]).toArray();
        }
        workerOf = new int[tasks];
        Arrays.fill(workerOf, -1);
        for (int task = 0; task < tasks; task++) {
            put(task, workers.indexOf(start.of(task)));
        }
    }

    private double[][] hops() {
        HopCosts costs = HopCosts.of(problem);
        boolean cut = problem.objective() == Objective.CUT;
        double[][] matrix = new double[workers.size()][workers.size()];
        for (int a = 0; a < matrix.length; a++) {
            for (int b = 0; b < matrix.length; b++) {
                if (nodeOf[a] == nodeOf[b]) {
                    double near = a == b ? HopCosts.SAME_WORKER_MICROS : HopCosts.SAME_NODE_MICROS;
                    matrix[a][b] = cut ? 0 : near;
                } else {
                    matrix[a][b] = cut ? 1 : costs.betweenNodesMicros(nodeOf[a], nodeOf[b]);
                }
            }
        }
        return matrix;
    }

    /** The index of the worker, or -1 if this is none of those that are used. */
    int indexOf(Placement worker) {
        return workers.indexOf(worker);
    }

    int workerOf(int task) {
        return workerOf[task];
    }

    /** Puts the task into the worker, or nowhere (-1), whatever the rules say. */
    void put(int task, int worker) {
        count(task, workerOf[task], -1);
        workerOf[task] = worker;
        count(task, worker, 1);
    }

    private void count(int task, int worker, int change) {
        if (worker >= 0) {
            room[nodeOf[worker]] -= change * weights[task];
            if (group[task] >= 0) {
                groupOnNode[group[task]][nodeOf[worker]] += change;
            }
        }
    }

    /** Whether the limit of the worker's node and the task's spread group are kept, now that it is there. */
    boolean isSoundAt(int task) {
        int node = nodeOf[workerOf[task]];
        return room[node] >= 0 && (group[task] < 0 || groupOnNode[group[task]][node] <= 1);
    }

    boolean mayUse(int task, int worker) {
        return Arrays.binarySearch(allowed[task], worker) >= 0;
    }

    /** What the task's messages cost if it were in this worker; neighbours that are nowhere are left out. */
    double costAt(int task, int worker) {
        double cost = 0;
        for (int i = 0; i < neighbours[task].length; i++) {
            int other = workerOf[neighbours[task][i]];
            if (other >= 0) {
                cost += sent[task][i] * hop[worker][other] + received[task][i] * hop[other][worker];
            }
        }
        return cost;
    }

    Assignment toAssignment(int[] chosen) {
        return new Assignment(
                problem.name(), Arrays.stream(chosen).mapToObj(workers::get).toList());
    }

    int[] current() {
        return workerOf.clone();
    }
}
