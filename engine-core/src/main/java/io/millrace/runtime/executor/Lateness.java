package io.millrace.runtime.executor;

/**
 * How much later than asked the sleeps of a thread end; by that thread. It depends on how deep the core was asleep, and on the
 * hypervisor, so it is learned: as the lower quartile, because where others had the core at its end a sleep says nothing about the
 * machine.
 */
final class Lateness {

    /** The estimate falls three times as far as it rises, so it rests where one in four is below it. */
    private static final long RISE_NANOS = 500;

    private static final long FALL_NANOS = 3 * RISE_NANOS;
    private static final long MOST_NANOS = 80_000;
    private static final long NONE = Long.MAX_VALUE;

    private long usualNanos;
    private long until = NONE;

    /** A sleep begins that is to end so. */
    void sleepsUntil(long time) {
        until = time;
    }

    /** There was no sleep, as it would have ended late: so that it is tried again, or one crowded moment would be for ever. */
    void sleptNot() {
        usualNanos = Math.max(0, usualNanos - FALL_NANOS);
    }

    /** What the thread does next has nothing to do with a sleep. */
    void awaitsNothing() {
        until = NONE;
    }

    /** The thread is awake. */
    void awake(long now) {
        if (until != NONE) {
            usualNanos = now - until > usualNanos
                    ? Math.min(usualNanos + RISE_NANOS, MOST_NANOS)
                    : Math.max(0, usualNanos - FALL_NANOS);
            until = NONE;
        }
    }

    /** Three of four sleeps are at least so late. */
    long usualNanos() {
        return usualNanos;
    }

    /** So much earlier a sleep has to end that few end late where nobody else has the core: half as much again as usual. */
    long nanos() {
        return usualNanos + usualNanos / 2;
    }
}
