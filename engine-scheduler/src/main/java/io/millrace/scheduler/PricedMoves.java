package io.millrace.scheduler;

import io.millrace.scheduler.partition.Graph;
import io.millrace.scheduler.partition.Partitioner;
import io.millrace.scheduler.partition.Parts;
import io.millrace.scheduler.partition.Score;

/**
 * What moves off a running assignment cost and gain, for {@link Rescheduling}. At a higher price those tasks go back that gain
 * least, at a lower one further ones follow; either is a walk by small steps of the price, refining at each.
 */
final class PricedMoves {
    /** As a share of all tasks: so many moves are many. */
    private static final double FEW = 0.04;
    /** Of the gain, the share that fewer moves must keep. */
    private static final double KEPT_GAIN = 0.9;
    /** Of what solving afresh gains, the share for which no further task needs to move. */
    private static final double ENOUGH = 0.97;

    private static final double STEP = 1.1;
    /** A price is lowered by this factor at most. */
    private static final double MOST_LOWERED = 12;

    private final Graph graph;
    private final Parts parts;
    private final int[] runningNode;
    private final int nodes;

    /** @param runningNode by task: its node, or -1 */
    PricedMoves(Graph graph, Parts parts, int[] runningNode, int nodes) {
        this.graph = graph;
        this.parts = parts;
        this.runningNode = runningNode;
        this.nodes = nodes;
    }

    /** The graph in which every node but its own costs a running task this much. */
    Graph priced(double price) {
        double[] bias = new double[runningNode.length * nodes];
        for (int task = 0; task < runningNode.length; task++) {
            for (int node = 0; node < nodes && runningNode[task] >= 0; node++) {
                bias[task * nodes + node] = node == runningNode[task] ? 0 : price;
            }
        }
        return graph.withBias(bias);
    }

    boolean areMany(int[] nodeOf) {
        int moved = 0;
        for (int task = 0; task < nodeOf.length; task++) {
            moved += runningNode[task] >= 0 && runningNode[task] != nodeOf[task] ? 1 : 0;
        }
        return moved >= FEW * nodeOf.length;
    }

    /** Takes moves back until they are few, as long as nearly all of the gain is kept. */
    int[] fewer(int[] chosen, double price) {
        Score first = score(chosen);
        double now = score(runningNode).cost();
        double enough = KEPT_GAIN * (now - first.cost());
        int[] kept = chosen;
        for (double raised = price * STEP; enough > 0 && areMany(kept); raised *= STEP) {
            int[] next = Partitioner.refined(priced(raised), parts, kept);
            if (!score(next).keepsLimitsLike(first) || now - score(next).cost() < enough) {
                break;
            }
            kept = next;
        }
        return kept;
    }

    /** Moves further tasks until as much is gained as by solving afresh, as long as they are few. */
    int[] more(int[] chosen, double price, double costAfresh) {
        Score first = score(chosen);
        double now = score(runningNode).cost();
        double enough = ENOUGH * (now - costAfresh);
        int[] kept = chosen;
        for (double lowered = price / STEP;
                lowered >= price / MOST_LOWERED && now - score(kept).cost() < enough;
                lowered /= STEP) {
            int[] next = Partitioner.refined(priced(lowered), parts, kept);
            if (!score(next).keepsLimitsLike(first) || areMany(next)) {
                break;
            }
            kept = next;
        }
        return kept;
    }

    private Score score(int[] nodeOf) {
        return Partitioner.score(graph, parts, nodeOf);
    }
}
