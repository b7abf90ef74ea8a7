// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.StreamGraph;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * TurboStream's scheduler (ICDCS 2018), by the name {@code turbostream}: {@link TaskConsolidation}, then {@link
 * BfsPartition} among nodes, then relief of overloaded nodes; within a node, tasks go to workers by round robin.
 * Topologies are placed one after the other. docs/scheduler.md lists the errata of both algorithms, and how the hard
 * rules are kept.
 */
public final class TurboStreamScheduler implements SchedulingAlgorithm {
    static final String NAME = "turbostream";
    /** The fewest tasks that are left for each node when consolidation ends. */
    static final int TASKS_PER_NODE = 8;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Assignment schedule(Problem problem, SchedulingOptions options) {
        return NodePlacement.schedule(problem, options, placement -> {
            for (int topology = 0; topology < placement.index.topologies; topology++) {
                if (!place(placement, topology)) {
                    return false;
                }
            }
            new LoadRelief(placement).relieveNodes();
            RoundRobinWorkers.assign(placement.plan);
            return true;
        });
    }

    private static boolean place(NodePlacement placement, int topology) {
        ProblemIndex index = placement.index;
        int[] tasks = IntStream.range(0, index.tasks)
                .filter(task -> index.topologyOf[task] == topology)
                .toArray();
        List<Integer> chosen = new NodeSelection(placement, topology, tasks).choose();
        BitSet nodes = new BitSet();
        chosen.forEach(nodes::set);
        int[] reachable = IntStream.of(tasks)
                .filter(task -> index.permit(task).intersects(nodes))
                .toArray();
        int[] nodeOf = partition(placement, reachable, nodes);
        for (int i = 0; i < reachable.length; i++) {
            if (placement.mayPlace(reachable[i], nodeOf[i])) {
                placement.place(reachable[i], nodeOf[i]);
            }
        }
        for (int task : tasks) {
            if (placement.nodeOf(task) == NodePlacement.UNPLACED) {
                int node = placement.leastAddedTraffic(task);
                if (node != NodePlacement.UNPLACED) {
                    placement.place(task, node);
                } else if (!placement.placeByEjection(task)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int[] partition(NodePlacement placement, int[] tasks, BitSet nodes) {
        if (tasks.length == 0) {
            return tasks;
        }
        int[] chosen = nodes.stream().toArray();
        double[] shares = new double[chosen.length];
        for (int i = 0; i < chosen.length; i++) {
            shares[i] = Math.max(0, placement.index.node(chosen[i]).target() - placement.load(chosen[i]));
        }
        StreamGraph graph = StreamGraph.of(placement.index, tasks, nodes);
        TaskConsolidation.Result parents = TaskConsolidation.consolidate(graph, TASKS_PER_NODE * chosen.length);
        int[] nodeOfParent =
                BfsPartition.partition(parents.graph(), chosen, shares, placement.index.problem.balanceEps());
        return IntStream.of(parents.parentOf())
                .map(parent -> nodeOfParent[parent])
                .toArray();
    }
}
