// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import io.millrace.scheduler.model.TopologySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Each node's fair load and limit. */
final class FairShares {
    private static final double STEP = 0.02;
    private static final int MOST_STEPS = 200;

    private FairShares() {}

    /** The load by share; with fewer workers than nodes, as if it went to as many nodes as can be used. */
    static double[] targets(List<Task> tasks, List<TopologySpec> topologies, double[] shares) {
        double load = tasks.stream().mapToLong(Task::weight).sum();
        long workers = topologies.stream().mapToLong(TopologySpec::workers).sum();
        double whole = Arrays.stream(shares).sum();
        double usable = Arrays.stream(shares).filter(share -> share > 0).count();
        double concentration = Math.max(1, usable / workers);
        return Arrays.stream(shares)
                .map(share -> load * concentration * share / whole)
                .toArray();
    }

    /** Limits never fall below what one task, or rounding, needs; capacity is raised to the limit where it is less. */
    static List<Node> withTargets(List<Node> nodes, double[] targets, long heaviest, double eps) {
        List<Node> shared = new ArrayList<>();
        for (Node node : nodes) {
            double target = targets[shared.size()];
            double least = target == 0 ? 0 : Math.max(Math.ceil(target), heaviest);
            long limit = (long) Math.max(Math.floor(target * (1 + eps)), least);
            long capacity = Math.max(node.capacity(), limit);
            shared.add(new Node(node.id(), capacity, node.slots(), node.region(), target, limit));
        }
        return shared;
    }

    /** The problem after its tasks, topologies or nodes have changed: targets by capacity, which stays. */
    static Problem renewed(Problem problem) {
        double[] capacities =
                problem.nodes().stream().mapToDouble(Node::capacity).toArray();
        long heaviest = problem.tasks().stream().mapToLong(Task::weight).max().orElse(0);
        double[] targets = targets(problem.tasks(), problem.topologies(), capacities);
        return balanceable(problem.withNodes(withTargets(problem.nodes(), targets, heaviest, problem.balanceEps())));
    }

    /** Raises the limits, and capacities that are in the way, until a plain packing of heavy tasks first keeps them. */
    static Problem balanceable(Problem problem) {
        Problem candidate = problem;
        for (int step = 1; step <= MOST_STEPS; step++) {
            if (Packing.keepsLimits(candidate)) {
                return candidate;
            }
            double factor = 1 + step * STEP;
            candidate = problem.withNodes(problem.nodes().stream()
                    .map(node -> {
                        long limit = (long) Math.ceil(node.limit() * factor);
                        long capacity = Math.max(node.capacity(), limit);
                        return new Node(node.id(), capacity, node.slots(), node.region(), node.target(), limit);
                    })
                    .toList());
        }
        throw new IllegalStateException(problem.name() + ": no limits found that a packing keeps");
    }
}
