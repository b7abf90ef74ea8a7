package io.millrace.runtime.executor;

/**
 * What an executor's thread does while it has no work; immutable. It looks again at once for a moment, then naps between
 * looks while more may come soon, then blocks at its doorbell.
 *
 * <p>Naps, because spinning threads that take all cores are what a latency suffers from most: whoever else needs a core
 * for a moment takes it away for milliseconds, while a thread that sleeps much gets a core at once when it wakes. And a
 * nap is much shorter than being woken at a doorbell takes.
 */
final class Idling {

    /** Look again at once. */
    static final long SPIN = 0;

    /** Let others run, and look again. */
    static final long YIELD = -1;

    /** Block at the doorbell, with an alarm for the deadline. */
    static final long BLOCK = -2;

    /** More may come soon for this long after the last work; a source asked for less than 500 tuples a second is slow. */
    private static final long LINGER_NANOS = 2_000_000;

    private static final long SPIN_BEFORE_NAP_NANOS = 5_000;
    private static final long SPIN_BEFORE_BLOCK_NANOS = 20_000;

    /** Blocking until a time takes this much longer than a nap. */
    private static final long ALARM_NANOS = 200_000;

    private final long spinNanos;
    private final long napNanos;
    private final long nearNanos;

    private Idling(long spinNanos, long napNanos, long nearNanos) {
        this.spinNanos = spinNanos;
        this.napNanos = napNanos;
        this.nearNanos = nearNanos;
    }

    /**
     * @param napNanos how long naps are; 0 for spinning instead
     * @param sharp whether short naps end in time
     */
    static Idling of(long napNanos, boolean sharp) {
        if (napNanos == 0) {
            return new Idling(LINGER_NANOS, 0, ALARM_NANOS);
        }
        return sharp
                ? new Idling(SPIN_BEFORE_NAP_NANOS, napNanos, ALARM_NANOS)
                : new Idling(SPIN_BEFORE_BLOCK_NANOS, 0, ALARM_NANOS);
    }

    /**
     * What to do now: nanoseconds to sleep, or one of the constants.
     *
     * @param idleNanos since there was work
     * @param dueNanos until there will be, even if nothing arrives; 0 or less if something is to be asked again now
     */
    long next(long idleNanos, long dueNanos) {
        if (idleNanos < spinNanos) {
            return SPIN;
        }
        boolean lingers = napNanos > 0 && idleNanos < LINGER_NANOS;
        if (!lingers && dueNanos > nearNanos) {
            return BLOCK;
        }
        if (napNanos == 0) {
            return YIELD;
        }
        return lingers ? napNanos : Math.max(dueNanos, napNanos);
    }
}
