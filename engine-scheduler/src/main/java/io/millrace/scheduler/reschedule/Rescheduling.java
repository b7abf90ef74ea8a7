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
 * Where tasks go while others run. Every move off the running node has a price, which is part of the cost that is minimised.
 *
 * <p>If some task has no place (it is new, or its node is gone), tasks without a place are placed and running ones stay, unless
 * a node gets far above its limit otherwise: what could be better then is the next call's matter. If every task has a place,
 * the better of two ways is taken, provided that it pays or a node is overloaded: improving from what runs, and solving afresh,
 * naming the nodes so that most tasks stay, and taking back the moves that do not pay. From there {@link FewMoves} looks for
 * what gains nearly as much with few moves.
 *
 * <p>With a price given by the caller, all tasks may move in either case, and the price alone decides.
 */
public final class Rescheduling {
    /** The derived price, as a share of what a task exchanges on average. */
    private static final double PRICE = 0.06;
    /** Without a given price, what is saved beyond the prices must be this share of the running cost. */
    private static final double LEAST_SAVING = 0.005;
    /** A limit is not worth the move of a running task while the node is above it by less than this share. */
    private static final double CREEP = 0.05;
    /** Of the moves that are few, how many are tried as long as those that ended workers add make more. */
    private static final double[] SHARES_OF_MOVES = {1, 0.85, 0.75, 0.65, 0.5};

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

    /** The node index by task, or null if none of the starts is valid and no place was found for some task. */
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

    /** Null if some task finds no place then, or some node gets far above its limit. */
    private int[] withoutMoves() {
        FixedVertices anchoring = FixedVertices.of(graph, roomLeft(), runningNode);
        SearchBudget effortLeft = problem.budget(anchoring.graph(), options);
        int[] placed = valid(anchoring.place(effortLeft, options.seed()));
        return placed == null || isFarAboveALimit(placed) ? null : placed;
    }

    /** As few as keep the limits; rather none that ends a worker, as all of its tasks move then. */
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

    /** The nodes as if every topology had one worker on each that it is on: what its others hold is taken. */
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
            if (load[node] > (1 + CREEP) * problem.index.node(node).limit()) {
                return true;
            }
        }
        return false;
    }

    private int[] improved(List<int[]> candidates, boolean allRun) {
        Graph priced = moves.priced(
                options.movePrice().isPresent()
                        ? options.movePrice().getAsDouble() / problem.costUnit
                        : derivedPrice());
        Partitioner.Result near =
                Partitioner.improve(priced, problem.parts, candidates, budget.gentle(), options.seed());
        Partitioner.Result fromScratch =
                Partitioner.partition(graph, problem.parts, candidates, budget, options.seed());
        if (near == null || fromScratch == null) {
            return valid(near == null ? fromScratch : near);
        }
        int[] renamed = Relabelling.match(graph, problem.parts, fromScratch.partOf(), runningNode);
        Partitioner.Result back = Partitioner.improve(
                priced, problem.parts, List.of(near.partOf(), renamed), budget.gentle(), options.seed());
        Partitioner.Result best = back.score().isBetterThan(near.score()) ? back : near;
        if (!allRun || options.movePrice().isPresent()) {
            return valid(best);
        }
        if (best.score().overload() > 0) {
            return null;
        }
        Score now = Partitioner.score(graph, problem.parts, runningNode);
        boolean isNeeded = now.overload() > best.score().overload()
                || now.excess() > best.score().excess() && isFarAboveALimit(runningNode);
        boolean pays = now.cost() - best.score().cost() > LEAST_SAVING * now.cost();
        if (!isNeeded && !pays) {
            return runningNode;
        }
        return withFewMoves(best.partOf(), renamed);
    }

    /**
     * Where a worker has to end, all of its tasks move, also those that stay on their node: then fewer others may, so that few move
     * in all.
     */
    private int[] withFewMoves(int[] chosen, int[] fromScratch) {
        int most = FewMoves.most(graph.size());
        int[] first = null;
        for (double share : SHARES_OF_MOVES) {
            int allowed = (int) (share * most);
            int[] found = new FewMoves(moves, fromScratch, allowed, derivedPrice(), options).near(chosen);
            first = first == null ? found : first;
            if (moves.moved(found) > allowed) {
                return first;
            }
            if (movedWithWorkers(found) <= most) {
                return found;
            }
        }
        return first;
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
