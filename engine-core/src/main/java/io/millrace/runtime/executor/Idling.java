package io.millrace.runtime.executor;

import java.util.function.LongPredicate;

/**
 * What an executor's thread does while it has no work; by that thread. It looks again at once for a moment, then naps between
 * looks while more may come soon, then blocks at its doorbell.
 *
 * <p>Naps, because spinning threads that take all cores are what a latency suffers from most: whoever else needs a core
 * for a moment takes it away for milliseconds, while a thread that sleeps much gets a core at once when it wakes. And a
 * nap is much shorter than being woken at a doorbell takes. Where naps take longer than they should (see {@link Naps}), it spins.
 * It does neither where others want the core (see {@link Crowding}): then it blocks at once.
 *
 * <p>More may come soon if the last work came soon: whoever has something to do ten times a second is woken for it, and costs
 * next to nothing in between.
 */
final class Idling {

    /** Look again at once. */
    static final long SPIN = 0;

    /** Let others run, and look again. */
    static final long YIELD = -1;

    /** Block at the doorbell, with an alarm for the deadline. */
    static final long BLOCK = -2;

    /** Soon; a source asked for less than 500 tuples a second is slow. */
    private static final long LINGER_NANOS = 2_000_000;

    private static final long SPIN_BEFORE_NAP_NANOS = 5_000;
    private static final long SPIN_BEFORE_BLOCK_NANOS = 20_000;

    /** Blocking until a time takes this much longer than a nap. */
    private static final long ALARM_NANOS = 200_000;

    /** Between looks for what is due soon, where the core is crowded. */
    private static final long CROWDED_NAP_NANOS = 100_000;

    private static final long BUSY = Long.MAX_VALUE;

    private final long spinNanos;
    private final long napNanos;
    private final Crowding crowding = new Crowding();
    private long idleSince = BUSY;
    private boolean moreMayCome;

    /** When it looked last and found nothing, if it looks again by itself, and how long it sleeps before that. */
    private long lookedAt = BUSY;

    private long sleepNanos;

    private Idling(long spinNanos, long napNanos) {
        this.spinNanos = spinNanos;
        this.napNanos = napNanos;
    }

    /**
     * @param napNanos how long naps are; 0 for spinning instead
     * @param endInTime whether naps of a length end in time; it spins if they do not
     */
    static Idling of(long napNanos, LongPredicate endInTime) {
        return napNanos > 0 && endInTime.test(napNanos)
                ? new Idling(SPIN_BEFORE_NAP_NANOS, napNanos)
                : new Idling(LINGER_NANOS, 0);
    }

    /** There was work in the turn that began now. */
    void worked(long now) {
        lookedAt = BUSY;
        if (idleSince != BUSY) {
            moreMayCome = now - idleSince < LINGER_NANOS;
            idleSince = BUSY;
        }
    }

    /**
     * There was none in the turn that began now. What to do: nanoseconds to sleep, or one of the constants.
     *
     * @param dueNanos until there will be, even if nothing arrives; 0 or less if something is to be asked again now
     */
    long next(long now, long dueNanos) {
        if (lookedAt != BUSY) {
            crowding.looked(now, now - lookedAt, sleepNanos);
        }
        long next = nextWithin(now, dueNanos);
        lookedAt = next == BLOCK ? BUSY : now;
        sleepNanos = Math.max(next, 0);
        return next;
    }

    private long nextWithin(long now, long dueNanos) {
        idleSince = Math.min(idleSince, now);
        long idleNanos = now - idleSince;
        boolean crowded = crowding.isCrowded(now);
        boolean lingers = moreMayCome && !crowded;
        if (idleNanos < (lingers ? spinNanos : Math.min(spinNanos, SPIN_BEFORE_BLOCK_NANOS))) {
            return SPIN;
        }
        boolean naps = napNanos > 0 && lingers && idleNanos < LINGER_NANOS;
        if (!naps && dueNanos > ALARM_NANOS) {
            return BLOCK;
        }
        if (crowded) {
            return Math.max(dueNanos, CROWDED_NAP_NANOS);
        }
        if (napNanos == 0) {
            return YIELD;
        }
        return naps ? napNanos : Math.max(dueNanos, napNanos);
    }
}
