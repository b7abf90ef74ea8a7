package io.millrace.runtime.executor;

/**
 * How much later than asked the sleeps of a thread end that are to end when something is due; by that thread. It depends on
 * how deep the core was asleep, and on the hypervisor, so it is learned.
 */
final class Lateness {

    /** More is not the timer's: somebody else had the core. */
    private static final long MOST_NANOS = 80_000;

    /** Each sleep counts for a sixteenth of what is expected. */
    private static final int WEIGHT = 16;

    private static final long NONE = Long.MAX_VALUE;

    private long meanNanos;
    private long until = NONE;

    /** A sleep begins that is to end so. */
    void sleepsUntil(long time) {
        until = time;
    }

    /** The thread is awake. */
    void awake(long now) {
        if (until != NONE) {
            long late = Math.max(0, Math.min(now - until, MOST_NANOS));
            meanNanos += (late - meanNanos) / WEIGHT;
            until = NONE;
        }
    }

    /** So much earlier a sleep has to end that hardly any ends late: one and a half times the mean. */
    long nanos() {
        return meanNanos + meanNanos / 2;
    }
}
