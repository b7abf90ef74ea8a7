// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.compare;

import org.openjdk.jmh.util.ListStatistics;

/**
 * A figure of a benchmark.
 *
 * @param error half of the interval in which it is with 99.9 %, by the spread of its iterations; NaN if there are too
 *     few
 * @param more what a larger figure is called: slower, faster, more
 * @param less what a smaller figure is called
 */
record Figure(double value, double error, String more, String less) {

    private static final double CONFIDENCE = 0.999;

    /** @param iterations the figure in each iteration of each fork */
    static Figure of(double value, double[] iterations, String more, String less) {
        return new Figure(value, new ListStatistics(iterations).getMeanErrorAt(CONFIDENCE), more, less);
    }

    String text() {
        return number(value) + (Double.isNaN(error) ? "" : " ± " + number(error));
    }

    private static String number(double number) {
        return String.format(Math.abs(number) >= 100 ? "%,.1f" : "%.3g", number);
    }
}
