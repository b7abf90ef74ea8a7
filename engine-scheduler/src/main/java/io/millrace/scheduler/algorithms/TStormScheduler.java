// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.plan.StreamGraph;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * T-Storm (Xu et al., ICDCS 2014), by the name {@code tstorm}. Tasks are placed by their total traffic, the largest
 * first, each in the slot that adds the least traffic between nodes, under a load limit. A topology has at most one
 * worker per node. docs/scheduler.md says how gaps in the paper are read, and how the hard rules are kept.
 */
public final class TStormScheduler implements SchedulingAlgorithm {
    static final String NAME = "tstorm";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Assignment schedule(Problem problem, SchedulingOptions options) {
        return NodePlacement.schedule(problem, options, TStormScheduler::place);
    }

    private static boolean place(NodePlacement placement) {
        for (int task : busiestFirst(placement.graph())) {
            int node = placement.leastAddedTraffic(task);
            if (node != NodePlacement.UNPLACED) {
                placement.place(task, node);
            } else if (!placement.placeByEjection(task)) {
                return false;
            }
        }
        return true;
    }

    private static List<Integer> busiestFirst(StreamGraph graph) {
        long[] traffic = new long[graph.vertices];
        Arrays.setAll(
                traffic,
                task -> IntStream.range(graph.first(task), graph.first(task + 1))
                        .mapToLong(graph::traffic)
                        .sum());
        return IntStream.range(0, graph.vertices)
                .boxed()
                .sorted(Comparator.comparingLong(task -> -traffic[task]))
                .toList();
    }
}
