// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.plan.PartialAssignment;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.Worker;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Decides for {@link EvenScheduler} on which nodes workers start, before any task is placed. */
final class WorkerAllocation {
    /** The search for few workers that reach all tasks is exponential in theory. It gives up after this many steps. */
    private static final int MOST_STEPS = 20_000;

    /** Unplaced tasks of the topology need a worker on one of these nodes. */
    record Need(int topology, BitSet nodes) {}

    private final PartialAssignment plan;
    private final PlacementOrder order;
    private final List<Need> needs;
    /** The number of tasks that have no place yet, by topology. */
    private final int[] homelessTasks;
    /** By topology: the weight of its lightest unplaced task. */
    private final long[] lightest;

    private int steps;
    /** Index of the last need that the search got to. */
    private int furthest;

    WorkerAllocation(PartialAssignment plan, List<Integer> unplaced, PlacementOrder order) {
        this.plan = plan;
        this.order = order;
        ProblemIndex index = plan.index;
        homelessTasks = new int[index.topologies];
        lightest = new long[index.topologies];
        Set<Need> distinct = new LinkedHashSet<>();
        for (int task : unplaced) {
            int topology = index.topologyOf[task];
            distinct.add(new Need(topology, index.permit(task)));
            lightest[topology] = homelessTasks[topology]++ == 0
                    ? index.weight(task)
                    : Math.min(lightest[topology], index.weight(task));
        }
        needs = new ArrayList<>(distinct);
        needs.sort(Comparator.comparingInt(need -> need.nodes().cardinality()));
    }

    /** Opens the workers without which some task could run nowhere. Returns null, or a need that it could not meet. */
    Need reachEveryTask() {
        return reach(0) ? null : needs.get(furthest);
    }

    private boolean reach(int from) {
        int next = from;
        while (next < needs.size() && isMet(needs.get(next))) {
            next++;
        }
        if (next == needs.size()) {
            return true;
        }
        furthest = Math.max(furthest, next);
        Need need = needs.get(next);
        for (int node : candidates(need, next)) {
            if (++steps > MOST_STEPS) {
                return false;
            }
            Worker worker = plan.open(need.topology(), node);
            if (reach(next + 1)) {
                return true;
            }
            plan.close(worker);
        }
        return false;
    }

    private boolean isMet(Need need) {
        for (Worker worker : plan.workers.get(need.topology())) {
            if (need.nodes().get(worker.node)) {
                return true;
            }
        }
        return false;
    }

    /** The nodes that can meet the need. Those that meet most of the later needs come first. */
    private List<Integer> candidates(Need need, int from) {
        List<Integer> nodes = new ArrayList<>();
        int[] alsoMet = new int[plan.index.nodes];
        need.nodes().stream()
                .filter(node -> plan.canOpen(need.topology(), node))
                .forEach(nodes::add);
        for (Need other : needs.subList(from, needs.size())) {
            if (other.topology() == need.topology() && !isMet(other)) {
                nodes.forEach(node -> alsoMet[node] += other.nodes().get(node) ? 1 : 0);
            }
        }
        nodes.sort((a, b) -> {
            if (alsoMet[a] != alsoMet[b]) {
                return alsoMet[b] - alsoMet[a];
            }
            return order.prefersNode(plan, a, b) ? -1 : order.prefersNode(plan, b, a) ? 1 : a - b;
        });
        return nodes;
    }

    /** Opens workers up to the limits, one for each topology in turn while there are slots. */
    void fill() {
        int[] opened = new int[plan.index.topologies];
        boolean any = true;
        while (any) {
            any = false;
            for (int topology = 0; topology < opened.length; topology++) {
                int node = opened[topology] < homelessTasks[topology] ? bestNode(topology) : -1;
                if (node >= 0) {
                    plan.open(topology, node);
                    opened[topology]++;
                    any = true;
                }
            }
        }
    }

    /**
     * The node where the topology has the fewest workers so far, so that nodes give their slots in turn; -1 if there
     * is none.
     */
    private int bestNode(int topology) {
        BitSet useful = new BitSet();
        needs.stream().filter(need -> need.topology() == topology).forEach(need -> useful.or(need.nodes()));
        int best = -1;
        int fewest = Integer.MAX_VALUE;
        for (int node = useful.nextSetBit(0); node >= 0; node = useful.nextSetBit(node + 1)) {
            if (plan.canOpen(topology, node) && plan.freeCapacity(node) >= lightest[topology]) {
                int workers = plan.workersOn(topology, node);
                if (workers < fewest || (workers == fewest && order.prefersNode(plan, node, best))) {
                    best = node;
                    fewest = workers;
                }
            }
        }
        return best;
    }
}
