// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

/**
 * The most time that a transfer takes as a rule: the mean and four times the mean deviation of the samples, of which
 * later ones count for more, as in the time-out of RFC 6298. Confined to one thread.
 */
final class TransferTime {

    private static final double SHARE_OF_LAST = 1.0 / 8;
    private static final double SHARE_OF_LAST_DEVIATION = 1.0 / 4;
    private static final int DEVIATIONS = 4;

    /** The multiple of the present result as which a longer sample counts. */
    private static final int MOST_LONGER = 4;

    private double mean;
    private double deviation;

    void add(long nanos) {
        if (mean == 0) {
            mean = nanos;
            deviation = nanos / 2.0;
        } else {
            double sample = Math.min(nanos, MOST_LONGER * (mean + DEVIATIONS * deviation));
            deviation += SHARE_OF_LAST_DEVIATION * (Math.abs(sample - mean) - deviation);
            mean += SHARE_OF_LAST * (sample - mean);
        }
    }

    /** Returns the time in nanoseconds; 0 before the first sample. */
    long nanos() {
        return Math.round(mean + DEVIATIONS * deviation);
    }
}
