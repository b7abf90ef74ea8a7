// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.evaluate;

import io.millrace.scheduler.evaluate.Violation.Rule;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.ErrorText;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import io.millrace.scheduler.model.TopologySpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks an assignment against the hard rules. It shares no code with the algorithms, so that it can judge them. */
public final class Validator {
    private final Problem problem;
    private final List<Placement> placements;
    private final Map<String, Node> nodes = new HashMap<>();
    private final List<Violation> violations = new ArrayList<>();

    private Validator(Problem problem, List<Placement> placements) {
        this.problem = problem;
        this.placements = placements;
        problem.nodes().forEach(node -> nodes.put(node.id(), node));
    }

    /** Every broken rule, one entry per cause; empty if the assignment is valid. */
    public static List<Violation> violations(Problem problem, Assignment assignment) {
        return violations(problem, assignment.placements());
    }

    static List<Violation> violations(Problem problem, List<Placement> placements) {
        Validator validator = new Validator(problem, placements);
        if (placements.size() != problem.tasks().size()) {
            validator.add(
                    Rule.EVERY_TASK_PLACED,
                    "the assignment has " + ErrorText.count(placements.size(), "entry") + " for "
                            + ErrorText.count(problem.tasks().size(), "task"));
        } else {
            problem.tasks().forEach(validator::checkTask);
            validator.checkSlots();
            validator.checkWorkers();
            validator.checkSpread();
            validator.checkCapacity();
        }
        return List.copyOf(validator.violations);
    }

    private void checkTask(Task task) {
        Placement placement = placements.get(task.id());
        if (placement == null) {
            add(Rule.EVERY_TASK_PLACED, task.described() + " has no place");
            return;
        }
        Node node = nodes.get(placement.node());
        if (node == null) {
            add(
                    Rule.NODE_EXISTS,
                    task.described() + " is on node " + ErrorText.quote(placement.node()) + ", which does not exist");
            return;
        }
        if (placement.slot() >= node.slots()) {
            add(
                    Rule.SLOT_EXISTS,
                    task.described() + " is in slot " + placement.slot() + " of node " + ErrorText.quote(node.id())
                            + ", which has " + ErrorText.count(node.slots(), "slot"));
        }
        Constraints constraints = task.constraints();
        if (constraints.pin().isPresent() && !constraints.pin().get().equals(node.id())) {
            add(
                    Rule.PIN,
                    task.described() + " is on node " + ErrorText.quote(node.id()) + ", pinned to "
                            + ErrorText.quote(constraints.pin().get()));
        }
        if (!constraints.regions().isEmpty() && !constraints.regions().contains(node.region())) {
            add(
                    Rule.REGION,
                    task.described() + " is in region " + ErrorText.quote(node.region()) + ", allowed are "
                            + ErrorText.list(constraints.regions()));
        }
        if (constraints.forbidden().contains(node.id())) {
            add(
                    Rule.FORBIDDEN,
                    task.described() + " is on node " + ErrorText.quote(node.id()) + ", which is forbidden to it");
        }
    }

    private void checkSlots() {
        Map<Placement, Set<String>> topologies = new HashMap<>();
        for (Task task : problem.tasks()) {
            Placement placement = placements.get(task.id());
            if (placement == null) {
                continue;
            }
            Set<String> sharing = topologies.computeIfAbsent(placement, none -> new HashSet<>());
            if (sharing.add(task.topology()) && sharing.size() > 1) {
                add(
                        Rule.ONE_TOPOLOGY_PER_SLOT,
                        task.described() + " is in slot " + placement.slot() + " of node "
                                + ErrorText.quote(placement.node()) + ", where another topology runs");
            }
        }
    }

    private void checkWorkers() {
        Map<String, Set<Placement>> workers = new HashMap<>();
        for (Task task : problem.tasks()) {
            if (placements.get(task.id()) != null) {
                workers.computeIfAbsent(task.topology(), none -> new HashSet<>())
                        .add(placements.get(task.id()));
            }
        }
        for (TopologySpec topology : problem.topologies()) {
            int used = workers.getOrDefault(topology.id(), Set.of()).size();
            if (used > topology.workers()) {
                add(
                        Rule.WORKERS_LIMIT,
                        "topology " + ErrorText.quote(topology.id()) + " has " + ErrorText.count(used, "worker")
                                + ", the limit is " + topology.workers());
            }
        }
    }

    private void checkSpread() {
        Map<List<String>, Task> first = new HashMap<>();
        for (Task task : problem.tasks()) {
            Placement placement = placements.get(task.id());
            String group = task.constraints().spread().orElse(null);
            if (placement == null || group == null) {
                continue;
            }
            Task other = first.putIfAbsent(List.of(group, placement.node()), task);
            if (other != null) {
                add(
                        Rule.SPREAD,
                        task.described() + " is on node " + ErrorText.quote(placement.node()) + " with task "
                                + other.id() + " of its spread group " + ErrorText.quote(group));
            }
        }
    }

    private void checkCapacity() {
        Map<String, Long> loads = new HashMap<>();
        for (Task task : problem.tasks()) {
            if (placements.get(task.id()) != null) {
                loads.merge(placements.get(task.id()).node(), task.weight(), Long::sum);
            }
        }
        for (Node node : problem.nodes()) {
            long load = loads.getOrDefault(node.id(), 0L);
            if (load > node.capacity()) {
                add(
                        Rule.CAPACITY,
                        "node " + ErrorText.quote(node.id()) + " has load " + load + ", its capacity is "
                                + node.capacity());
            }
        }
    }

    private void add(Rule rule, String message) {
        violations.add(new Violation(rule, message));
    }
}
