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
 * TurboStream's scheduler (ICDCS 2018), by the name {@code turbostream}: {@link TaskConsolidation}, then
 * {@link BfsPartition} among nodes, then a rebalance, and within a node tasks go to workers in turn. One topology is placed
 * after the other. The errata of both algorithms, and how this keeps the hard rules, are in docs/scheduler.md.
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
        return NodePlacing.schedule(problem, options, placing -> {
            for (int topology = 0; topology < placing.index.topologies; topology++) {
                if (!place(placing, topology)) {
                    return false;
                }
            }
            new LoadRelief(placing).relieveNodes();
            WorkersInTurn.deal(placing.plan);
            return true;
        });
    }

    private static boolean place(NodePlacing placing, int topology) {
        ProblemIndex index = placing.index;
        int[] tasks = IntStream.range(0, index.tasks)
                .filter(task -> index.topologyOf[task] == topology)
                .toArray();
        List<Integer> chosen = new NodesInUse(placing, topology, tasks).choose();
        BitSet nodes = new BitSet();
        chosen.forEach(nodes::set);
        int[] reachable = IntStream.of(tasks)
                .filter(task -> index.permit(task).intersects(nodes))
                .toArray();
        int[] nodeOf = partition(placing, reachable, nodes);
        for (int i = 0; i < reachable.length; i++) {
            if (placing.mayPlace(reachable[i], nodeOf[i])) {
                placing.place(reachable[i], nodeOf[i]);
            }
        }
        for (int task : tasks) {
            if (placing.nodeOf(task) == NodePlacing.NOWHERE) {
                int node = placing.leastAddedTraffic(task);
                if (node != NodePlacing.NOWHERE) {
                    placing.place(task, node);
                } else if (!placing.settle(task)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int[] partition(NodePlacing placing, int[] tasks, BitSet nodes) {
        if (tasks.length == 0) {
            return tasks;
        }
        int[] chosen = nodes.stream().toArray();
        double[] shares = new double[chosen.length];
        for (int i = 0; i < chosen.length; i++) {
            shares[i] = Math.max(0, placing.index.node(chosen[i]).target() - placing.load(chosen[i]));
        }
        StreamGraph graph = StreamGraph.of(placing.index, tasks, nodes);
        TaskConsolidation.Result parents = TaskConsolidation.consolidate(graph, TASKS_PER_NODE * chosen.length);
        int[] nodeOfParent =
                BfsPartition.partition(parents.graph(), chosen, shares, placing.index.problem.balanceEps());
        return IntStream.of(parents.parentOf())
                .map(parent -> nodeOfParent[parent])
                .toArray();
    }
}
