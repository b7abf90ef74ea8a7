// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.reschedule;

import io.millrace.scheduler.partition.Graph;
import io.millrace.scheduler.partition.Partitioner;
import io.millrace.scheduler.partition.Parts;
import io.millrace.scheduler.partition.Score;

/**
 * The running assignment, and the cost and gain of moves away from it, for {@link Rescheduling} and {@link FewMoves}.
 */
final class MigrationCosts {
    /** The price of a move that must not happen, as a multiple of all traffic. */
    private static final double PROHIBITIVE = 4;

    final Graph graph;
    final Parts parts;
    /** By task: its node, or -1. */
    final int[] runningNode;

    /** The running assignment after the moves that keeping limits takes; null until it is computed. */
    private int[] staying;

    /** @param runningNode by task: its node, or -1 */
    MigrationCosts(Graph graph, Parts parts, int[] runningNode) {
        this.graph = graph;
        this.parts = parts;
        this.runningNode = runningNode;
    }

    /** The graph in which a running task pays this price on every node but its own. */
    Graph priced(double price) {
        return graph.withPriceOfMoves(runningNode, parts, price);
    }

    /** The graph in which only limits are worth a move. */
    Graph prohibitive() {
        return priced(PROHIBITIVE * totalCost());
    }

    /** The number of running tasks that are on another node than their own. */
    int moved(int[] nodeOf) {
        int moved = 0;
        for (int task = 0; task < nodeOf.length; task++) {
            moved += runningNode[task] >= 0 && runningNode[task] != nodeOf[task] ? 1 : 0;
        }
        return moved;
    }

    /**
     * The saving against the running assignment or, if that is above limits, against the moves that its limits
     * require.
     */
    double gain(int[] nodeOf) {
        return costOfStaying() - score(nodeOf).cost();
    }

    double costOfStaying() {
        if (staying == null) {
            Score now = score(runningNode);
            staying = now.overload() + now.excess() == 0
                    ? runningNode
                    : Partitioner.refined(prohibitive(), parts, runningNode);
        }
        return score(staying).cost();
    }

    /** The cost if every task were alone on a node. */
    double totalCost() {
        return graph.totalTraffic() * parts.meanDistance();
    }

    /** The score without the price of moves. */
    Score score(int[] nodeOf) {
        return Partitioner.score(graph, parts, nodeOf);
    }
}
