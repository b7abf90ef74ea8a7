// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.explain;

import io.millrace.scheduler.evaluate.Hops;
import io.millrace.scheduler.explain.Decision.Reason;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Why tasks move although nothing forces them to: the first that holds of a broken spread group, a node above its
 * limit, cheaper messages, and a more even load. Messages are compared with all other tasks where they go.
 */
final class ChosenMoves {

    private final Problem problem;
    private final Assignment assignment;
    private final Hops hops;
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<Integer, List<Edge>> edges = new HashMap<>();
    private final Map<List<String>, Integer> spreadBefore = new HashMap<>();
    private final Loads before;
    private final Loads after;

    /** Sums of the weights of tasks. */
    private static final class Loads {

        private final Map<String, Long> byNode = new HashMap<>();
        private final Map<Placement, Long> byWorker = new HashMap<>();

        Loads(Problem problem, Function<Task, Placement> places) {
            for (Task task : problem.tasks()) {
                Placement place = places.apply(task);
                if (place != null) {
                    byNode.merge(place.node(), task.weight(), Long::sum);
                    byWorker.merge(place, task.weight(), Long::sum);
                }
            }
        }

        long node(Placement of) {
            return byNode.getOrDefault(of.node(), 0L);
        }

        long worker(Placement of) {
            return byWorker.getOrDefault(of, 0L);
        }
    }

    ChosenMoves(Problem problem, Assignment assignment) {
        this.problem = problem;
        this.assignment = assignment;
        this.hops = new Hops(problem);
        problem.nodes().forEach(node -> nodes.put(node.id(), node));
        for (Edge edge : problem.edges()) {
            edges.computeIfAbsent(edge.from(), none -> new ArrayList<>()).add(edge);
            edges.computeIfAbsent(edge.to(), none -> new ArrayList<>()).add(edge);
        }
        for (Task task : problem.tasks()) {
            problem.previousOf(task.id())
                    .ifPresent(place -> task.constraints()
                            .spread()
                            .ifPresent(group -> spreadBefore.merge(List.of(group, place.node()), 1, Integer::sum)));
        }
        before = new Loads(problem, task -> problem.previousOf(task.id()).orElse(null));
        after = new Loads(problem, task -> assignment.of(task.id()));
    }

    Decision decision(Task task, Placement from, Placement to) {
        Node node = nodes.get(from.node());
        boolean leaves = !from.node().equals(to.node());
        String group = task.constraints().spread().orElse("");
        int together = spreadBefore.getOrDefault(List.of(group, from.node()), 0);
        if (leaves && together > 1) {
            return decision(task, to, Reason.SPREAD, "node %s had %,d tasks of %s", from.node(), together, group);
        }
        if (leaves && before.node(from) > node.limit()) {
            return decision(
                    task,
                    to,
                    Reason.ROOM,
                    "node %s had a load of %,d, and takes %,d",
                    from.node(),
                    before.node(from),
                    node.limit());
        }
        double there = hopCost(task, from);
        double here = hopCost(task, to);
        if (here < there) {
            return decision(task, to, Reason.TRAFFIC, "%,.0f us per second instead of %,.0f", here, there);
        }
        long left = leaves ? before.node(from) : before.worker(from);
        long found = leaves ? after.node(to) : after.worker(to);
        return found < left
                ? decision(task, to, Reason.LOAD, "%,d instead of %,d", found, left)
                : decision(task, to, Reason.TOGETHER, "its hops cost %,.0f us per second", here);
    }

    private Decision decision(Task task, Placement to, Reason reason, String figures, Object... values) {
        return new Decision(
                task.id(), problem.previousOf(task.id()), to, reason, String.format(Locale.ROOT, figures, values));
    }

    /** The cost of hops, in microseconds per second, with the task at this place. */
    private double hopCost(Task task, Placement at) {
        double sum = 0;
        for (Edge edge : edges.getOrDefault(task.id(), List.of())) {
            int other = edge.from() == task.id() ? edge.to() : edge.from();
            boolean sameTopology = problem.tasks().get(other).topology().equals(task.topology());
            sum += edge.traffic() * hops.micros(at, assignment.of(other), sameTopology);
        }
        return sum;
    }
}
