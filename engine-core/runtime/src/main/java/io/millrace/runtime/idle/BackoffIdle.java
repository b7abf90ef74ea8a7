package io.millrace.runtime.idle;

/**
 * Spins for a while without work, then blocks at the doorbell; naps where work keeps coming.
 *
 * <p>A thread that finds no work during a whole spin blocks. All spins between two wake-ups together have a budget of
 * ten spins, so that a thread that finds work in each of them does not spin for ever: when the budget is spent, it naps
 * between looks as long as naps find work. Naps that find none double from the shortest to the longest. After the
 * longest nap the thread blocks.
 *
 * <p>A thread that blocks until a deadline is woken early, because the wake-up takes time: by the lead, or by a
 * quarter of the remaining time if that is less. It then spins until the deadline. A thread that is awake when a
 * deadline is nearer than the lead naps until the deadline instead of blocking.
 */
public final class BackoffIdle implements IdleStrategy {

    /** The thread spins until a deadline that is nearer than this, because no sleep is as short. */
    private static final long LEAST_SLEEP_NANOS = 2_000;

    /** The budget between two wake-ups, in whole spins. */
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

    /** The deadline that the last alarm was set for. */
    private long awaited = NONE;

    /**
     * All parameters are in nanoseconds.
     *
     * @param spinNanos time for which the thread spins without work; 0 for not at all
     * @param minNapNanos the first nap without work
     * @param maxNapNanos the longest nap; there are no naps if it is shorter than the first one
     * @param leadNanos most time by which the thread is woken before a deadline
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
