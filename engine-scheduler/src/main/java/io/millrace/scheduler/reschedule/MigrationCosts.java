package io.millrace.scheduler.reschedule;

import io.millrace.scheduler.partition.Graph;
import io.millrace.scheduler.partition.Partitioner;
import io.millrace.scheduler.partition.Parts;
import io.millrace.scheduler.partition.Score;

/** What runs, and what moves off it cost and gain, for {@link Rescheduling} and {@link FewMoves}. */
final class MigrationCosts {
    /** Moves of running tasks that must not move cost this many times all traffic. */
    private static final double PROHIBITIVE = 4;

    final Graph graph;
    final Parts parts;
    /** By task: its node, or -1. */
    final int[] runningNode;

    /** What runs, after the moves that keeping limits takes; null until it is asked for. */
    private int[] staying;

    /** @param runningNode by task: its node, or -1 */
    MigrationCosts(Graph graph, Parts parts, int[] runningNode) {
        this.graph = graph;
        this.parts = parts;
        this.runningNode = runningNode;
    }

    /** The graph in which every node but its own costs a running task this much. */
    Graph priced(double price) {
        return graph.withPriceOfMoves(runningNode, parts, price);
    }

    /** The graph in which moves pay for nothing but keeping limits. */
    Graph prohibitive() {
        return priced(PROHIBITIVE * totalCost());
    }

    /** How many running tasks are on another node than their own. */
    int moved(int[] nodeOf) {
        int moved = 0;
        for (int task = 0; task < nodeOf.length; task++) {
            moved += runningNode[task] >= 0 && runningNode[task] != nodeOf[task] ? 1 : 0;
        }
        return moved;
    }

    /** What is saved against going on as before or, where that is above limits, against moving only what they ask for. */
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

    /** What all tasks together exchange, if each of them were alone. */
    double totalCost() {
        return graph.totalTraffic() * parts.meanDistance();
    }

    /** Without the price of moves. */
    Score score(int[] nodeOf) {
        return Partitioner.score(graph, parts, nodeOf);
    }
}
