// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.evaluate;

import io.millrace.scheduler.model.HopCosts;
import io.millrace.scheduler.model.Objective;
import java.util.List;

/**
 * The figures of an assignment, computed by {@link Evaluator}.
 *
 * @param nodes in the problem's order
 * @param workerImbalance the worst worker's load over the mean of its topology's workers on the same node
 * @param movedTasks tasks whose worker is another one than before, or that ran before and no longer do
 * @param startedTasks tasks that did not run before
 * @param violations of hard rules
 */
public record Evaluation(
        Objective objective,
        Traffic traffic,
        List<NodeLoad> nodes,
        double workerImbalance,
        int movedTasks,
        int startedTasks,
        List<Violation> violations) {

    /**
     * The messages between tasks.
     *
     * @param total of all edges, in messages per second
     * @param cut the part of it between nodes
     * @param inWorker the part of it inside one worker
     * @param hopCost sum of traffic times hop in microseconds, see {@link HopCosts}; for both objectives
     */
    public record Traffic(long total, long cut, long inWorker, double hopCost) {}

    public Evaluation {
        nodes = List.copyOf(nodes);
        violations = List.copyOf(violations);
    }

    public double hopCost() {
        return traffic.hopCost();
    }

    /** The value that the objective minimises. */
    public double cost() {
        return objective == Objective.CUT ? traffic.cut() : traffic.hopCost();
    }

    /** The share of the traffic that crosses between nodes, 0 if there is no traffic. */
    public double cutShare() {
        return share(traffic.cut(), traffic.total());
    }

    /** The share of the traffic within nodes that stays inside one worker, 0 if there is none. */
    public double workerShare() {
        return share(traffic.inWorker(), traffic.total() - traffic.cut());
    }

    /** The mean hop of a message in microseconds. */
    public double meanHopMicros() {
        return share(traffic.hopCost(), traffic.total());
    }

    /** The worst node's CPU load over its target; nodes whose target is 0 are left out. */
    public double cpuImbalance() {
        return nodes.stream()
                .filter(node -> node.node().target() > 0)
                .mapToDouble(node -> node.load() / node.node().target())
                .max()
                .orElse(0);
    }

    /** The worst node's share of slots in use over the mean share. */
    public double slotImbalance() {
        double slots = nodes.stream().mapToLong(node -> node.node().slots()).sum();
        double mean = share(workersUsed(), slots);
        return nodes.stream()
                .mapToDouble(node -> share(node.workers(), node.node().slots()))
                .map(used -> share(used, mean))
                .max()
                .orElse(0);
    }

    public int workersUsed() {
        return nodes.stream().mapToInt(NodeLoad::workers).sum();
    }

    public int nodesUsed() {
        return (int) nodes.stream().filter(node -> node.tasks() > 0).count();
    }

    /** Whether every node's load is within its limit. */
    public boolean isBalanced() {
        return nodes.stream().allMatch(NodeLoad::isBalanced);
    }

    public boolean isValid() {
        return violations.isEmpty();
    }

    private static double share(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
