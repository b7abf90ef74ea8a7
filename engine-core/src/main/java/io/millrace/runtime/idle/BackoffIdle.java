package io.millrace.runtime.idle;

/**
 * Looks on for a moment after each wake-up, then naps while work keeps coming, then blocks at the doorbell.
 *
 * <p>The moment is a budget that only a wake-up at the doorbell renews. So a thread that finds work in each look does not spin for
 * ever: when the budget is spent it naps between its looks, as long as naps find work. Naps that find none double from the shortest to
 * the longest; after the longest the thread blocks. A thread that found no work for a whole moment blocks without a nap.
 *
 * <p>A thread that blocks until a deadline is woken early, by a quarter of the time that is left and at most by the lead, because being
 * woken takes some of that. It looks on or naps until the deadline then.
 */
public final class BackoffIdle implements IdleStrategy {

    /** A deadline that is nearer is awaited by looking again: no sleep is as short. */
    private static final long LEAST_SLEEP_NANOS = 2_000;

    private static final int LEAD_SHARE = 4;
    private static final long WORKED = Long.MIN_VALUE;

    private final long spinNanos;
    private final long minNapNanos;
    private final long maxNapNanos;
    private final long leadNanos;

    private long spinLeft;
    private long lookedAt = WORKED;
    private long idleNanos;
    private long nextNap;

    /**
     * All in nanoseconds.
     *
     * @param spinNanos for how long the thread looks on after a wake-up; 0 for not at all
     * @param minNapNanos the first nap without work, at most {@code maxNapNanos}
     * @param maxNapNanos the longest nap; 0 for no naps
     * @param leadNanos how much earlier than a deadline it is woken at most
     */
    public BackoffIdle(long spinNanos, long minNapNanos, long maxNapNanos, long leadNanos) {
        this.spinNanos = spinNanos;
        this.minNapNanos = minNapNanos;
        this.maxNapNanos = maxNapNanos;
        this.leadNanos = leadNanos;
        this.spinLeft = spinNanos;
        this.nextNap = minNapNanos;
    }

    @Override
    public void worked() {
        lookedAt = WORKED;
        idleNanos = 0;
        nextNap = minNapNanos;
    }

    @Override
    public long idle(long now, long deadline) {
        if (lookedAt != WORKED) {
            spinLeft -= now - lookedAt;
            idleNanos += now - lookedAt;
        }
        lookedAt = now;
        long left = deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - now;
        if (left < LEAST_SLEEP_NANOS || spinLeft > 0 && idleNanos < spinNanos) {
            return LOOK;
        }
        if (idleNanos < spinNanos || nextNap > minNapNanos || left <= leadNanos) {
            // Work came lately
            if (nextNap <= maxNapNanos || left <= leadNanos) {
                long nap = Math.min(Math.min(nextNap, maxNapNanos), left);
                nextNap *= 2;
                return nap > 0 ? nap : LOOK;
            }
        }
        return BLOCK;
    }

    @Override
    public void woken() {
        spinLeft = spinNanos;
        worked();
    }

    @Override
    public long alarm(long now, long deadline) {
        return deadline == Long.MAX_VALUE ? deadline : deadline - Math.min(leadNanos, (deadline - now) / LEAD_SHARE);
    }
}
