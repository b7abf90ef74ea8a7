// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.SplittableRandom;

/**
 * Simulated annealing with moves and, where a move does not fit, exchanges. Load above a limit is allowed at a price
 * that rises as the temperature falls, so that heavy vertices can change places. What little is left at the end is
 * for {@link Rebalance}. Load above a capacity is never added.
 */
final class Annealing {
    /** One proposal in 8 goes to any part instead of a neighbour's. */
    private static final int STRAY_BITS = 3;

    private static final int STRAY = 1 << STRAY_BITS;
    /** With a price of moves, this many more proposals in 8 send a vertex home, which may be no neighbour's part. */
    private static final int HOMEWARD = 3;

    private static final long LOW = 0xFFFF_FFFFL;

    private static final int PARTNERS = 3;
    private static final int COOLINGS = 200;
    /** The price of load above a limit at the start and at the end, as a multiple of the mean traffic per load. */
    private static final double FIRST_PENALTY = 0.3;

    private static final double LAST_PENALTY = 5;

    /** Logarithms of evenly spaced probabilities. */
    private static final double[] LOG = logs();

    private final Partition partition;
    private final Graph graph;
    /** Null if moves have no price. */
    private final AdaptiveMovePrice moves;

    private final SplittableRandom random;
    private double temperature;
    private double penalty;

    private Annealing(Partition partition, AdaptiveMovePrice moves, SplittableRandom random) {
        this.partition = partition;
        graph = partition.graph;
        this.moves = moves;
        this.random = random;
    }

    /**
     * @param steps the number of proposals
     * @param hot the first temperature, as a share of what a vertex exchanges on average
     * @param cold the last one, above 0
     */
    static void run(Partition partition, long steps, double hot, double cold, SplittableRandom random) {
        run(partition, null, steps, hot, cold, random);
    }

    /**
     * Runs with a price of moves, which adapts each time that the temperature falls.
     *
     * @return the last price
     */
    static double run(
            Partition partition,
            int[] home,
            int wanted,
            double price,
            long steps,
            double hot,
            double cold,
            SplittableRandom random) {
        AdaptiveMovePrice moves = new AdaptiveMovePrice(partition.part, home, wanted, price, COOLINGS);
        run(partition, moves, steps, hot, cold, random);
        return moves.price();
    }

    private static void run(
            Partition partition,
            AdaptiveMovePrice moves,
            long steps,
            double hot,
            double cold,
            SplittableRandom random) {
        if (partition.count > 1 && partition.graph.neighbour.length > 0) {
            new Annealing(partition, moves, random).run(steps, hot, cold);
        }
    }

    private void run(long steps, double hot, double cold) {
        double exchanged = 2 * graph.totalTraffic() * partition.parts.meanDistance();
        temperature = hot * exchanged / graph.size;
        penalty = FIRST_PENALTY * exchanged / Math.max(1, graph.totalLoad());
        double cooling = Math.pow(cold / hot, 1.0 / COOLINGS);
        double hardening = Math.pow(LAST_PENALTY / FIRST_PENALTY, 1.0 / COOLINGS);
        long perCooling = Math.max(1, steps / COOLINGS);
        for (int i = 0; i < COOLINGS; i++) {
            for (long step = 0; step < perCooling; step++) {
                propose();
            }
            if (moves != null) {
                moves.adapt();
            }
            temperature *= cooling;
            penalty *= hardening;
        }
    }

    private void propose() {
        // One random number for three choices: three numbers take a quarter more time for small graphs.
        long bits = random.nextLong();
        int v = choice(bits >>> 32, graph.size);
        int from = partition.part[v];
        int degree = graph.degree(v);
        int stray = (int) bits & STRAY - 1;
        long rest = (bits & LOW) >>> STRAY_BITS << STRAY_BITS;
        int to;
        if (moves != null && stray <= HOMEWARD && stray > 0 && moves.isAway(v, from)) {
            to = moves.home(v);
        } else if (degree == 0 || stray == 0) {
            to = choice(rest, partition.count);
        } else {
            to = partition.part[graph.neighbour[graph.first[v] + choice(rest, degree)]];
        }
        if (to == from) {
            return;
        }
        double gain = gain(v, from, to);
        double threshold = threshold();
        if (gain < threshold) {
            return;
        }
        long weight = graph.load[v];
        if (gain - penalty * partition.addedExcess(from, to, weight) >= threshold
                && partition.hasCapacity(to, weight)
                && partition.admits(v, to)) {
            partition.move(v, to);
            moved(v, from, to);
            return;
        }
        int size = partition.sizes[to];
        for (int attempt = 0; attempt < PARTNERS && size > 0; attempt++) {
            int other = partition.members[to][choice(random.nextInt() & LOW, size)];
            long shifted = weight - graph.load[other];
            double enough = threshold() + penalty * partition.addedExcess(from, to, shifted);
            double ofOther = gain(other, to, from);
            if (gain + ofOther >= enough
                    && partition.hasCapacity(to, shifted)
                    && partition.hasCapacity(from, -shifted)
                    && gain + ofOther - partition.sharedGain(v, other) >= enough
                    && partition.admitsSwap(v, other)) {
                partition.swap(v, other);
                moved(v, from, to);
                moved(other, to, from);
                return;
            }
        }
    }

    private double gain(int vertex, int from, int to) {
        double gain = partition.gain(vertex, to);
        return moves == null ? gain : gain + moves.gain(vertex, from, to);
    }

    private void moved(int vertex, int from, int to) {
        if (moves != null) {
            moves.moved(vertex, from, to);
        }
    }

    /** A number below {@code among}, from 32 random bits. */
    private static int choice(long bits, int among) {
        return (int) (bits * among >>> 32);
    }

    /** Accepting with probability e^(gain / temperature) means that the gain is at least this. */
    private double threshold() {
        return temperature * LOG[random.nextInt() & LOG.length - 1];
    }

    private static double[] logs() {
        double[] logs = new double[1 << 12];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.log((i + 0.5) / logs.length);
        }
        return logs;
    }
}
