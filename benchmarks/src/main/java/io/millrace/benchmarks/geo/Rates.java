// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Rates of a source that changes, from a seed: the data of the published figures are not public. */
final class Rates {

    private static final long SEED = 2_016;

    /** The share of the time with a low rate in a monitoring system, until many sensors see something happen. */
    private static final double QUIET = 0.85;

    private static final double BURST_OVER_QUIET = 12;

    /** Standard deviation of the logarithm within either. */
    private static final double SPREAD = 0.5;

    private static final int QUIET_STEPS = 6;

    private Rates() {}

    /** Phases of equal length whose rates are equally likely on a logarithmic scale between two. */
    static List<Phase> random(int steps, double seconds, double least, double most) {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Phase> phases = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            double rate = least * Math.pow(most / least, random.nextDouble());
            phases.add(new Phase(Phase.PACED, seconds, Math.rint(rate)));
        }
        return phases;
    }

    /**
     * Phases of a monitoring system with so many events in all: quiet for {@value #QUIET} of the time, and in bursts
     * that last a sixth of what the quiet between them does {@value #BURST_OVER_QUIET} times as many events; both with
     * a log-normal rate.
     */
    static List<Phase> monitoring(int steps, double seconds, double events) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] weights = new double[steps];
        double sum = 0;
        boolean burst = false;
        for (int i = 0; i < steps; i++) {
            // Two states, left with the chance that makes the quiet one last QUIET_STEPS on average
            double leave = burst ? QUIET / (1 - QUIET) / QUIET_STEPS : 1.0 / QUIET_STEPS;
            burst ^= random.nextDouble() < leave;
            weights[i] = (burst ? BURST_OVER_QUIET : 1) * Math.exp(SPREAD * gaussian(random));
            sum += weights[i];
        }
        List<Phase> phases = new ArrayList<>();
        for (double weight : weights) {
            phases.add(new Phase(Phase.PACED, seconds, Math.rint(weight / sum * events / seconds)));
        }
        return phases;
    }

    /** Draws a normal number (Box and Muller). */
    private static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
