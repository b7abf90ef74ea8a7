// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.machine.Lab;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A round-trip time between the two hosts that varies: every two seconds have the same times in another order, so that
 * they have the same mean, and so has an even number of seconds. Pure.
 *
 * @param leastMillis above which it is
 * @param mostMillis below which it is
 * @param meanMillis between them
 */
record RttTrace(double leastMillis, double mostMillis, double meanMillis) {

    private static final double CHANGES_PER_SECOND = 4;
    private static final int TIMES = 8;
    private static final long SEED = 1;

    /** The times, each the mean of an equal part of the distribution of least + (most - least) u^k, u from 0 to 1. */
    List<Double> times() {
        double width = mostMillis - leastMillis;
        // k + 1, with which the distribution has that mean
        double power = width / (meanMillis - leastMillis);
        List<Double> times = new ArrayList<>();
        for (double i = 0; i < TIMES; i++) {
            double part = Math.pow((i + 1) / TIMES, power) - Math.pow(i / TIMES, power);
            times.add(leastMillis + width * part * TIMES / power);
        }
        return times;
    }

    /** A trace as {@link Lab#play} takes it. */
    String csv(int seconds) {
        Random random = new Random(SEED);
        List<Double> times = times();
        StringBuilder text = new StringBuilder("time,a,b,rtt,rate,loss\n");
        for (int change = 0; change < seconds * CHANGES_PER_SECOND; change++) {
            if (change % TIMES == 0) {
                Collections.shuffle(times, random);
            }
            text.append(String.format(
                    Locale.ROOT,
                    "%.2f,%s,%s,%.3fms,,%n",
                    change / CHANGES_PER_SECOND,
                    Lab.LEFT,
                    Lab.RIGHT,
                    times.get(change % TIMES)));
        }
        return text.toString();
    }
}
