// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.plan.PartialAssignment;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.Worker;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which {@link EvenScheduler} places tasks, and in which it prefers workers. Later constants are less
 * fair and pack better.
 */
enum PlacementOrder {
    /** Storm's: workers start where most slots are free; tasks in order, each to the worker with the fewest tasks. */
    ROUND_ROBIN,
    /** The order of {@link #ROUND_ROBIN}, but the heaviest task first, each to the node with the most free capacity. */
    HEAVIEST_FIRST,
    /** The order of {@link #HEAVIEST_FIRST}, and workers start where most capacity is free. */
    MOST_CAPACITY;

    /** Tasks with the fewest permitted nodes come first, so that the others can even out the counts. */
    List<Integer> sorted(ProblemIndex index, List<Integer> tasks) {
        Comparator<Integer> confined =
                Comparator.comparingInt(task -> index.permit(task).cardinality());
        Comparator<Integer> grouped = Comparator.comparing(task -> index.groupOf[task] == ProblemIndex.NO_GROUP);
        Comparator<Integer> rank = confined.thenComparing(grouped);
        if (this != ROUND_ROBIN) {
            rank = rank.thenComparing(task -> -index.weight(task));
        }
        return tasks.stream().sorted(rank).toList();
    }

    /** Whether worker {@code a} should get the next task rather than {@code b}, which was opened before it. */
    boolean prefers(PartialAssignment plan, Worker a, Worker b) {
        if (this != ROUND_ROBIN && plan.freeCapacity(a.node) != plan.freeCapacity(b.node)) {
            return plan.freeCapacity(a.node) > plan.freeCapacity(b.node);
        }
        return a.tasks < b.tasks;
    }

    /** Whether a new worker should rather start on node {@code a} than on {@code b}, all else being equal. */
    boolean prefersNode(PartialAssignment plan, int a, int b) {
        if (this == MOST_CAPACITY && plan.freeCapacity(a) != plan.freeCapacity(b)) {
            return plan.freeCapacity(a) > plan.freeCapacity(b);
        }
        return plan.freeSlots(a) > plan.freeSlots(b);
    }
}
