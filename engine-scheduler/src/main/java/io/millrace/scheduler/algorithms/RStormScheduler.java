// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.HopCosts;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.TopologySpec;
import io.millrace.scheduler.plan.ProblemIndex;
import java.util.HashMap;
import java.util.Map;

/**
 * R-Storm (Peng et al., Middleware 2015), by the name {@code rstorm}. Tasks are placed breadth-first from the
 * sources, each on the node at the least distance between what the task needs and what the node has. One dimension of
 * the distance is how far the node is from the topology's first node. docs/scheduler.md says how gaps in the paper
 * are read, and how the hard rules are kept.
 */
public final class RStormScheduler implements SchedulingAlgorithm {
    static final String NAME = "rstorm";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Assignment schedule(Problem problem, SchedulingOptions options) {
        return NodePlacement.schedule(problem, options, placement -> new Distances(placement).placeAll());
    }

    /** The distances of nodes from a task. */
    private static final class Distances {
        private final NodePlacement placement;
        private final ProblemIndex index;
        private final HopCosts hops;
        private final double largestLimit;
        private final double longestHop;
        /** The node that the topology started with, or {@link NodePlacement#UNPLACED}. */
        private int reference = NodePlacement.UNPLACED;

        Distances(NodePlacement placement) {
            this.placement = placement;
            index = placement.index;
            hops = HopCosts.of(index.problem);
            double limit = 1;
            double hop = HopCosts.BETWEEN_NODES_MICROS;
            for (int a = 0; a < index.nodes; a++) {
                limit = Math.max(limit, index.node(a).limit());
                for (int b = 0; b < index.nodes; b++) {
                    hop = a == b ? hop : Math.max(hop, hops.betweenNodesMicros(a, b));
                }
            }
            largestLimit = limit;
            longestHop = hop;
        }

        boolean placeAll() {
            for (TopologySpec topology : index.problem.topologies()) {
                reference = NodePlacement.UNPLACED;
                for (int task : ComponentOrder.tasks(index.problem, topology.id())) {
                    int node = reference == NodePlacement.UNPLACED ? richest(task) : nearest(task);
                    if (node == NodePlacement.UNPLACED) {
                        if (!placement.placeByEjection(task)) {
                            return false;
                        }
                        node = placement.nodeOf(task);
                    } else {
                        placement.place(task, node);
                    }
                    reference = reference == NodePlacement.UNPLACED ? node : reference;
                }
            }
            return true;
        }

        /** Finds, of the nodes that may take the task, that with the most free capacity in the region with the most. */
        private int richest(int task) {
            Map<String, Long> roomOf = new HashMap<>();
            for (int node = 0; node < index.nodes; node++) {
                roomOf.merge(index.node(node).region(), placement.room(node), Long::sum);
            }
            int best = NodePlacement.UNPLACED;
            for (int node = 0; node < index.nodes; node++) {
                if (placement.mayPlace(task, node)
                        && (best == NodePlacement.UNPLACED || isRicher(roomOf, node, best))) {
                    best = node;
                }
            }
            return best;
        }

        private boolean isRicher(Map<String, Long> roomOf, int node, int best) {
            long region = roomOf.get(index.node(node).region());
            long bestRegion = roomOf.get(index.node(best).region());
            return region != bestRegion ? region > bestRegion : placement.room(node) > placement.room(best);
        }

        /** Capacity is the hard constraint. The limit is the soft one: it is exceeded only if no node keeps it. */
        private int nearest(int task) {
            int best = NodePlacement.UNPLACED;
            double least = 0;
            for (int node = 0; node < index.nodes; node++) {
                if (placement.mayPlace(task, node)) {
                    double distance = distance(task, node);
                    boolean keeps = placement.keepsLimit(task, node);
                    boolean bestKeeps = best != NodePlacement.UNPLACED && placement.keepsLimit(task, best);
                    if (best == NodePlacement.UNPLACED || (keeps == bestKeeps ? distance < least : keeps)) {
                        best = node;
                        least = distance;
                    }
                }
            }
            return best;
        }

        private double distance(int task, int node) {
            double cpu = (placement.room(node) - index.weight(task)) / largestLimit;
            double network = node == reference ? 0 : hops.betweenNodesMicros(reference, node) / longestHop;
            return cpu * cpu + network * network;
        }
    }
}
