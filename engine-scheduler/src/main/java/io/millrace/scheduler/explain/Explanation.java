// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.explain;

import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.explain.Decision.Reason;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An assignment with the figures before and after and a reason per task, as text ({@link #toText()}) and as JSON
 * ({@link #toJson()}).
 *
 * @param before the running assignment's figures, if anything runs
 * @param decisions one per task, by task id
 */
public record Explanation(
        Problem problem,
        String algorithm,
        long seed,
        Assignment assignment,
        Optional<Evaluation> before,
        Evaluation after,
        List<Decision> decisions) {

    public Explanation {
        decisions = List.copyOf(decisions);
    }

    /** Schedules the problem with {@link SchedulingOptions#DEFAULTS} and this seed, and explains the answer. */
    public static Explanation schedule(SchedulingAlgorithm algorithm, Problem problem, long seed) {
        return schedule(algorithm, problem, SchedulingOptions.ofSeed(seed));
    }

    /** Schedules the problem and explains the answer. */
    public static Explanation schedule(SchedulingAlgorithm algorithm, Problem problem, SchedulingOptions options) {
        return of(problem, algorithm.name(), options.seed(), algorithm.schedule(problem, options));
    }

    /** Explains an answer from any source. */
    public static Explanation of(Problem problem, String algorithm, long seed, Assignment assignment) {
        Evaluation after = Evaluator.evaluate(problem, assignment);
        return new Explanation(
                problem,
                algorithm,
                seed,
                assignment,
                Evaluator.evaluateRunning(problem),
                after,
                decisions(problem, assignment));
    }

    /** Aligned lines, the last one without a line feed. */
    public String toText() {
        return ExplanationText.of(this);
    }

    public String toJson() {
        return ExplanationJson.of(this);
    }

    /** How many tasks each reason has; reasons without any are left out. */
    public Map<Reason, Integer> reasons() {
        Map<Reason, Integer> counts = new EnumMap<>(Reason.class);
        decisions.forEach(decision -> counts.merge(decision.reason(), 1, Integer::sum));
        return counts;
    }

    /** The decisions about tasks that ran before and change their worker. */
    public List<Decision> moves() {
        return decisions.stream()
                .filter(decision -> decision.reason() != Reason.KEPT && decision.reason() != Reason.STARTED)
                .toList();
    }

    private static List<Decision> decisions(Problem problem, Assignment assignment) {
        Map<String, Node> nodes = new HashMap<>();
        problem.nodes().forEach(node -> nodes.put(node.id(), node));
        Set<Worker> workers = new HashSet<>();
        problem.tasks().forEach(task -> workers.add(new Worker(task.topology(), assignment.of(task.id()))));
        ChosenMoves chosen = new ChosenMoves(problem, assignment);
        List<Decision> decisions = new ArrayList<>();
        for (Task task : problem.tasks()) {
            Optional<Placement> before = problem.previousOf(task.id());
            Placement after = assignment.of(task.id());
            Optional<Reason> reason = before.isEmpty()
                    ? Optional.of(Reason.STARTED)
                    : before.get().equals(after)
                            ? Optional.of(Reason.KEPT)
                            : forced(task, before.get(), nodes, workers);
            decisions.add(
                    reason.isPresent()
                            ? new Decision(task.id(), before, after, reason.get(), "")
                            : chosen.decision(task, before.get(), after));
        }
        return decisions;
    }

    private record Worker(String topology, Placement placement) {}

    /** Why it cannot stay; empty if it could. */
    private static Optional<Reason> forced(Task task, Placement before, Map<String, Node> nodes, Set<Worker> workers) {
        Node node = nodes.get(before.node());
        if (node == null) {
            return Optional.of(Reason.NODE_GONE);
        }
        if (before.slot() >= node.slots()) {
            return Optional.of(Reason.SLOT_GONE);
        }
        if (!task.constraints().permits(node)) {
            return Optional.of(Reason.CONSTRAINT);
        }
        return workers.contains(new Worker(task.topology(), before))
                ? Optional.empty()
                : Optional.of(Reason.WORKER_GONE);
    }
}
