package io.millrace.scheduler.reschedule;

import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.SchedulingOptions.Quality;
import io.millrace.scheduler.partition.Partitioner;
import io.millrace.scheduler.partition.SearchBudget;

/**
 * Looks for few moves that gain nearly as much as solving afresh does, for {@link Rescheduling}. Annealing that is told how many
 * tasks may move goes first, from few of them to more; then a search for the part of the answer from scratch that pays, as what
 * single moves and exchanges cannot gain may take whole groups.
 */
final class FewMoves {
    /** As a share of all tasks: fewer than so many moves are few. */
    private static final double FEW = 0.04;
    /** Of the gain of many moves, the share that fewer must keep to be preferred. */
    private static final double KEPT_GAIN = 0.9;
    /** Of what solving afresh gains, the share for which no further task needs to move. */
    private static final double ENOUGH = 0.97;
    /** Of the cost, what solving afresh must gain to be worth more moves than are made already. */
    private static final double LEAST_GAIN = 0.01;
    /** Fewer are not sought first: a search takes as long for one task as for eight. */
    private static final int FEWEST_WANTED = 8;

    /** A price is raised and lowered by these factors at most. */
    private static final double MOST_RAISED = 4;

    private static final double MOST_LOWERED = 8;
    private static final int COMBINATIONS = 8;
    private static final int FAST_COMBINATIONS = 4;
    /** The bounds of the price, widened as soon as they are closer: each search finds something else, so few moves may come at a lower price. */
    private static final double LEAST_RANGE = 1.3;
    /** Of the moves that are few, so many times as many are too many to take back one by one. */
    private static final double FAR_MORE = 2;

    private static final double STEP = 1.1;

    private final MigrationCosts moves;
    private final int[] fromScratch;
    private final int most;
    private final SearchBudget nearby;
    private final SearchBudget between;
    private final int combinations;
    private final long seed;
    private final double lowEnough;
    private final double firstPrice;
    /** Of a move: the one at which the last annealing ended. */
    private double price;

    /**
     * @param afresh an answer from scratch, its nodes named so that most tasks stay
     * @param most how many tasks may move
     * @param firstPrice of a move, a guess
     */
    FewMoves(MigrationCosts moves, int[] fromScratch, int most, double firstPrice, SchedulingOptions options) {
        this.moves = moves;
        this.fromScratch = fromScratch;
        this.most = most;
        this.firstPrice = firstPrice;
        price = firstPrice;
        boolean fast = options.quality() == Quality.FAST;
        nearby = fast ? SearchBudget.nearbyFast(moves.graph) : SearchBudget.nearby(moves.graph);
        between = fast ? SearchBudget.betweenFast(moves.graph) : SearchBudget.between(moves.graph);
        combinations = fast ? FAST_COMBINATIONS : COMBINATIONS;
        seed = options.seed();
        double now = moves.costOfStaying();
        double gain = moves.gain(fromScratch);
        lowEnough = gain < LEAST_GAIN * now ? now : now - ENOUGH * gain;
    }

    /** The most moves of this many tasks that are few. */
    static int most(int tasks) {
        return (int) Math.ceil(FEW * tasks) - 1;
    }

    /** The best that is found with few moves or, if that keeps not nearly all of the gain, as few as do. No limit is exceeded by more than now. */
    int[] near(int[] chosen) {
        int moved = moves.moved(chosen);
        if (moved <= most) {
            return improved(chosen);
        }
        double gain = moves.gain(chosen);
        for (int wanted = Math.max(1, most); wanted < moved; wanted += wanted / 2 + 1) {
            int[] fewer = annealed(chosen, wanted);
            if (moves.moved(fewer) <= wanted
                    && keepsLimitsLike(fewer, chosen)
                    && moves.gain(fewer) >= KEPT_GAIN * gain) {
                return wanted <= most ? improved(fewer) : fewer;
            }
        }
        return chosen;
    }

    /** Moves further tasks until as much is gained as by solving afresh, as long as they are few. */
    private int[] improved(int[] few) {
        int[] best = few;
        int wanted = Math.max(FEWEST_WANTED, 2 * moves.moved(few));
        while (cost(best) > lowEnough) {
            best = better(annealed(best, Math.min(wanted, most)), best);
            if (wanted >= most) {
                return combined(best);
            }
            wanted *= 2;
        }
        return best;
    }

    private int[] annealed(int[] start, int wanted) {
        Partitioner.PricedResult result =
                Partitioner.withMoves(moves.graph, moves.parts, start, moves.runningNode, wanted, price, nearby, seed);
        price = result.price();
        return takenBack(result.partOf(), result.price(), wanted);
    }

    /**
     * The best of what is found between the answer from scratch and what was chosen. Whole groups of tasks that change places pay
     * only together, and starting from what runs no single move leads there.
     */
    private int[] combined(int[] few) {
        int[] best = few;
        int[] far = fromScratch;
        double high = Math.max(price, firstPrice) * MOST_RAISED;
        double low = price / MOST_LOWERED;
        for (int i = 0; i < combinations && cost(best) > lowEnough; i++) {
            double tried = Math.sqrt(high * low);
            int[] next = Partitioner.combine(moves.priced(tried), moves.parts, far, best, between, seed + i)
                    .partOf();
            if (moves.moved(next) <= most) {
                high = tried;
            } else {
                low = tried;
                far = next;
                next = takenBack(next, tried, most);
            }
            best = better(next, best);
            if (high < low * LEAST_RANGE) {
                high *= LEAST_RANGE;
                low /= LEAST_RANGE;
            }
        }
        return best;
    }

    /** Raises the price of a move until they are few enough, if there are not far more. */
    private int[] takenBack(int[] many, double first, int wanted) {
        int[] kept = many;
        double raised = first;
        int moved = moves.moved(kept);
        while (moved > wanted && moved < FAR_MORE * wanted && raised < first * MOST_RAISED) {
            raised *= STEP;
            kept = Partitioner.refined(moves.priced(raised), moves.parts, kept);
            moved = moves.moved(kept);
        }
        return kept;
    }

    private int[] better(int[] next, int[] best) {
        return moves.moved(next) <= most && keepsLimitsLike(next, best) && cost(next) < cost(best) ? next : best;
    }

    private boolean keepsLimitsLike(int[] next, int[] other) {
        return moves.score(next).keepsLimitsLike(moves.score(other));
    }

    private double cost(int[] nodeOf) {
        return moves.score(nodeOf).cost();
    }
}
