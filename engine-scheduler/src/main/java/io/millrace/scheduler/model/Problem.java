// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Everything a scheduler decides on: an immutable, consistent {@code tsched-1} problem. {@link #builder} or {@code
 * ProblemJson} makes one. Consistent means that every name resolves and every number is in range. {@code Feasibility}
 * checks whether a valid assignment can exist.
 *
 * @param tasks sorted by id, 0 to n - 1
 * @param edges directed, each (from, to) at most once, never from a task to itself
 * @param previous the running assignment by task id, null for a task that does not run yet; empty if nothing runs. It
 *     may name nodes and slots that no longer exist
 */
public record Problem(
        Label label,
        Goal goal,
        List<TopologySpec> topologies,
        Machines machines,
        List<Task> tasks,
        List<Edge> edges,
        List<Placement> previous) {

    /**
     * What it is called, which has no influence on the decision.
     *
     * @param name names the answer
     */
    public record Label(String name, String family, long seed, String note) {

        public static Label of(String name) {
            return new Label(name, "", 0, "");
        }
    }

    /**
     * What is wanted.
     *
     * @param balanceEps wanted balance (0.1: 10 % above the fair share); {@link Node#limit()} already contains it
     */
    public record Goal(Objective objective, double balanceEps) {}

    /**
     * Where tasks may run.
     *
     * @param rtt round trips between regions, if there are any
     */
    public record Machines(List<Node> nodes, Optional<RegionRtt> rtt) {

        public Machines {
            nodes = List.copyOf(nodes);
        }
    }

    public Problem {
        topologies = List.copyOf(topologies);
        tasks = tasks.stream().sorted(Comparator.comparingInt(Task::id)).toList();
        edges = List.copyOf(edges);
        previous = Collections.unmodifiableList(new ArrayList<>(previous));
        Consistency.check(
                label.name(), goal.balanceEps(), topologies, machines.nodes(), machines.rtt(), tasks, edges, previous);
    }

    public String name() {
        return label.name();
    }

    public Objective objective() {
        return goal.objective();
    }

    public double balanceEps() {
        return goal.balanceEps();
    }

    public List<Node> nodes() {
        return machines.nodes();
    }

    public Optional<RegionRtt> rtt() {
        return machines.rtt();
    }

    public static ProblemBuilder builder(String name) {
        return new ProblemBuilder(name);
    }

    /** Where this task runs now. */
    public Optional<Placement> previousOf(int task) {
        return previous.isEmpty() ? Optional.empty() : Optional.ofNullable(previous.get(task));
    }

    /** This problem with {@code running} as its running assignment. */
    public Problem withPrevious(Assignment running) {
        return withPrevious(running.placements());
    }

    /** This problem with another running assignment; null entries are tasks that do not run yet. */
    public Problem withPrevious(List<Placement> running) {
        return new Problem(label, goal, topologies, machines, tasks, edges, running);
    }

    /** This problem on other nodes. */
    public Problem withNodes(List<Node> others) {
        return new Problem(label, goal, topologies, new Machines(others, machines.rtt()), tasks, edges, previous);
    }

    /** This problem with other tasks, for example with their current loads. */
    public Problem withTasks(List<Task> others) {
        return new Problem(label, goal, topologies, machines, others, edges, previous);
    }

    /** This problem with other traffic. */
    public Problem withEdges(List<Edge> others) {
        return new Problem(label, goal, topologies, machines, tasks, others, previous);
    }
}
