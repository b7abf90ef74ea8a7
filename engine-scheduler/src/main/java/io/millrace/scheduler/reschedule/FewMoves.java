// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.reschedule;

import io.millrace.scheduler.partition.Partitioner;

/**
 * Searches for an answer with few moves that gains nearly as much as one with many, for {@link Rescheduling}. An
 * annealing adapts the price of a move until as many tasks move as may. If too many still do, the price rises in steps.
 */
final class FewMoves {
    /** Fewer moves than this share of all tasks are few. */
    private static final double FEW = 0.04;
    /** Few moves are preferred to many if they keep this share of the gain. */
    private static final double KEPT_GAIN = 0.9;
    /** The price of a move rises by this factor at a time. */
    private static final double STEP = 1.1;
    /** After the annealing the price rises by this factor at most. */
    private static final double MOST_RAISED = 4;

    private final MigrationCosts moves;
    private final double firstPrice;
    private final long seed;

    /** @param firstPrice the price of a move at the start of the annealing */
    FewMoves(MigrationCosts moves, double firstPrice, long seed) {
        this.moves = moves;
        this.firstPrice = firstPrice;
        this.seed = seed;
    }

    /** The largest number of moves among this many tasks that are few. */
    static int most(int tasks) {
        return (int) Math.ceil(FEW * tasks) - 1;
    }

    /**
     * An answer with at most {@code most} moves that exceeds no limit more than {@code chosen}; or else {@code chosen}.
     */
    int[] near(int[] chosen, int most) {
        int[] few = annealed(chosen, most);
        double share = moves.moved(chosen) > most ? KEPT_GAIN : 1;
        boolean isBetter = moves.moved(few) <= most
                && moves.score(few).keepsLimitsLike(moves.score(chosen))
                && moves.gain(few) >= share * moves.gain(chosen);
        return isBetter ? few : chosen;
    }

    private int[] annealed(int[] start, int most) {
        Partitioner.PricedResult result =
                Partitioner.withMoves(moves.graph, moves.parts, start, moves.runningNode, most, firstPrice, seed);
        int[] kept = result.partOf();
        double price = result.price();
        while (moves.moved(kept) > most && price < MOST_RAISED * result.price()) {
            price *= STEP;
            kept = Partitioner.refined(moves.priced(price), moves.parts, kept);
        }
        return kept;
    }
}
