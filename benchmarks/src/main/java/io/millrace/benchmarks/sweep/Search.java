// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

/**
 * Finds the highest frequency that is sustained: goes up by the load that was seen until it is too much, or down until
 * it is not, then halves the interval, and confirms the best for longer. It measures nothing itself: who uses it tries
 * what {@link #next} says and tells what it saw. Frequencies are no whole numbers. One thread.
 */
final class Search {

    /** The factor by which a last try of the best takes longer. */
    static final int CONFIRMING = 3;

    /** Below the load of the left it goes up by the right. */
    private static final double[][] STEPS = {{0.1, 10}, {0.2, 5}, {0.5, 2}, {0.95, 1.1}, {Double.MAX_VALUE, 1.05}};

    private static final double LEAST_STEP = 1.05;

    /** The greatest factor of a step down. */
    private static final double MOST_STEP = 4;

    /** The least share of the first frequency: what is not sustained there is not sustained. */
    private static final double LEAST = 1e-4;

    private final double precision;
    private final double least;
    private double sustained;
    private double refused = Double.POSITIVE_INFINITY;
    private double next;
    private boolean confirming;
    private boolean confirmed;

    /**
     * @param start where to begin, per second; a good guess saves tries
     * @param precision how near to the highest frequency the result is, such as 0.03
     */
    Search(double start, double precision) {
        this.precision = precision;
        this.least = start * LEAST;
        this.next = start;
    }

    boolean isDone() {
        return confirmed || next < least;
    }

    /** The frequency to be tried, per second. */
    double next() {
        return next;
    }

    /** Whether it is to be tried {@value #CONFIRMING} times as long as usual. */
    boolean isConfirming() {
        return confirming;
    }

    /**
     * Tells what {@link #next} has shown.
     *
     * @param load the share of the capacity that it took, as far as that can be seen; above 1 if it was too much
     */
    void saw(boolean wasSustained, double load) {
        if (wasSustained) {
            confirmed = confirming;
            sustained = Math.max(sustained, next);
        } else {
            refused = Math.min(refused, next);
            if (confirming) {
                // What a longer look refuses is not believed of the shorter one
                sustained = next / (1 + precision);
            }
        }
        if (confirmed) {
            return;
        }
        confirming = confirming || refused <= sustained * (1 + precision);
        if (confirming) {
            next = sustained;
        } else if (sustained == 0) {
            next = refused / Math.min(MOST_STEP, LEAST_STEP * Math.max(1, load));
        } else if (refused == Double.POSITIVE_INFINITY) {
            next = sustained * step(load);
        } else {
            next = Math.sqrt(sustained * refused);
        }
    }

    private static double step(double load) {
        for (double[] step : STEPS) {
            if (load < step[0]) {
                return step[1];
            }
        }
        return LEAST_STEP;
    }

    /** The highest frequency that was confirmed, per second; 0 if none was. */
    double best() {
        return confirmed ? sustained : 0;
    }
}
