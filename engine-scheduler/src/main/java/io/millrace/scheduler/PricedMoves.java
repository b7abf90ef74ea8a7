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
 * ends annealing goes on, as what single moves and exchanges cannot gain often takes three or four together; then a search for
 * the part of the answer from scratch that pays, as what annealing cannot gain may take whole groups. The price at which either
 * moves just few enough tasks is found by bisection.
 */
final class PricedMoves {
    /** As a share of all tasks: so many moves are many. */
    private static final double FEW = 0.04;
    /** Of the gain, the share that fewer moves must keep. */
    private static final double KEPT_GAIN = 0.9;
    /** Of what solving afresh gains, the share for which no further task needs to move. */
    private static final double ENOUGH = 0.97;

    /** Of the cost, what solving afresh must gain to be worth more moves than are made already. */
    private static final double LEAST_GAIN = 0.02;

    /** Moves of running tasks that must not move cost this many times all traffic. */
    private static final double PROHIBITIVE = 4;

    private static final double STEP = 1.1;
    /** A price is lowered by this factor at most. */
    private static final double MOST_LOWERED = 12;

    /** Annealing finds moves that pay at prices at which refining finds none, so more of them, too. */
    private static final double MOST_RAISED_FOR_ANNEALING = 16;

    private static final double MOST_LOWERED_FOR_ANNEALING = 4;
    private static final int ANNEALINGS = 6;

    private static final double MOST_RAISED_FOR_COMBINING = 4;
    private static final double MOST_LOWERED_FOR_COMBINING = 8;
    private static final int COMBINATIONS = 8;
    /** The bounds of the price, widened as soon as they are closer: each search finds something else, so few moves may come at a lower price. */
    private static final double LEAST_RANGE = 1.3;
    /** As a share of all tasks: so many moves are too many to take back one by one. */
    private static final double FAR_MORE = 0.08;
    /** A price is raised by this factor at most to take moves back one by one. */
    private static final double MOST_RAISED_FOR_FEWER = 4;

    private final Graph graph;
    private final Parts parts;
    private final int[] runningNode;
    private final int nodes;
    private final long seed;

    /** What runs, after the moves that keeping limits takes; null until it is asked for. */
    private int[] staying;

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

    /** The graph in which moves pay for nothing but keeping limits. */
    Graph prohibitive() {
        return priced(PROHIBITIVE * totalCost());
    }

    boolean areMany(int[] nodeOf) {
        return moved(nodeOf) >= FEW * nodeOf.length;
    }

    private int moved(int[] nodeOf) {
        int moved = 0;
        for (int task = 0; task < nodeOf.length; task++) {
            moved += runningNode[task] >= 0 && runningNode[task] != nodeOf[task] ? 1 : 0;
        }
        return moved;
    }

    /**
     * Takes moves back until they are few, as long as nearly all of the gain is kept.
     *
     * @param afresh an answer from scratch, its nodes named so that most tasks stay
     */
    int[] fewer(int[] chosen, double price, int[] afresh) {
        Score first = score(chosen);
        double now = costOfStaying();
        double gain = now - first.cost();
        int[] kept = chosen;
        double raised = price;
        // Moves that a limit asks for are taken back at no price
        while (gain > 0 && areMany(kept) && raised < PROHIBITIVE * totalCost()) {
            int[] next = Partitioner.refined(priced(raised * STEP), parts, kept);
            Score score = score(next);
            if (!score.keepsLimitsLike(first) || score.cost() > now - KEPT_GAIN * gain) {
                return kept;
            }
            kept = next;
            raised *= STEP;
        }
        return searched(kept, raised, price, afresh);
    }

    /** Moves further tasks until as much is gained as by solving afresh, as long as they are few. */
    int[] more(int[] chosen, double price, int[] afresh) {
        Score first = score(chosen);
        double lowEnough = lowEnough(afresh);
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
        return searched(kept, lowered, price, afresh);
    }

    private double lowEnough(int[] afresh) {
        double now = costOfStaying();
        double gain = now - cost(afresh);
        return gain < LEAST_GAIN * now ? now : now - ENOUGH * gain;
    }

    private int[] searched(int[] chosen, double reached, double price, int[] afresh) {
        double lowEnough = lowEnough(afresh);
        return combined(annealed(chosen, reached, lowEnough), price, lowEnough, afresh);
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

    /**
     * The best of what is found between the answer from scratch and what was chosen, among answers with few moves; or what was
     * chosen. Whole groups of tasks that change places pay only together, and starting from what runs no single move leads there.
     */
    private int[] combined(int[] chosen, double price, double lowEnough, int[] afresh) {
        Score first = score(chosen);
        Effort effort = Effort.between(graph);
        int[] kept = chosen;
        double cost = first.cost();
        int[] far = afresh;
        double few = price * MOST_RAISED_FOR_COMBINING;
        double many = price / MOST_LOWERED_FOR_COMBINING;
        for (int i = 0; i < COMBINATIONS && cost > lowEnough; i++) {
            double tried = Math.sqrt(few * many);
            int[] next = Partitioner.combine(priced(tried), parts, far, kept, effort, seed + i)
                    .partOf();
            if (areMany(next)) {
                many = tried;
                far = next;
                next = takenBack(next, tried);
            } else {
                few = tried;
            }
            Score score = score(next);
            if (!areMany(next) && score.keepsLimitsLike(first) && score.cost() < cost) {
                kept = next;
                cost = score.cost();
            }
            if (few < many * LEAST_RANGE) {
                few *= LEAST_RANGE;
                many /= LEAST_RANGE;
            }
        }
        return kept;
    }

    /** Takes moves back until they are few, if there are not far more. */
    private int[] takenBack(int[] chosen, double price) {
        int[] kept = chosen;
        double raised = price;
        while (areMany(kept) && moved(kept) < FAR_MORE * kept.length && raised < price * MOST_RAISED_FOR_FEWER) {
            raised *= STEP;
            kept = Partitioner.refined(priced(raised), parts, kept);
        }
        return kept;
    }

    /** Of what runs or, where that is above limits, of what refining makes of it that moves nothing for any other reason. */
    private double costOfStaying() {
        if (staying == null) {
            Score now = score(runningNode);
            staying = now.overload() + now.excess() == 0
                    ? runningNode
                    : Partitioner.refined(prohibitive(), parts, runningNode);
        }
        return cost(staying);
    }

    /** What all tasks together exchange, if each of them were alone. */
    double totalCost() {
        return graph.totalTraffic() * parts.meanDistance();
    }

    private double cost(int[] nodeOf) {
        return score(nodeOf).cost();
    }

    private Score score(int[] nodeOf) {
        return Partitioner.score(graph, parts, nodeOf);
    }
}
