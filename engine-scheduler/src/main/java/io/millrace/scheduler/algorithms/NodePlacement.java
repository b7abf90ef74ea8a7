// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.plan.Feasibility;
import io.millrace.scheduler.plan.PartialAssignment;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.StreamGraph;
import io.millrace.scheduler.plan.Worker;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Places tasks on nodes within the hard rules, for algorithms that choose nodes only. A topology gets one worker on
 * each node that it uses; its first task there opens it.
 */
final class NodePlacement {
    static final int UNPLACED = -1;

    final PartialAssignment plan;
    final ProblemIndex index;
    private final StreamGraph graph;
    private final EjectionChains chains;
    private final long[] trafficTo;

    NodePlacement(PartialAssignment plan) {
        this.plan = plan;
        index = plan.index;
        graph = StreamGraph.of(index);
        chains = new EjectionChains(plan, PlacementOrder.ROUND_ROBIN, null);
        trafficTo = new long[index.nodes];
    }

    /**
     * Runs a published algorithm on a problem with more rules than it knows. The running assignment has no influence.
     * If the algorithm fails, it runs again after opening the workers that some task cannot do without. If it fails
     * again, {@link EvenScheduler} answers, which finds an answer more often.
     *
     * @param algorithm places every task, or returns false
     */
    static Assignment schedule(Problem problem, SchedulingOptions options, Predicate<NodePlacement> algorithm) {
        ProblemIndex index = new ProblemIndex(problem);
        Feasibility.check(index);
        PartialAssignment plan = new PartialAssignment(index);
        if (algorithm.test(new NodePlacement(plan))) {
            return plan.toAssignment();
        }
        PartialAssignment reserved = new PartialAssignment(index);
        if (new WorkerAllocation(reserved, reserved.unplaced(), PlacementOrder.ROUND_ROBIN).reachEveryTask() == null
                && algorithm.test(new NodePlacement(reserved))) {
            return reserved.toAssignment();
        }
        return new EvenScheduler().schedule(problem.withPrevious(List.of()), options);
    }

    StreamGraph graph() {
        return graph;
    }

    long load(int node) {
        return index.node(node).capacity() - plan.freeCapacity(node);
    }

    /** The load that still fits below the node's limit. */
    long room(int node) {
        return index.node(node).limit() - load(node);
    }

    int nodeOf(int task) {
        return plan.workerOf(task) == null ? UNPLACED : plan.workerOf(task).node;
    }

    boolean mayPlace(int task, int node) {
        int topology = index.topologyOf[task];
        return index.permit(task).get(node)
                && plan.freeCapacity(node) >= index.weight(task)
                && !plan.conflictsWithGroup(task, node)
                && (plan.workersOn(topology, node) > 0 || plan.canOpen(topology, node));
    }

    boolean keepsLimit(int task, int node) {
        return index.weight(task) <= room(node);
    }

    void place(int task, int node) {
        int topology = index.topologyOf[task];
        for (Worker worker : plan.workers.get(topology)) {
            if (worker.node == node) {
                plan.place(task, worker);
                return;
            }
        }
        plan.place(task, plan.open(topology, node));
    }

    void move(int task, int node) {
        plan.remove(task);
        place(task, node);
    }

    /** Places the task by an ejection chain; false if none is found. */
    boolean placeByEjection(int task) {
        return chains.place(task);
    }

    /** By node: the task's traffic with the tasks there. The next call reuses the array. */
    long[] trafficTo(int task) {
        Arrays.fill(trafficTo, 0);
        for (int i = graph.first(task); i < graph.first(task + 1); i++) {
            int node = nodeOf(graph.neighbour(i));
            if (node != UNPLACED) {
                trafficTo[node] += graph.traffic(i);
            }
        }
        return trafficTo;
    }

    /**
     * The node where the task adds the least traffic between nodes, within the limits if that is possible. Ties are
     * broken by the share of the limit in use, then by the problem's order. {@link #UNPLACED} if no node may take the
     * task.
     */
    int leastAddedTraffic(int task) {
        long[] traffic = trafficTo(task);
        int best = UNPLACED;
        for (int node = 0; node < index.nodes; node++) {
            if (mayPlace(task, node) && (best == UNPLACED || isBetter(task, traffic, node, best))) {
                best = node;
            }
        }
        return best;
    }

    private boolean isBetter(int task, long[] traffic, int node, int best) {
        if (keepsLimit(task, node) != keepsLimit(task, best)) {
            return keepsLimit(task, node);
        }
        return traffic[node] != traffic[best] ? traffic[node] > traffic[best] : fill(node) < fill(best);
    }

    private double fill(int node) {
        long limit = index.node(node).limit();
        return limit == 0 ? 0 : (double) load(node) / limit;
    }
}
