package io.millrace.runtime.token;

/**
 * How long something takes at most, as a rule: the mean and four times the mean deviation of what was seen, later samples counting for more; as the time-out of RFC 6298. Confined to one
 * thread.
 */
final class TransferTime {

    private static final double SHARE_OF_LAST = 1.0 / 8;
    private static final double SHARE_OF_LAST_DEVIATION = 1.0 / 4;
    private static final int DEVIATIONS = 4;

    private double mean;
    private double deviation;

    void add(long nanos) {
        if (mean == 0) {
            mean = nanos;
            deviation = nanos / 2.0;
        } else {
            deviation += SHARE_OF_LAST_DEVIATION * (Math.abs(nanos - mean) - deviation);
            mean += SHARE_OF_LAST * (nanos - mean);
        }
    }

    /** Returns 0 before the first one. */
    long nanos() {
        return Math.round(mean + DEVIATIONS * deviation);
    }
}
