// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.ErrorText;
import io.millrace.scheduler.model.InfeasibleProblemException;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.Task;
import io.millrace.scheduler.plan.Feasibility;
import io.millrace.scheduler.plan.PartialAssignment;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.RunningWorkers;
import java.util.List;

/**
 * Storm's round robin, by the name {@code even}. Each topology's workers start on the nodes with the most free slots,
 * in turn. Its tasks go to these workers one after the other. Traffic has no influence.
 *
 * <p>Unlike Storm's it keeps the hard rules. Workers start where pins and regions need them. A task goes to the
 * worker with the fewest tasks that may run it and whose node has capacity. If a task fits nowhere, tasks change
 * places. When slots are short, topologies take them in turn, so that the first one does not take them all.
 *
 * <p>With a running assignment, whatever is still valid stays, and only tasks without a place are placed: in new
 * workers if the topology may have more, else in those with the fewest tasks. Running tasks move only if nothing else
 * works, and then few of them.
 *
 * <p>The seed has no influence unless a place for every task must be searched. Ties are broken by the order of nodes
 * and tasks in the problem.
 */
public final class EvenScheduler implements SchedulingAlgorithm {
    static final String NAME = "even";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Assignment schedule(Problem problem, SchedulingOptions options) {
        ProblemIndex index = new ProblemIndex(problem);
        Feasibility.check(index);
        RunningWorkers running = RunningWorkers.of(index);
        int released = 1;
        while (true) {
            Failure failure = null;
            for (boolean mayMove : running.isEmpty() ? new boolean[] {true} : new boolean[] {false, true}) {
                for (PlacementOrder order : PlacementOrder.values()) {
                    PartialAssignment plan = running.plan();
                    Failure reason = complete(plan, order, mayMove);
                    if (reason == null) {
                        return plan.toAssignment();
                    }
                    failure = failure == null ? reason : failure;
                }
            }
            PartialAssignment tight = running.plan();
            if (new PlacementSearch(tight, options.seed())
                    .complete(running.isEmpty() ? PlacementSearch.MOST_STARTS : 1)) {
                return tight.toAssignment();
            }
            if (running.isEmpty()) {
                throw new InfeasibleProblemException(failure.message());
            }
            if (failure.unreachable() != null) {
                running = running.withoutOneInTheWay(
                        failure.unreachable().topology(), failure.unreachable().nodes());
            } else {
                running = running.withoutSmallest(released);
                released *= 2;
            }
        }
    }

    /**
     * @param unreachable where a worker was needed and could not start, or null if tasks found no room in the workers
     */
    private record Failure(String message, WorkerAllocation.Need unreachable) {}

    /** Completes the plan in place and returns null, or returns why it could not. */
    private static Failure complete(PartialAssignment plan, PlacementOrder order, boolean mayMove) {
        List<Integer> unplaced = plan.unplaced();
        if (unplaced.isEmpty()) {
            return null;
        }
        WorkerAllocation allocation = new WorkerAllocation(plan, unplaced, order);
        WorkerAllocation.Need unreachable = allocation.reachEveryTask();
        if (unreachable != null) {
            return new Failure(noSlot(plan.index, unreachable), unreachable);
        }
        allocation.fill();
        EjectionChains chains = new EjectionChains(plan, order, mayMove ? null : unplaced);
        for (int task : order.sorted(plan.index, unplaced)) {
            if (!chains.place(task)) {
                return new Failure(noRoom(plan, task), null);
            }
        }
        return null;
    }

    private static String noSlot(ProblemIndex index, WorkerAllocation.Need need) {
        List<String> nodes =
                need.nodes().stream().mapToObj(node -> index.node(node).id()).toList();
        return "too few slots: found no free slot for a worker of topology "
                + ErrorText.quote(index.topologyId(need.topology())) + " on " + ErrorText.list(nodes)
                + " (workers limit "
                + index.workersLimit(need.topology()) + "): add slots, raise workers, or relax pins and regions";
    }

    private static String noRoom(PartialAssignment plan, int id) {
        Task task = plan.index.problem.tasks().get(id);
        List<String> rooms = plan.workers.get(plan.index.topologyOf[id]).stream()
                .map(worker -> plan.index.node(worker.node).id() + "/" + worker.slot + " with "
                        + plan.freeCapacity(worker.node)
                        + " left"
                        + (plan.index.permit(id).get(worker.node) ? "" : ", not permitted")
                        + (plan.conflictsWithGroup(id, worker.node) ? ", spread group already there" : ""))
                .toList();
        return NAME + " found no room for " + task.described() + " of weight " + task.weight()
                + "; its topology's workers: " + ErrorText.list(rooms)
                + ": add capacity or slots, raise workers, or relax constraints";
    }
}
