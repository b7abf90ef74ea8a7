// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.InfeasibleProblemException;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.partition.Partitioner;
import io.millrace.scheduler.partition.SearchBudget;
import io.millrace.scheduler.plan.Feasibility;
import io.millrace.scheduler.plan.NodeGraph;
import io.millrace.scheduler.plan.PartialAssignment;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.RunningWorkers;
import io.millrace.scheduler.plan.WorkerLayout;
import io.millrace.scheduler.reschedule.Rescheduling;
import java.util.ArrayList;
import java.util.List;

/**
 * The default, by the name {@code multilevel}: tasks that exchange much share a node, then a worker, while loads stay
 * within the limits. The partitioner of {@link io.millrace.scheduler.partition} chooses the nodes, {@link
 * WorkerLayout} the workers.
 *
 * <p>The answers of other algorithms are among its starting points. So it is never worse than they are, and finds an
 * answer whenever one of them does. {@link Rescheduling} handles a running assignment.
 */
public final class MultilevelScheduler implements SchedulingAlgorithm {
    public static final String NAME = "multilevel";

    /** Vertices times parts beyond which the partitioner's tables would take over 1 GiB. */
    private static final long MOST_ENTRIES = 60_000_000;

    private final List<SchedulingAlgorithm> others;

    /** @param others whose answers are starting points; the first one's failure is reported if none finds an answer */
    public MultilevelScheduler(List<SchedulingAlgorithm> others) {
        this.others = List.copyOf(others);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Assignment schedule(Problem problem, SchedulingOptions options) {
        ProblemIndex index = new ProblemIndex(problem);
        Feasibility.check(index);
        if (index.tasks == 0) {
            return new Assignment(problem.name(), List.of());
        }
        List<Assignment> answers = new ArrayList<>();
        InfeasibleProblemException failure = null;
        for (SchedulingAlgorithm other : others) {
            try {
                answers.add(other.schedule(problem, options));
            } catch (InfeasibleProblemException e) {
                failure = failure == null ? e : failure;
            }
        }
        if ((long) index.tasks * index.nodes > MOST_ENTRIES && !answers.isEmpty()) {
            return answers.get(0);
        }
        NodeGraph graph = NodeGraph.of(index);
        List<int[]> starts =
                answers.stream().map(answer -> nodesOf(index, answer)).toList();
        PartialAssignment running = runningOf(index);
        SearchBudget budget = graph.budget(graph.graph, options);
        boolean nothingRuns = running.unplaced().size() == index.tasks;
        int[] nodeOf;
        if (nothingRuns) {
            Partitioner.Result result = Partitioner.partition(graph.graph, graph.parts, starts, budget, options.seed());
            nodeOf = result == null || result.score().overload() > 0 ? null : result.partOf();
        } else {
            nodeOf = new Rescheduling(graph, running, options, budget).nodesOf(starts);
        }
        if (nodeOf == null) {
            throw failure != null ? failure : new InfeasibleProblemException(NAME + " found no room for every task");
        }
        Assignment answer = WorkerLayout.assign(graph, nodeOf, running, options.seed());
        if (problem.objective() == Objective.LATENCY && nothingRuns) {
            return cheapest(problem, answer, answers);
        }
        if (problem.objective() == Objective.LATENCY && running.unplaced().isEmpty()) {
            return cheapest(problem, answer, List.of(new Assignment(problem.name(), problem.previous())));
        }
        return answer;
    }

    /**
     * If every task can stay, none leaves a node because of its load yet. Otherwise load alone decides which tasks
     * cannot stay.
     */
    private static PartialAssignment runningOf(ProblemIndex index) {
        PartialAssignment plan = RunningWorkers.withAnyLoad(index).plan();
        return plan.unplaced().isEmpty() ? plan : RunningWorkers.of(index).plan();
    }

    /** The graph has one distance for both directions and none within a node, so another answer may be cheaper. */
    private static Assignment cheapest(Problem problem, Assignment own, List<Assignment> others) {
        Assignment cheapest = own;
        Evaluation least = Evaluator.evaluate(problem, own);
        for (Assignment other : others) {
            Evaluation figures = Evaluator.evaluate(problem, other);
            if (figures.isValid() && figures.isBalanced() && figures.cost() < least.cost()) {
                cheapest = other;
                least = figures;
            }
        }
        return cheapest;
    }

    private static int[] nodesOf(ProblemIndex index, Assignment answer) {
        return answer.placements().stream()
                .mapToInt(placement -> index.node(placement.node()))
                .toArray();
    }
}
