// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The rules that span several records of a problem: ids are unique, names resolve, sizes match. {@link Problem}'s
 * constructor checks them.
 */
final class Consistency {
    private static final double MOST_EPS = 1_000;

    private Consistency() {}

    static void check(
            String name,
            double balanceEps,
            List<TopologySpec> topologies,
            List<Node> nodes,
            Optional<RegionRtt> rtt,
            List<Task> tasks,
            List<Edge> edges,
            List<Placement> previous) {
        Bounds.name("problem", name);
        Bounds.check("problem " + ErrorText.quote(name), "balance_eps", balanceEps, 0, MOST_EPS);
        Set<String> topologyIds = unique("topologies", "topology", topologies, TopologySpec::id);
        Set<String> nodeIds = unique("nodes", "node", nodes, Node::id);
        Set<String> regions = new TreeSet<>();
        nodes.forEach(node -> regions.add(node.region()));
        rtt.ifPresent(known -> checkRegions(nodes, known));
        rtt.ifPresent(known -> regions.addAll(known.regions()));
        checkTaskIds(tasks);
        for (Task task : tasks) {
            if (!topologyIds.contains(task.topology())) {
                throw unknown("task " + task.id(), "topology", task.topology(), topologyIds);
            }
            checkConstraints(task, nodeIds, regions);
        }
        checkEdges(edges, tasks.size());
        if (!previous.isEmpty() && previous.size() != tasks.size()) {
            throw new InvalidProblemException("prev has " + ErrorText.count(previous.size(), "entry") + " for "
                    + ErrorText.count(tasks.size(), "task")
                    + ": give one per task id, null for a task that does not run yet");
        }
    }

    private static void checkRegions(List<Node> nodes, RegionRtt rtt) {
        Set<String> known = new HashSet<>(rtt.regions());
        for (Node node : nodes) {
            if (!known.contains(node.region())) {
                throw unknown("node " + ErrorText.quote(node.id()), "region", node.region(), rtt.regions());
            }
        }
    }

    private static void checkTaskIds(List<Task> sorted) {
        int n = sorted.size();
        String rule = ": " + ErrorText.count(n, "task") + " must have the ids 0 to " + (n - 1) + ", each once";
        for (int i = 0; i < n; i++) {
            int id = sorted.get(i).id();
            if (id < i) {
                throw new InvalidProblemException("task id " + id + " is given twice" + rule);
            }
            if (id > i) {
                throw new InvalidProblemException("task id " + i + " is missing" + rule);
            }
        }
    }

    private static void checkConstraints(Task task, Set<String> nodeIds, Set<String> regions) {
        Constraints constraints = task.constraints();
        constraints.pin().filter(pin -> !nodeIds.contains(pin)).ifPresent(pin -> {
            throw unknown("task " + task.id() + ": pin", "node", pin, nodeIds);
        });
        for (String node : constraints.forbidden()) {
            if (!nodeIds.contains(node)) {
                throw unknown("task " + task.id() + ": forbid", "node", node, nodeIds);
            }
        }
        for (String region : constraints.regions()) {
            if (!regions.contains(region)) {
                throw unknown("task " + task.id(), "region", region, regions);
            }
        }
    }

    private static void checkEdges(List<Edge> edges, int tasks) {
        Set<Long> pairs = new HashSet<>(2 * edges.size());
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            String owner = "edges[" + i + "] (" + edge.from() + " -> " + edge.to() + ")";
            for (int end : new int[] {edge.from(), edge.to()}) {
                if (end < 0 || end >= tasks) {
                    throw new InvalidProblemException(owner + ": there is no task " + end + ", "
                            + (tasks == 0 ? "the problem has no tasks" : "ids are 0 to " + (tasks - 1)));
                }
            }
            if (edge.from() == edge.to()) {
                throw new InvalidProblemException(
                        owner + ": a task's traffic to itself never crosses a link: remove the edge");
            }
            if (!pairs.add((long) edge.from() << 32 | edge.to())) {
                throw new InvalidProblemException(
                        owner + ": this pair is given twice: sum the traffic of its streams into one edge");
            }
        }
    }

    private static <T> Set<String> unique(String key, String what, List<T> items, Function<T, String> id) {
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < items.size(); i++) {
            String name = id.apply(items.get(i));
            if (!seen.add(name)) {
                throw new InvalidProblemException(key + "[" + i + "]: " + what + " " + ErrorText.quote(name)
                        + " is given twice: ids must be unique");
            }
        }
        return seen;
    }

    private static InvalidProblemException unknown(String owner, String what, String name, Collection<String> known) {
        return new InvalidProblemException(
                owner + ": unknown " + what + " " + ErrorText.quote(name) + ": " + ErrorText.suggestion(name, known));
    }
}
