// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.reschedule;

import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.TopologySpec;
import io.millrace.scheduler.partition.FixedVertices;
import io.millrace.scheduler.partition.Graph;
import io.millrace.scheduler.partition.Partitioner;
import io.millrace.scheduler.partition.Parts;
import io.millrace.scheduler.partition.Relabelling;
import io.millrace.scheduler.partition.Score;
import io.millrace.scheduler.partition.SearchBudget;
import io.millrace.scheduler.plan.NodeGraph;
import io.millrace.scheduler.plan.PartialAssignment;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.Worker;
import io.millrace.scheduler.plan.WorkerLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides which tasks move while others run. Every move off the running node has a price, which is part of the cost
 * that is minimised.
 *
 * <p>If some task has no place (it is new, or its node no longer exists), tasks without a place are placed and
 * running ones stay, unless a node gets far above its limit otherwise. If every task has a place, one search starts
 * from the running assignment and from an answer from scratch, whose nodes are relabelled so that most tasks stay.
 * Its result is used only if it pays or a node is overloaded. If too many tasks move then, or if the answer from
 * scratch saves more, {@link FewMoves} searches for an answer with few moves.
 *
 * <p>With a price given by the caller, all tasks may move in either case, and the price alone decides.
 */
public final class Rescheduling {
    /** The derived price of a move, as a share of what a task exchanges on average. */
    private static final double PRICE = 0.06;
    /** Without a given price, a saving below this share of the cost is worth no move. */
    private static final double LEAST_SAVING = 0.005;
    /** A running task does not move for a limit that its node exceeds by less than this share. */
    private static final double TOLERATED_EXCESS = 0.05;

    private final NodeGraph problem;
    private final Graph graph;
    private final PartialAssignment running;
    private final SchedulingOptions options;
    private final SearchBudget budget;
    private final int[] runningNode;
    private final MigrationCosts moves;

    public Rescheduling(NodeGraph problem, PartialAssignment running, SchedulingOptions options, SearchBudget budget) {
        this.problem = problem;
        this.running = running;
        this.options = options;
        this.budget = budget;
        graph = problem.graph;
        runningNode = new int[graph.size()];
        for (int task = 0; task < runningNode.length; task++) {
            runningNode[task] = running.workerOf(task) == null ? -1 : running.workerOf(task).node;
        }
        moves = new MigrationCosts(graph, problem.parts, runningNode);
    }

    /** The node index by task, or null if no valid answer was found. */
    public int[] nodesOf(List<int[]> starts) {
        boolean allRun = running.unplaced().isEmpty();
        boolean mayMove = allRun || options.movePrice().isPresent();
        int[] withoutMoves = mayMove ? null : withoutMoves();
        if (withoutMoves != null) {
            return withoutMoves;
        }
        List<int[]> candidates = new ArrayList<>(starts);
        int[] completed = Partitioner.complete(graph, problem.parts, runningNode, options.seed());
        if (completed != null) {
            candidates.add(completed);
        }
        return mayMove ? improved(candidates, allRun) : withFewestMoves(candidates);
    }

    /** Null if some task finds no place without moves, or some node gets far above its limit. */
    private int[] withoutMoves() {
        FixedVertices anchoring = FixedVertices.of(graph, roomLeft(), runningNode);
        SearchBudget effortLeft = problem.budget(anchoring.graph(), options);
        int[] placed = valid(anchoring.place(effortLeft, options.seed()));
        return placed == null || isFarAboveALimit(placed) ? null : placed;
    }

    /**
     * The fewest moves that keep the limits, if possible none that ends a worker, because all of its tasks move then.
     */
    private int[] withFewestMoves(List<int[]> candidates) {
        Graph priced = moves.prohibitive();
        Parts room = roomLeft();
        int[] start = Partitioner.complete(graph, room, runningNode, options.seed());
        if (start != null) {
            Partitioner.Result result = Partitioner.improve(priced, room, List.of(start), budget, options.seed());
            if (result.score().overload() == 0 && result.score().excess() == 0) {
                return result.partOf();
            }
        }
        return valid(Partitioner.improve(priced, problem.parts, candidates, budget, options.seed()));
    }

    /** The parts with the room that is left if every topology keeps all its workers. */
    private Parts roomLeft() {
        ProblemIndex index = problem.index;
        int[] slots = index.problem.nodes().stream().mapToInt(Node::slots).toArray();
        int[] workers = index.problem.topologies().stream()
                .mapToInt(TopologySpec::workers)
                .toArray();
        for (List<Worker> ofTopology : running.workers) {
            Set<Integer> nodes = new HashSet<>();
            for (Worker worker : ofTopology) {
                if (!nodes.add(worker.node)) {
                    slots[worker.node]--;
                    workers[worker.topology]--;
                }
            }
        }
        return problem.parts.withRoom(slots, workers);
    }

    private boolean isFarAboveALimit(int[] nodeOf) {
        long[] load = new long[problem.index.nodes];
        for (int task = 0; task < nodeOf.length; task++) {
            load[nodeOf[task]] += problem.index.weight(task);
        }
        for (int node = 0; node < load.length; node++) {
            if (load[node] > (1 + TOLERATED_EXCESS) * problem.index.node(node).limit()) {
                return true;
            }
        }
        return false;
    }

    private int[] improved(List<int[]> candidates, boolean allRun) {
        Partitioner.Result fromScratch =
                Partitioner.partition(graph, problem.parts, candidates, budget, options.seed());
        if (fromScratch == null) {
            return null;
        }
        int[] relabelled = Relabelling.match(graph, problem.parts, fromScratch.partOf(), runningNode);
        List<int[]> starts = new ArrayList<>(candidates);
        starts.add(relabelled);
        Graph priced = moves.priced(
                options.movePrice().isPresent()
                        ? options.movePrice().getAsDouble() / problem.costUnit
                        : derivedPrice());
        Partitioner.Result best = Partitioner.improve(priced, problem.parts, starts, budget.gentle(), options.seed());
        if (!allRun || options.movePrice().isPresent() || best.score().overload() > 0) {
            return valid(best);
        }
        Score now = Partitioner.score(graph, problem.parts, runningNode);
        boolean isNeeded = now.overload() > best.score().overload()
                || now.excess() > best.score().excess() && isFarAboveALimit(runningNode);
        boolean pays = now.cost() - best.score().cost() > LEAST_SAVING * now.cost();
        return isNeeded || pays ? withFewMoves(best.partOf(), relabelled) : runningNode;
    }

    /**
     * If a worker ends, all of its tasks move, also those that stay on their node. Then fewer others may move, so that
     * few move in total.
     */
    private int[] withFewMoves(int[] best, int[] fromScratch) {
        int most = FewMoves.most(graph.size());
        double missed = moves.gain(fromScratch) - moves.gain(best);
        if (movedWithWorkers(best) <= most && missed <= LEAST_SAVING * moves.costOfStaying()) {
            return best;
        }
        FewMoves search = new FewMoves(moves, derivedPrice(), options.seed());
        int[] first = null;
        for (int allowed = most; allowed > 0; allowed = 2 * allowed / 3) {
            int[] found = search.near(best, allowed);
            first = first == null ? found : first;
            if (moves.moved(found) > allowed) {
                return first;
            }
            if (movedWithWorkers(found) <= most) {
                return found;
            }
        }
        return first == null ? best : first;
    }

    private int movedWithWorkers(int[] nodeOf) {
        Assignment answer = WorkerLayout.assign(problem, nodeOf, running, options.seed());
        return Evaluator.evaluate(problem.index.problem, answer).movedTasks();
    }

    private double derivedPrice() {
        return PRICE * 2 * moves.totalCost() / graph.size();
    }

    private static int[] valid(Partitioner.Result result) {
        return result == null || result.score().overload() > 0 ? null : result.partOf();
    }
}
