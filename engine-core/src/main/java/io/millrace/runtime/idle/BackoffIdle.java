package io.millrace.runtime.idle;

/**
 * Looks on for a moment, then blocks at the doorbell; naps where work keeps coming.
 *
 * <p>A thread that finds no work for a whole moment blocks. All moments between two wake-ups together have a budget, so that a thread
 * that finds work in each moment does not spin for ever: when the budget is spent it naps between its looks, as long as naps find work.
 * Naps that find none double from the shortest to the longest; after the longest the thread blocks.
 *
 * <p>A thread that blocks until a deadline is woken early, by a quarter of the time that is left and at most by the lead, because being
 * woken takes some of that. It looks on until the deadline then. A thread that is awake when a deadline is nearer than the lead naps
 * until the deadline instead of blocking.
 */
public final class BackoffIdle implements IdleStrategy {

    /** A deadline that is nearer is awaited by looking again: no sleep is as short. */
    private static final long LEAST_SLEEP_NANOS = 2_000;

    /** Of moments between two wake-ups. */
    private static final int BUDGET = 10;

    private static final int LEAD_SHARE = 4;
    private static final long NONE = Long.MIN_VALUE;

    private final long spinNanos;
    private final long minNapNanos;
    private final long maxNapNanos;
    private final long leadNanos;

    private long spinLeft;
    private long lookedAt = NONE;
    private long idleNanos;
    private long nextNap;

    /** The deadline for which it was woken, or is to be. */
    private long awaited = NONE;

    /**
     * All in nanoseconds.
     *
     * @param spinNanos for how long the thread looks on without work; 0 for not at all
     * @param minNapNanos the first nap without work
     * @param maxNapNanos the longest nap; if it is shorter than the first one there are no naps
     * @param leadNanos how much earlier than a deadline it is woken at most
     */
    public BackoffIdle(long spinNanos, long minNapNanos, long maxNapNanos, long leadNanos) {
        this.spinNanos = spinNanos;
        this.minNapNanos = minNapNanos;
        this.maxNapNanos = maxNapNanos;
        this.leadNanos = leadNanos;
        this.spinLeft = BUDGET * spinNanos;
        this.nextNap = minNapNanos;
    }

    @Override
    public void worked() {
        lookedAt = NONE;
        idleNanos = 0;
        nextNap = minNapNanos;
    }

    @Override
    public long idle(long now, long deadline) {
        if (lookedAt != NONE) {
            spinLeft -= now - lookedAt;
            idleNanos += now - lookedAt;
        }
        lookedAt = now;
        long left = deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - now;
        boolean near = left <= leadNanos;
        if (left < LEAST_SLEEP_NANOS || near && deadline == awaited || spinLeft > 0 && idleNanos < spinNanos) {
            return LOOK;
        }
        boolean workCameLately = idleNanos < spinNanos || nextNap > minNapNanos;
        if (near || workCameLately && nextNap <= maxNapNanos) {
            long nap = near ? minNapNanos : nextNap;
            nextNap *= 2;
            return Math.min(nap, left);
        }
        return BLOCK;
    }

    @Override
    public void woken() {
        spinLeft = BUDGET * spinNanos;
        worked();
    }

    @Override
    public long alarm(long now, long deadline) {
        awaited = deadline;
        return deadline == Long.MAX_VALUE ? deadline : deadline - Math.min(leadNanos, (deadline - now) / LEAD_SHARE);
    }
}
