package io.millrace.scheduler;

import io.millrace.scheduler.partition.Effort;
import io.millrace.scheduler.partition.Graph;
import io.millrace.scheduler.partition.Partitioner;
import io.millrace.scheduler.partition.Relabelling;
import io.millrace.scheduler.partition.Score;
import java.util.ArrayList;
import java.util.List;

/**
 * Where tasks go while others run. Every move off the running node has a price, which is part of the cost that is minimised.
 *
 * <p>If some task has no place (it is new, or its node is gone), tasks without a place are placed and running ones stay, unless
 * a node is overloaded otherwise: what could be better then is the next call's matter. If every task has a place and nothing
 * is overloaded, the better of two ways is taken, provided that it pays: improving from what runs, and solving afresh, naming
 * the nodes so that most tasks stay, and taking back the moves that do not pay.
 *
 * <p>With a price given by the caller, all tasks may move in either case, and the price alone decides.
 */
final class Rescheduling {
    /** The derived price, as a share of what a task exchanges on average. */
    private static final double PRICE = 0.06;
    /** Without a given price, what is saved beyond the prices must be this share of the running cost. */
    private static final double LEAST_SAVING = 0.02;
    /** Moves of running tasks that must not move cost this many times all traffic. */
    private static final double PROHIBITIVE = 4;

    private final NodeGraph problem;
    private final Graph graph;
    private final Workplan running;
    private final SchedulingOptions options;
    private final Effort effort;
    private final int[] runningNode;

    Rescheduling(NodeGraph problem, Workplan running, SchedulingOptions options, Effort effort) {
        this.problem = problem;
        this.running = running;
        this.options = options;
        this.effort = effort;
        graph = problem.graph;
        runningNode = new int[graph.size()];
        for (int task = 0; task < runningNode.length; task++) {
            runningNode[task] = running.home(task) == null ? -1 : running.home(task).node;
        }
    }

    /** The node index by task, or null if none of the starts is valid and no place was found for some task. */
    int[] nodesOf(List<int[]> starts) {
        List<int[]> candidates = new ArrayList<>(starts);
        int[] completed = Partitioner.complete(graph, problem.parts, runningNode, options.seed());
        if (completed != null) {
            candidates.add(completed);
        }
        boolean allRun = running.homeless().isEmpty();
        if (!allRun && options.movePrice().isEmpty()) {
            return valid(Partitioner.improve(
                    priced(PROHIBITIVE * totalCost()), problem.parts, candidates, effort, options.seed()));
        }
        return improved(candidates, allRun);
    }

    private int[] improved(List<int[]> candidates, boolean allRun) {
        Graph priced = priced(
                options.movePrice().isPresent()
                        ? options.movePrice().getAsDouble() / problem.costUnit
                        : PRICE * 2 * totalCost() / graph.size());
        Partitioner.Result near =
                Partitioner.improve(priced, problem.parts, candidates, effort.gentle(), options.seed());
        Partitioner.Result afresh = Partitioner.partition(graph, problem.parts, candidates, effort, options.seed());
        if (near == null || afresh == null) {
            return valid(near == null ? afresh : near);
        }
        int[] renamed = Relabelling.match(graph, problem.parts, afresh.partOf(), runningNode);
        Partitioner.Result back = Partitioner.improve(
                priced, problem.parts, List.of(near.partOf(), renamed), effort.gentle(), options.seed());
        Partitioner.Result best = back.score().isBetterThan(near.score()) ? back : near;
        if (!allRun || options.movePrice().isPresent()) {
            return valid(best);
        }
        Score now = Partitioner.score(graph, problem.parts, runningNode);
        boolean pays = now.overload() > best.score().overload()
                || now.excess() > 2 * best.score().excess()
                || now.cost() - best.score().cost() > LEAST_SAVING * now.cost();
        return pays ? valid(best) : runningNode;
    }

    private static int[] valid(Partitioner.Result result) {
        return result == null || result.score().overload() > 0 ? null : result.partOf();
    }

    private double totalCost() {
        return graph.totalTraffic() * problem.parts.meanDistance();
    }

    private Graph priced(double price) {
        int nodes = problem.index.nodes;
        double[] bias = new double[runningNode.length * nodes];
        for (int task = 0; task < runningNode.length; task++) {
            for (int node = 0; node < nodes && runningNode[task] >= 0; node++) {
                bias[task * nodes + node] = node == runningNode[task] ? 0 : price;
            }
        }
        return graph.withBias(bias);
    }
}
