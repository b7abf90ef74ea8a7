// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.plan.PartialAssignment;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.Worker;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Places a task by ejection chains: if it fits nowhere, another task makes room for it, which may in turn need
 * another one to move. For spread groups the chain is an augmenting path.
 */
final class EjectionChains {
    private static final int LONGEST_CHAIN = 6;
    private static final int MOST_EJECTED_PER_NODE = 8;
    /** The limit of steps per plan, so that an infeasible problem ends soon. */
    private static final int MOST_STEPS = 2_000;

    private final PartialAssignment plan;
    private final PlacementOrder order;
    private final BitSet fixed = new BitSet();
    private int steps;

    /** @param movable the only tasks that may move; null: all may */
    EjectionChains(PartialAssignment plan, PlacementOrder order, List<Integer> movable) {
        this.plan = plan;
        this.order = order;
        if (movable != null) {
            fixed.set(0, plan.index.tasks);
            movable.forEach(fixed::clear);
        }
    }

    /** Places the unplaced task, or returns false and leaves the plan as it was. */
    boolean place(int task) {
        return place(task, LONGEST_CHAIN);
    }

    private boolean place(int task, int chain) {
        Worker best = null;
        for (Worker worker : plan.workers.get(plan.index.topologyOf[task])) {
            if (plan.fits(task, worker) && (best == null || order.prefers(plan, worker, best))) {
                best = worker;
            }
        }
        if (best != null) {
            plan.place(task, best);
            return true;
        }
        return chain > 0 && makeRoom(task, chain);
    }

    private boolean makeRoom(int task, int chain) {
        BitSet tried = new BitSet();
        // The chain must not move the task that it makes room for.
        boolean wasFixed = fixed.get(task);
        fixed.set(task);
        try {
            for (Worker worker : plan.workers.get(plan.index.topologyOf[task])) {
                if (!plan.index.permit(task).get(worker.node) || tried.get(worker.node)) {
                    continue;
                }
                tried.set(worker.node);
                if (++steps > MOST_STEPS) {
                    return false;
                }
                for (int other : inTheWay(task, worker.node)) {
                    steps++;
                    Worker current = plan.workerOf(other);
                    plan.remove(other);
                    if (plan.fits(task, worker)) {
                        plan.place(task, worker);
                        if (place(other, chain - 1)) {
                            return true;
                        }
                        plan.remove(task);
                    }
                    plan.place(other, current);
                }
            }
            return false;
        } finally {
            fixed.set(task, wasFixed);
        }
    }

    /**
     * The tasks on the node whose departure makes room, the lightest first because it finds another place most
     * easily.
     */
    private List<Integer> inTheWay(int task, int node) {
        ProblemIndex index = plan.index;
        boolean groupMate = plan.conflictsWithGroup(task, node);
        long missing = index.weight(task) - plan.freeCapacity(node);
        List<Integer> found = new ArrayList<>();
        for (int other = 0; other < index.tasks; other++) {
            Worker current = plan.workerOf(other);
            if (current != null
                    && current.node == node
                    && !fixed.get(other)
                    && index.weight(other) >= missing
                    && (!groupMate || index.groupOf[other] == index.groupOf[task])
                    && (index.permit(other).cardinality() > 1)) {
                found.add(other);
            }
        }
        found.sort(Comparator.comparingLong(index::weight));
        return found.size() > MOST_EJECTED_PER_NODE ? found.subList(0, MOST_EJECTED_PER_NODE) : found;
    }
}
