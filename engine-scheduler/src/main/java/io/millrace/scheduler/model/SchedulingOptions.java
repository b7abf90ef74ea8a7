// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.OptionalDouble;

/**
 * The parameters of an algorithm apart from the problem. An algorithm ignores what does not apply to it: {@code even}
 * uses the seed only.
 *
 * @param seed breaks ties and steers random choices; the same problem and options give the same answer
 * @param quality how much work the answer is worth
 * @param movePrice what moving one running task costs, 0 or more, in the unit of the problem's objective (messages
 *     per second for {@link Objective#CUT}, microseconds times messages per second for {@link Objective#LATENCY}). A
 *     task moves only if that lowers the cost by more. Empty: the algorithm derives a price from the traffic, high
 *     enough that noise moves nothing. Without a running assignment it has no influence
 */
public record SchedulingOptions(long seed, Quality quality, OptionalDouble movePrice) {
    /** Seed 0, {@link Quality#FULL}, a price that the algorithm derives. */
    public static final SchedulingOptions DEFAULTS = new SchedulingOptions(0, Quality.FULL, OptionalDouble.empty());

    /** How much work an answer is worth. */
    public enum Quality {
        /** A quick answer, for large problems. */
        FAST,
        /** A better answer by a longer search, such as annealing. */
        FULL
    }

    public SchedulingOptions {
        if (quality == null || movePrice == null) {
            throw new InvalidProblemException("scheduling options: quality and movePrice must not be null");
        }
        if (movePrice.isPresent()) {
            Bounds.check("scheduling options", "movePrice", movePrice.getAsDouble(), 0, Double.MAX_VALUE);
        }
    }

    public static SchedulingOptions ofSeed(long seed) {
        return DEFAULTS.withSeed(seed);
    }

    public SchedulingOptions withSeed(long other) {
        return new SchedulingOptions(other, quality, movePrice);
    }

    public SchedulingOptions withQuality(Quality other) {
        return new SchedulingOptions(seed, other, movePrice);
    }

    public SchedulingOptions withMovePrice(double price) {
        return new SchedulingOptions(seed, quality, OptionalDouble.of(price));
    }

    /**
     * The price at which a move pays for itself within the horizon.
     *
     * @param costOfMove what moving one task costs once, in the unit of the problem's objective times seconds
     * @param horizonSeconds how long the answer is expected to serve, above 0
     */
    public SchedulingOptions withMovePaidWithin(double costOfMove, double horizonSeconds) {
        return withMovePrice(costOfMove / horizonSeconds);
    }
}
