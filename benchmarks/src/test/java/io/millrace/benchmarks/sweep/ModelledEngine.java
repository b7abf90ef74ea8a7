// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.util.Collections;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Engines that take the same time for each message, with some noise, in simulated time; the first message waits for the
 * first that is free.
 */
final class ModelledEngine {

    private static final double NANO = 1e-9;

    /** So many messages show what more would. */
    private static final int MOST_MESSAGES = 2_000;

    private final double capacity;
    private final int engines;
    private final double noise;
    private final SplittableRandom random;

    /**
     * @param capacity messages per second of all engines together
     * @param noise standard deviation of the time that a message takes, of its mean; that of a whole try differs by as
     *     much
     */
    ModelledEngine(double capacity, int engines, double noise, long seed) {
        this.capacity = capacity;
        this.engines = engines;
        this.noise = noise;
        this.random = new SplittableRandom(seed);
    }

    /** Works at this frequency for so long, behind a time in which it has settled. */
    Sustained work(double perSecond, double seconds) {
        // The model gives the same with fewer messages: more capacity is only a faster clock
        double scale = Math.max(1, perSecond * seconds / MOST_MESSAGES);
        double now = capacity * (1 + noise * (random.nextDouble() - 0.5));
        double service = scale * engines / now;
        double from = 2 * scale * engines / capacity + 0.5;
        double until = from + seconds;
        double interval = scale / perSecond;
        PriorityQueue<Double> free = new PriorityQueue<>(Collections.nCopies(engines, 0.0));
        long doneBefore = 0;
        long doneAfter = 0;
        long dueBefore = 0;
        long dueAfter = 0;
        for (double due = 0; due <= until + NANO; due += interval) {
            double end = Math.max(due, free.remove()) + service * (1 + noise * (random.nextDouble() - 0.5));
            free.add(end);
            dueBefore += due <= from ? 1 : 0;
            dueAfter++;
            doneBefore += end <= from ? 1 : 0;
            doneAfter += end <= until ? 1 : 0;
        }
        return new Sustained(
                perSecond,
                seconds,
                engines,
                (long) (scale * (dueBefore - doneBefore)),
                (long) (scale * (dueAfter - doneAfter)),
                0,
                (long) (scale * (doneAfter - doneBefore)));
    }

    /** The load that the engines' time shows. */
    double load(Sustained seen) {
        return seen.holds()
                ? seen.perSecond() / capacity
                : Math.max(1, seen.perSecond() * seen.seconds() / Math.max(1, seen.done()));
    }
}
