// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler;

import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import io.millrace.scheduler.model.TopologySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tries every way to place a small problem's tasks, but for those that cost no less than what is known already. It
 * shares nothing with the algorithms, and what it finds is judged by {@link Evaluator}.
 *
 * <p>More than one worker of a topology on a node never helps: it takes a slot and a worker, and costs hops.
 */
final class ExhaustiveSearch {
    /** Costs that differ by less than this share are equal. */
    private static final double ROUNDING = 1e-9;

    private final Problem problem;
    private final int tasks;
    private final int nodes;
    private final double[][] hop;
    /** By task: its edges to tasks of lower ids. */
    private final List<List<Edge>> edgesBack = new ArrayList<>();

    private final int[] topologyOf;
    private final int[] nodeOf;
    private final long[] load;
    private final int[][] tasksOn;
    private double least;
    private boolean found;
    private long stepsLeft;

    private ExhaustiveSearch(Problem problem, double known, long mostSteps) {
        this.problem = problem;
        tasks = problem.tasks().size();
        nodes = problem.nodes().size();
        least = known;
        stepsLeft = mostSteps;
        nodeOf = new int[tasks];
        Arrays.fill(nodeOf, -1);
        load = new long[nodes];
        List<String> topologies =
                problem.topologies().stream().map(TopologySpec::id).toList();
        topologyOf = problem.tasks().stream()
                .mapToInt(task -> topologies.indexOf(task.topology()))
                .toArray();
        tasksOn = new int[topologies.size()][nodes];
        for (int task = 0; task < tasks; task++) {
            int latest = task;
            edgesBack.add(problem.edges().stream()
                    .filter(edge -> Math.max(edge.from(), edge.to()) == latest)
                    .toList());
        }
        hop = new double[nodes][nodes];
        for (int a = 0; a < nodes; a++) {
            for (int b = 0; b < nodes; b++) {
                hop[a][b] = a == b
                        ? 0
                        : between(problem.nodes().get(a), problem.nodes().get(b));
            }
        }
    }

    /**
     * Whether there is a valid and balanced assignment that costs less than {@code known}; empty if the steps do not
     * suffice.
     */
    static Optional<Boolean> finds(double known, Problem problem, long mostSteps) {
        ExhaustiveSearch search = new ExhaustiveSearch(problem, known * (1 - ROUNDING), mostSteps);
        search.place(0, 0);
        return search.found ? Optional.of(true) : search.stepsLeft > 0 ? Optional.of(false) : Optional.empty();
    }

    private double between(Node a, Node b) {
        if (problem.objective() == Objective.CUT) {
            return 1;
        }
        return problem.rtt()
                .filter(rtt -> !a.region().equals(b.region()))
                .map(rtt -> {
                    int from = rtt.regions().indexOf(a.region());
                    int to = rtt.regions().indexOf(b.region());
                    return Math.max(500, rtt.millis().get(from).get(to) * 1_000 / 2);
                })
                .orElse(500.0);
    }

    private void place(int task, double cost) {
        if (cost >= least || stepsLeft-- <= 0) {
            return;
        }
        if (task == tasks) {
            Evaluation evaluation = Evaluator.evaluate(problem, toAssignment());
            if (evaluation.isValid() && evaluation.isBalanced() && evaluation.cost() < least) {
                least = evaluation.cost();
                found = true;
            }
            return;
        }
        Task placed = problem.tasks().get(task);
        int topology = topologyOf[task];
        for (int node = 0; node < nodes; node++) {
            Node there = problem.nodes().get(node);
            if (load[node] + placed.weight() > Math.min(there.limit(), there.capacity())
                    || !placed.constraints().permits(there)
                    || tasksOn[topology][node] == 0 && !mayOpen(topology, node)) {
                continue;
            }
            nodeOf[task] = node;
            load[node] += placed.weight();
            tasksOn[topology][node]++;
            place(task + 1, cost + added(task, node));
            tasksOn[topology][node]--;
            load[node] -= placed.weight();
            nodeOf[task] = -1;
        }
    }

    private boolean mayOpen(int topology, int node) {
        long here = Arrays.stream(tasksOn).filter(on -> on[node] > 0).count();
        long nodesUsed = Arrays.stream(tasksOn[topology]).filter(on -> on > 0).count();
        return here < problem.nodes().get(node).slots()
                && nodesUsed < problem.topologies().get(topology).workers();
    }

    /** What the task's traffic with those placed before it costs. */
    private double added(int task, int node) {
        double sum = 0;
        for (Edge edge : edgesBack.get(task)) {
            int other = nodeOf[Math.min(edge.from(), edge.to())];
            boolean sameWorker = other == node && topologyOf[edge.from()] == topologyOf[edge.to()];
            double near = problem.objective() == Objective.CUT ? 0 : sameWorker ? 1 : 10;
            sum += edge.traffic() * (other == node ? near : hop[other][node]);
        }
        return sum;
    }

    /** The n-th topology on a node has its slot n. */
    private Assignment toAssignment() {
        List<Placement> placements = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            int slot = 0;
            for (int before = 0; before < topologyOf[task]; before++) {
                slot += tasksOn[before][nodeOf[task]] > 0 ? 1 : 0;
            }
            placements.add(new Placement(problem.nodes().get(nodeOf[task]).id(), slot));
        }
        return new Assignment(problem.name(), placements);
    }
}
