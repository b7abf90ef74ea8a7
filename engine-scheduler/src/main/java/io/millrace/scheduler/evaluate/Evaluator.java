// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.evaluate;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.ErrorText;
import io.millrace.scheduler.model.InvalidProblemException;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Computes the figures of an assignment, valid or not. It shares no code with the algorithms, so that it can judge
 * them.
 */
public final class Evaluator {
    private final Problem problem;
    private final List<Placement> placements;
    private final Map<String, Integer> nodeIndex = new HashMap<>();

    private Evaluator(Problem problem, List<Placement> placements) {
        this.problem = problem;
        this.placements = placements;
        problem.nodes().forEach(node -> nodeIndex.put(node.id(), nodeIndex.size()));
    }

    /** @throws InvalidProblemException if the assignment has another number of tasks than the problem */
    public static Evaluation evaluate(Problem problem, Assignment assignment) {
        return evaluate(problem, assignment.placements());
    }

    /** The figures of the running assignment; traffic of tasks that do not run is left out. */
    public static Optional<Evaluation> evaluateRunning(Problem problem) {
        return problem.previous().isEmpty() ? Optional.empty() : Optional.of(evaluate(problem, problem.previous()));
    }

    private static Evaluation evaluate(Problem problem, List<Placement> placements) {
        if (placements.size() != problem.tasks().size()) {
            throw new InvalidProblemException("the assignment has " + ErrorText.count(placements.size(), "entry")
                    + ", problem " + ErrorText.quote(problem.name()) + " has "
                    + ErrorText.count(problem.tasks().size(), "task") + ": evaluate an assignment of this problem");
        }
        return new Evaluator(problem, placements).evaluate();
    }

    private Evaluation evaluate() {
        Hops hops = new Hops(problem);
        long total = 0;
        long cut = 0;
        long inWorker = 0;
        double hopCost = 0;
        for (Edge edge : problem.edges()) {
            Placement from = placements.get(edge.from());
            Placement to = placements.get(edge.to());
            if (from == null || to == null) {
                continue;
            }
            total += edge.traffic();
            hopCost += edge.traffic() * hops.micros(from, to, sameTopology(edge));
            if (!from.node().equals(to.node())) {
                cut += edge.traffic();
            } else if (from.slot() == to.slot() && sameTopology(edge)) {
                inWorker += edge.traffic();
            }
        }
        int moved = 0;
        int started = 0;
        for (Task task : problem.tasks()) {
            Optional<Placement> before = problem.previousOf(task.id());
            started += before.isEmpty() && placements.get(task.id()) != null ? 1 : 0;
            moved += before.isPresent() && !before.get().equals(placements.get(task.id())) ? 1 : 0;
        }
        return new Evaluation(
                problem.objective(),
                new Evaluation.Traffic(total, cut, inWorker, hopCost),
                nodeLoads(),
                workerImbalance(),
                moved,
                started,
                Validator.violations(problem, placements));
    }

    private boolean sameTopology(Edge edge) {
        return problem.tasks()
                .get(edge.from())
                .topology()
                .equals(problem.tasks().get(edge.to()).topology());
    }

    private List<NodeLoad> nodeLoads() {
        int nodes = problem.nodes().size();
        long[] loads = new long[nodes];
        int[] tasks = new int[nodes];
        List<Set<Integer>> slots = new ArrayList<>();
        problem.nodes().forEach(node -> slots.add(new HashSet<>()));
        for (Task task : problem.tasks()) {
            Placement placement = placements.get(task.id());
            Integer node = placement == null ? null : nodeIndex.get(placement.node());
            if (node != null) {
                loads[node] += task.weight();
                tasks[node]++;
                slots.get(node).add(placement.slot());
            }
        }
        List<NodeLoad> result = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            result.add(new NodeLoad(
                    problem.nodes().get(i), loads[i], tasks[i], slots.get(i).size()));
        }
        return result;
    }

    private double workerImbalance() {
        record Share(String topology, String node) {}
        Map<Share, Map<Integer, Long>> loads = new HashMap<>();
        for (Task task : problem.tasks()) {
            Placement placement = placements.get(task.id());
            if (placement != null) {
                loads.computeIfAbsent(new Share(task.topology(), placement.node()), none -> new HashMap<>())
                        .merge(placement.slot(), task.weight(), Long::sum);
            }
        }
        double worst = 0;
        for (Map<Integer, Long> workers : loads.values()) {
            double sum = workers.values().stream().mapToLong(Long::longValue).sum();
            long most =
                    workers.values().stream().mapToLong(Long::longValue).max().orElse(0);
            worst = Math.max(worst, sum == 0 ? 0 : most * workers.size() / sum);
        }
        return worst;
    }
}
