// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.report.Median;
import java.util.Arrays;

/**
 * What a way carries, by several looks at it. The bound is their median: a look that others on the machine disturb does
 * not lower it. The highest look is what the machine allows at its best moment, but a frequency is sustained for many
 * seconds beside the same others, so that a share of the highest would tell more of them than of the engine. It is kept
 * beside the median, as is the lowest: where they are far apart, the bound is not well known.
 *
 * @param median bytes of messages per second
 * @param lowest of the looks
 * @param highest of the looks
 */
record BytesPerSecond(double median, double lowest, double highest) {

    /** Summarises at least one look, in any order. */
    static BytesPerSecond of(double... looks) {
        double[] sorted = looks.clone();
        Arrays.sort(sorted);
        return new BytesPerSecond(Median.of(sorted), sorted[0], sorted[sorted.length - 1]);
    }
}
