package io.millrace.scheduler;

import io.millrace.scheduler.partition.Effort;
import io.millrace.scheduler.partition.Graph;
import io.millrace.scheduler.partition.Partitioner;
import io.millrace.scheduler.partition.Parts;
import io.millrace.scheduler.partition.Score;
import java.util.List;

/**
 * What moves off a running assignment cost and gain, for {@link Rescheduling}. At a higher price those tasks go back that gain
 * least, at a lower one further ones follow; either is a walk by small steps of the price, refining at each. From where that
 * ends annealing goes on, as what single moves and exchanges cannot gain often takes three or four together; the price at which
 * it moves just few enough tasks is found by bisection.
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

    /** Annealing finds moves that pay at prices at which refining finds none, so more of them, too. */
    private static final double MOST_RAISED_FOR_ANNEALING = 16;

    private static final double MOST_LOWERED_FOR_ANNEALING = 4;
    private static final int ANNEALINGS = 6;

    private final Graph graph;
    private final Parts parts;
    private final int[] runningNode;
    private final int nodes;
    private final long seed;

    /** @param runningNode by task: its node, or -1 */
    PricedMoves(Graph graph, Parts parts, int[] runningNode, int nodes, long seed) {
        this.graph = graph;
        this.parts = parts;
        this.runningNode = runningNode;
        this.nodes = nodes;
        this.seed = seed;
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
        double now = cost(runningNode);
        double gain = now - first.cost();
        int[] kept = chosen;
        double raised = price;
        while (gain > 0 && areMany(kept)) {
            int[] next = Partitioner.refined(priced(raised * STEP), parts, kept);
            Score score = score(next);
            if (!score.keepsLimitsLike(first) || score.cost() > now - KEPT_GAIN * gain) {
                return kept;
            }
            kept = next;
            raised *= STEP;
        }
        return annealed(kept, raised, now - ENOUGH * gain);
    }

    /** Moves further tasks until as much is gained as by solving afresh, as long as they are few. */
    int[] more(int[] chosen, double price, double costAfresh) {
        Score first = score(chosen);
        double now = cost(runningNode);
        double lowEnough = now - ENOUGH * (now - costAfresh);
        int[] kept = chosen;
        double lowered = price;
        while (lowered > price / MOST_LOWERED && cost(kept) > lowEnough) {
            int[] next = Partitioner.refined(priced(lowered / STEP), parts, kept);
            if (!score(next).keepsLimitsLike(first) || areMany(next)) {
                break;
            }
            kept = next;
            lowered /= STEP;
        }
        return annealed(kept, lowered, lowEnough);
    }

    /** The best of what annealing at prices around this one finds, among answers with few moves; or what was chosen. */
    private int[] annealed(int[] chosen, double price, double lowEnough) {
        Score first = score(chosen);
        Effort effort = Effort.nearby(graph);
        int[] kept = chosen;
        double cost = first.cost();
        double few = price * MOST_RAISED_FOR_ANNEALING;
        double many = price / MOST_LOWERED_FOR_ANNEALING;
        for (int i = 0; i < ANNEALINGS && cost > lowEnough; i++) {
            double tried = Math.sqrt(few * many);
            int[] next = Partitioner.improve(priced(tried), parts, List.of(kept), effort, seed + i)
                    .partOf();
            if (areMany(next)) {
                many = tried;
                continue;
            }
            few = tried;
            Score score = score(next);
            if (score.keepsLimitsLike(first) && score.cost() < cost) {
                kept = next;
                cost = score.cost();
            }
        }
        return kept;
    }

    private double cost(int[] nodeOf) {
        return score(nodeOf).cost();
    }

    private Score score(int[] nodeOf) {
        return Partitioner.score(graph, parts, nodeOf);
    }
}
