// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.plan;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Turns nodes by task into workers by task. Each topology on a node gets at least one worker there. Tasks that stay
 * on their node stay in their worker. Tasks that join them go to the worker that they exchange most with and that is
 * not overloaded.
 *
 * <p>Where nothing of the topology ran, the number of workers depends on the objective. With {@link
 * Objective#LATENCY} it is one, because a hop between workers costs. With {@link Objective#CUT}, which does not price
 * that hop, it is as many as allowed, as long as {@link WorkerSplit} finds workers that exchange little with each
 * other.
 */
public final class WorkerLayout {
    /** The tasks of one topology on one node. */
    private static final class Site {
        final int topology;
        final int node;
        final List<Integer> joining = new ArrayList<>();
        /** By slot: the tasks that stay there. */
        final Map<Integer, List<Integer>> staying = new TreeMap<>();
        /** How many workers it may have if none stays. */
        int workers = 1;

        Site(int topology, int node) {
            this.topology = topology;
            this.node = node;
        }

        int workers() {
            return staying.isEmpty() ? workers : staying.size();
        }
    }

    private final NodeGraph problem;
    private final ProblemIndex index;
    private final WorkerSplit split;
    private final Map<Long, Site> sites = new TreeMap<>();
    private final int[] workersOf;
    private final int[] slotsUsed;

    private WorkerLayout(NodeGraph problem, long seed) {
        this.problem = problem;
        index = problem.index;
        split = new WorkerSplit(problem, seed);
        workersOf = new int[index.topologies];
        slotsUsed = new int[index.nodes];
    }

    /**
     * @param nodeOf by task; slots and workers suffice for one worker per topology and node
     * @param running what can stay, see {@link RunningWorkers}
     */
    public static Assignment assign(NodeGraph problem, int[] nodeOf, PartialAssignment running, long seed) {
        WorkerLayout layout = new WorkerLayout(problem, seed);
        for (int task = 0; task < nodeOf.length; task++) {
            Site site = layout.site(task, nodeOf[task]);
            Worker worker = running.workerOf(task);
            if (worker != null && worker.node == nodeOf[task]) {
                site.staying
                        .computeIfAbsent(worker.slot, none -> new ArrayList<>())
                        .add(task);
            } else {
                site.joining.add(task);
            }
        }
        layout.count();
        layout.mergeWhereTooMany();
        layout.openMore();
        return layout.toAssignment(nodeOf.length);
    }

    private Site site(int task, int node) {
        int topology = index.topologyOf[task];
        return sites.computeIfAbsent((long) node * index.topologies + topology, none -> new Site(topology, node));
    }

    private void count() {
        for (Site site : sites.values()) {
            workersOf[site.topology] += site.workers();
            slotsUsed[site.node] += site.workers();
        }
    }

    /** A topology that starts on another node may need the worker, or the slot, of one that has several. */
    private void mergeWhereTooMany() {
        for (Site site : sites.values()) {
            while (slotsUsed[site.node] > index.node(site.node).slots() && site.staying.size() > 1) {
                mergeSmallest(site);
            }
        }
        List<Site> bySize = new ArrayList<>(sites.values());
        bySize.sort(Comparator.comparingInt(site -> -site.staying.size()));
        for (Site site : bySize) {
            while (workersOf[site.topology] > index.workersLimit(site.topology) && site.staying.size() > 1) {
                mergeSmallest(site);
            }
        }
    }

    private void mergeSmallest(Site site) {
        int smallest = site.staying.entrySet().stream()
                .min(Comparator.comparingInt(worker -> worker.getValue().size()))
                .orElseThrow()
                .getKey();
        site.joining.addAll(site.staying.remove(smallest));
        workersOf[site.topology]--;
        slotsUsed[site.node]--;
    }

    /**
     * Gives the remaining workers and slots to sites where nothing ran, each time to the one with the most tasks per
     * worker.
     */
    private void openMore() {
        if (index.problem.objective() == Objective.LATENCY) {
            return;
        }
        List<Site> fresh = new ArrayList<>();
        for (Site site : sites.values()) {
            if (site.staying.isEmpty()) {
                fresh.add(site);
            }
        }
        while (true) {
            Site next = null;
            for (Site site : fresh) {
                if (site.workers < site.joining.size()
                        && workersOf[site.topology] < index.workersLimit(site.topology)
                        && slotsUsed[site.node] < index.node(site.node).slots()
                        && (next == null || share(site) > share(next))) {
                    next = site;
                }
            }
            if (next == null) {
                return;
            }
            next.workers++;
            workersOf[next.topology]++;
            slotsUsed[next.node]++;
        }
    }

    private static double share(Site site) {
        return (double) site.joining.size() / site.workers;
    }

    private Assignment toAssignment(int tasks) {
        BitSet[] taken = new BitSet[index.nodes];
        Arrays.setAll(taken, node -> new BitSet());
        for (Site site : sites.values()) {
            site.staying.keySet().forEach(slot -> taken[site.node].set(slot));
        }
        Placement[] placements = new Placement[tasks];
        for (Site site : sites.values()) {
            if (site.staying.isEmpty()) {
                for (List<Integer> worker : split.split(site.joining, site.workers)) {
                    int slot = taken[site.node].nextClearBit(0);
                    taken[site.node].set(slot);
                    site.staying.put(slot, worker);
                }
            } else {
                split.join(site.joining, new ArrayList<>(site.staying.values()));
            }
            String node = index.node(site.node).id();
            site.staying.forEach((slot, worker) -> {
                Placement placement = new Placement(node, slot);
                worker.forEach(task -> placements[task] = placement);
            });
        }
        return new Assignment(index.problem.name(), List.of(placements));
    }
}
