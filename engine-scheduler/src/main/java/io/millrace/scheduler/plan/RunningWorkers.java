// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.plan;

import io.millrace.scheduler.model.Placement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of the running assignment that is still valid: the workers that can stay, and the tasks that can stay in
 * them. What breaks a rule now is left out, as few tasks as possible: a missing node or slot, a lower workers limit,
 * a new pin and, unless stated otherwise, a heavier load.
 */
public final class RunningWorkers {
    /** A worker that can stay. */
    record Kept(int topology, int node, int slot, List<Integer> tasks) {}

    private final ProblemIndex index;
    private final List<Kept> kept;

    private RunningWorkers(ProblemIndex index, List<Kept> kept) {
        this.index = index;
        this.kept = kept;
    }

    public static RunningWorkers of(ProblemIndex index) {
        List<Kept> valid = withinLimits(index, oneTopologyPerSlot(survivors(index)));
        unload(index, valid);
        valid.removeIf(worker -> worker.tasks().isEmpty());
        return new RunningWorkers(index, valid);
    }

    /**
     * The same, but nothing leaves a node because of its load. For callers that choose by more than weight which
     * tasks leave.
     */
    public static RunningWorkers withAnyLoad(ProblemIndex index) {
        return new RunningWorkers(index, withinLimits(index, oneTopologyPerSlot(survivors(index))));
    }

    public boolean isEmpty() {
        return kept.isEmpty();
    }

    /** A plan in which all these workers stay. */
    public PartialAssignment plan() {
        PartialAssignment plan = new PartialAssignment(index);
        for (Kept worker : kept) {
            Worker opened = plan.open(worker.topology(), worker.node(), worker.slot());
            worker.tasks().forEach(task -> plan.place(task, opened));
        }
        return plan;
    }

    /**
     * Removes the smallest worker that keeps a topology from these nodes. If a slot is free there, the topology has
     * as many workers as it may, so one of its own is removed. Otherwise it is a worker that holds a slot there,
     * preferably not the only one of its topology.
     */
    public RunningWorkers withoutOneInTheWay(int topology, BitSet nodes) {
        PartialAssignment plan = plan();
        boolean slotIsFree = nodes.stream().anyMatch(node -> plan.freeSlots(node) > 0);
        return kept.stream()
                .filter(worker -> slotIsFree ? worker.topology() == topology : nodes.get(worker.node()))
                .min(Comparator.<Kept, Boolean>comparing(
                                worker -> plan.workers.get(worker.topology()).size() == 1)
                        .thenComparingInt(worker -> worker.tasks().size()))
                .map(worker -> without(List.of(worker)))
                .orElseGet(() -> withoutSmallest(1));
    }

    public RunningWorkers withoutSmallest(int count) {
        return without(kept.stream()
                .sorted(Comparator.comparingInt(worker -> worker.tasks().size()))
                .limit(count)
                .toList());
    }

    private RunningWorkers without(List<Kept> released) {
        List<Kept> staying = new ArrayList<>(kept);
        staying.removeAll(released);
        return new RunningWorkers(index, staying);
    }

    /**
     * The tasks whose place still exists and is still allowed, grouped by worker. A slot may appear with two
     * topologies.
     */
    private static List<Kept> survivors(ProblemIndex index) {
        Map<List<Integer>, Kept> byWorker = new LinkedHashMap<>();
        Map<List<Integer>, Integer> groupNodes = new HashMap<>();
        for (int task = 0; task < index.tasks; task++) {
            Placement placement = index.problem.previousOf(task).orElse(null);
            int node = placement == null ? -1 : index.node(placement.node());
            if (node < 0
                    || placement.slot() >= index.node(node).slots()
                    || !index.permit(task).get(node)) {
                continue;
            }
            int group = index.groupOf[task];
            if (group != ProblemIndex.NO_GROUP && groupNodes.putIfAbsent(List.of(group, node), task) != null) {
                continue;
            }
            int topology = index.topologyOf[task];
            byWorker.computeIfAbsent(
                            List.of(topology, node, placement.slot()),
                            key -> new Kept(topology, node, placement.slot(), new ArrayList<>()))
                    .tasks()
                    .add(task);
        }
        return new ArrayList<>(byWorker.values());
    }

    /** If several topologies share a slot, the one with the most tasks stays. */
    private static List<Kept> oneTopologyPerSlot(List<Kept> workers) {
        Map<List<Integer>, Kept> bySlot = new LinkedHashMap<>();
        for (Kept worker : workers) {
            bySlot.merge(
                    List.of(worker.node(), worker.slot()),
                    worker,
                    (a, b) -> b.tasks().size() > a.tasks().size() ? b : a);
        }
        return new ArrayList<>(bySlot.values());
    }

    /** If a topology has more workers than it may, the largest stay. */
    private static List<Kept> withinLimits(ProblemIndex index, List<Kept> workers) {
        List<Kept> bySize = new ArrayList<>(workers);
        bySize.sort(Comparator.comparingInt(worker -> -worker.tasks().size()));
        int[] seen = new int[index.topologies];
        List<Kept> excess = new ArrayList<>();
        for (Kept worker : bySize) {
            if (++seen[worker.topology()] > index.workersLimit(worker.topology())) {
                excess.add(worker);
            }
        }
        List<Kept> within = new ArrayList<>(workers);
        within.removeAll(excess);
        return within;
    }

    /** Removes tasks from nodes above their capacity: the lightest task that suffices, else the heaviest. */
    private static void unload(ProblemIndex index, List<Kept> workers) {
        long[] excess = new long[index.nodes];
        List<List<Integer>> tasksOn = new ArrayList<>();
        for (int node = 0; node < index.nodes; node++) {
            excess[node] = -index.node(node).capacity();
            tasksOn.add(new ArrayList<>());
        }
        for (Kept worker : workers) {
            for (int task : worker.tasks()) {
                excess[worker.node()] += index.weight(task);
                tasksOn.get(worker.node()).add(task);
            }
        }
        Set<Integer> evicted = new HashSet<>();
        for (int node = 0; node < index.nodes; node++) {
            List<Integer> tasks = tasksOn.get(node);
            // Tasks that can run nowhere else come last, whatever they weigh.
            tasks.sort(Comparator.<Integer, Boolean>comparing(
                            task -> index.permit(task).cardinality() == 1)
                    .thenComparing(task -> -index.weight(task)));
            while (excess[node] > 0) {
                int chosen = 0;
                for (int i = 1; i < tasks.size(); i++) {
                    boolean movable = index.permit(tasks.get(i)).cardinality() > 1;
                    if (movable && index.weight(tasks.get(i)) >= excess[node]) {
                        chosen = i;
                    }
                }
                int task = tasks.remove(chosen);
                excess[node] -= index.weight(task);
                evicted.add(task);
            }
        }
        if (!evicted.isEmpty()) {
            workers.forEach(worker -> worker.tasks().removeAll(evicted));
        }
    }
}
