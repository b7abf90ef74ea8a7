// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.plan.PartialAssignment;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.Worker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * The last resort of {@link EvenScheduler} on tight problems: a depth-first search over tasks and nodes that opens a
 * worker only when a task needs it. Each restart places the task at which the last one failed earlier. The search
 * gives up after a bounded number of steps; if it ends before, there is no answer.
 *
 * <p>The hard rules do not distinguish a topology's workers on one node, so it never opens a second one.
 */
final class PlacementSearch {
    private static final int MOST_TASKS = 1_000;
    private static final int STEPS_PER_START = 4_000;
    static final int MOST_STARTS = 60;
    /** Over all starts; a step looks at every topology and node. */
    private static final long MOST_WORK = 4_000_000;

    private final PartialAssignment plan;
    private final ProblemIndex index;
    private final int[] order;
    private final Random random;
    /** By topology: the weight and the number of tasks that have no place yet. */
    private final long[] weightLeft;

    private final int[] tasksLeft;
    /** By task: how often the search failed at it. */
    private final int[] stuck;

    private boolean shuffled;
    private int steps;
    private int deepest;

    PlacementSearch(PartialAssignment plan, long seed) {
        this.plan = plan;
        index = plan.index;
        random = new Random(seed);
        weightLeft = new long[index.topologies];
        tasksLeft = new int[index.topologies];
        stuck = new int[index.tasks];
        order = plan.unplaced().stream().mapToInt(Integer::intValue).toArray();
        for (int task : order) {
            weightLeft[index.topologyOf[task]] += index.weight(task);
            tasksLeft[index.topologyOf[task]]++;
        }
    }

    /**
     * Completes the plan in place and returns true, or leaves it as it was.
     *
     * @param mostStarts how often to try, within {@link #MOST_WORK}
     */
    boolean complete(int mostStarts) {
        long worth = MOST_WORK / STEPS_PER_START / Math.max(1, (long) index.topologies * index.nodes);
        long starts = order.length > MOST_TASKS ? 0 : Math.min(mostStarts, Math.max(1, worth));
        for (int start = 0; start < starts; start++) {
            shuffled = start > 0;
            sortOrder();
            steps = 0;
            deepest = 0;
            if (descend(0)) {
                return true;
            }
            if (steps < STEPS_PER_START) {
                return false;
            }
            stuck[order[deepest]]++;
        }
        return false;
    }

    private void sortOrder() {
        Comparator<Integer> hardest = Comparator.<Integer>comparingInt(task -> -stuck[task])
                .thenComparingInt(task -> index.permit(task).cardinality())
                .thenComparing(task -> index.groupOf[task] == ProblemIndex.NO_GROUP)
                .thenComparing(task -> -index.weight(task))
                .thenComparing(task -> task);
        int[] sorted = Arrays.stream(order)
                .boxed()
                .sorted(hardest)
                .mapToInt(Integer::intValue)
                .toArray();
        System.arraycopy(sorted, 0, order, 0, order.length);
    }

    private boolean descend(int depth) {
        if (depth == order.length) {
            return true;
        }
        int task = order[depth];
        int topology = index.topologyOf[task];
        deepest = Math.max(deepest, depth);
        if (!theRestMayFit()) {
            return false;
        }
        for (int node : options(task, topology)) {
            if (++steps >= STEPS_PER_START) {
                return false;
            }
            boolean fresh = plan.workersOn(topology, node) == 0;
            Worker worker = fresh ? plan.open(topology, node) : emptiest(topology, node);
            plan.place(task, worker);
            weightLeft[topology] -= index.weight(task);
            tasksLeft[topology]--;
            if (descend(depth + 1)) {
                return true;
            }
            weightLeft[topology] += index.weight(task);
            tasksLeft[topology]++;
            plan.remove(task);
            if (fresh) {
                plan.close(worker);
            }
        }
        return false;
    }

    /**
     * Whether each topology's tasks may fit into the workers that it has and may still open, each topology on its
     * own.
     */
    private boolean theRestMayFit() {
        int joining = 0;
        int free = 0;
        for (int node = 0; node < index.nodes; node++) {
            free += plan.freeSlots(node);
        }
        for (int topology = 0; topology < index.topologies; topology++) {
            if (tasksLeft[topology] > 0) {
                int workers = plan.workers.get(topology).size();
                joining += workers == 0 ? 1 : 0;
                if (weightLeft[topology] > reach(topology, index.workersLimit(topology) - workers)) {
                    return false;
                }
            }
        }
        return joining <= free;
    }

    private long reach(int topology, int moreWorkers) {
        long reach = 0;
        long[] openable = new long[index.nodes];
        for (int node = 0; node < index.nodes; node++) {
            if (plan.workersOn(topology, node) > 0) {
                reach += plan.freeCapacity(node);
            } else if (plan.freeSlots(node) > 0) {
                openable[node] = plan.freeCapacity(node);
            }
        }
        Arrays.sort(openable);
        for (int i = Math.max(0, openable.length - moreWorkers); i < openable.length; i++) {
            reach += openable[i];
        }
        return reach;
    }

    /** The nodes that can take the task, the one with the most free capacity first, or in random order. */
    private List<Integer> options(int task, int topology) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = index.permit(task).nextSetBit(0);
                node >= 0;
                node = index.permit(task).nextSetBit(node + 1)) {
            boolean reachable = plan.workersOn(topology, node) > 0 || plan.canOpen(topology, node);
            if (reachable && plan.freeCapacity(node) >= index.weight(task) && !plan.conflictsWithGroup(task, node)) {
                nodes.add(node);
            }
        }
        if (shuffled) {
            Collections.shuffle(nodes, random);
        } else {
            nodes.sort(Comparator.comparingLong(node -> -plan.freeCapacity(node)));
        }
        return nodes;
    }

    private Worker emptiest(int topology, int node) {
        return plan.workers.get(topology).stream()
                .filter(worker -> worker.node == node)
                .min(Comparator.comparingInt(worker -> worker.tasks))
                .orElseThrow();
    }
}
