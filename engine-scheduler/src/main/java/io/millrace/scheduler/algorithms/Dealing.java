package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.Worker;
import io.millrace.scheduler.plan.Workplan;
import java.util.Comparator;
import java.util.List;

/** In which order {@link EvenScheduler} deals tasks and to whom, from the fairest to the one that packs best. */
enum Dealing {
    /** Storm's: workers where most slots are free, tasks in order, each to the worker with the fewest tasks. */
    IN_TURN,
    /** As before, but heavy tasks first, and each to the node with the most capacity left. */
    HEAVY_FIRST,
    /** As before, and workers start where most capacity is left. */
    ROOMY_NODES;

    /** Tasks that may not run everywhere come first, the most confined one before all: the others then even things out. */
    List<Integer> order(ProblemIndex index, List<Integer> tasks) {
        Comparator<Integer> confined =
                Comparator.comparingInt(task -> index.permit(task).cardinality());
        Comparator<Integer> grouped = Comparator.comparing(task -> index.groupOf[task] == ProblemIndex.NO_GROUP);
        Comparator<Integer> rank = confined.thenComparing(grouped);
        if (this != IN_TURN) {
            rank = rank.thenComparing(task -> -index.weight(task));
        }
        return tasks.stream().sorted(rank).toList();
    }

    /** Whether worker {@code a} should get the next task rather than {@code b}, which was opened before it. */
    boolean prefers(Workplan plan, Worker a, Worker b) {
        if (this != IN_TURN && plan.spare(a.node) != plan.spare(b.node)) {
            return plan.spare(a.node) > plan.spare(b.node);
        }
        return a.tasks < b.tasks;
    }

    /** Whether a new worker should rather start on node {@code a} than on {@code b}, all else being equal. */
    boolean prefersNode(Workplan plan, int a, int b) {
        if (this == ROOMY_NODES && plan.spare(a) != plan.spare(b)) {
            return plan.spare(a) > plan.spare(b);
        }
        return plan.freeSlots(a) > plan.freeSlots(b);
    }
}
