package io.millrace.runtime.token;

/**
 * How long something takes at most, as a rule: the mean and four times the mean deviation of what was seen, later samples counting for more;
 * as the time-out of RFC 6298. Confined to one thread.
 */
final class TransferTime {

    private static final double SHARE_OF_LAST = 1.0 / 8;
    private static final double SHARE_OF_LAST_DEVIATION = 1.0 / 4;
    private static final int DEVIATIONS = 4;

    /** One that was held up for long counts as so many times as long as the others. */
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

    /** Returns 0 before the first one. */
    long nanos() {
        return Math.round(mean + DEVIATIONS * deviation);
    }
}
