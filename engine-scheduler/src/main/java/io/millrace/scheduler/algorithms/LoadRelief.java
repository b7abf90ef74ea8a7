// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.plan.ProblemIndex;

/**
 * Moves tasks off nodes above their limit, one after the other: always the move that adds the least traffic between
 * nodes, to a node that stays within its own limit. It ends when all limits are kept or no such move exists.
 */
final class LoadRelief {
    private final NodePlacement placement;
    private final ProblemIndex index;

    LoadRelief(NodePlacement placement) {
        this.placement = placement;
        index = placement.index;
    }

    private record Move(int task, int node, long added) {}

    void relieveNodes() {
        for (int node = 0; node < index.nodes; node++) {
            Move move = placement.room(node) < 0 ? cheapest(node) : null;
            while (move != null) {
                placement.move(move.task(), move.node());
                move = placement.room(node) < 0 ? cheapest(node) : null;
            }
        }
    }

    private Move cheapest(int from) {
        Move best = null;
        for (int task = 0; task < index.tasks; task++) {
            if (placement.nodeOf(task) == from && index.weight(task) > 0) {
                long[] traffic = placement.trafficTo(task);
                for (int node = 0; node < index.nodes; node++) {
                    long added = traffic[from] - traffic[node];
                    if (node != from
                            && (best == null || added < best.added())
                            && placement.keepsLimit(task, node)
                            && placement.mayPlace(task, node)) {
                        best = new Move(task, node, added);
                    }
                }
            }
        }
        return best;
    }
}
