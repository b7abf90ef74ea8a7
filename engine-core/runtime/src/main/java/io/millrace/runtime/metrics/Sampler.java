// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

/**
 * Picks the tuples of one stream of one task that are traced. Confined to the thread of the task's executor. The first
 * tuples are picked, and all tuples of a slow stream. In a faster stream one to two thousand tuples per second are
 * picked, but on average at least one in {@link #RAREST}. The distance between two picks is random, so that it cannot
 * fall in step with a pattern in the stream.
 */
public final class Sampler {

    /** The average distance between two picks in the fastest streams, in tuples. */
    static final int RAREST = 512;

    private static final long NEAR_NANOS = 500_000;
    private static final long FAR_NANOS = 2_000_000;

    /** The pause after which a stream counts as slow, whatever it was before. */
    private static final long PAUSE_NANOS = 100_000_000;

    /** The average distance between two picks; 0 before the first tuple. */
    private int interval;

    private int left = 1;
    private long last;
    private int random;

    Sampler(int seed) {
        this.random = seed * 0x9E3779B9 | 1;
    }

    /**
     * Returns whether the tuple that is emitted now is traced.
     *
     * @param now time of the current turn, so that no clock reading is needed
     */
    public boolean picks(long now) {
        if (--left > 0 && now - last < PAUSE_NANOS) {
            return false;
        }
        long elapsed = now - last;
        if (interval == 0 || elapsed >= PAUSE_NANOS) {
            interval = 1;
        } else if (elapsed < NEAR_NANOS) {
            interval = Math.min(2 * interval, RAREST);
        } else if (elapsed > FAR_NANOS) {
            interval = Math.max(interval / 2, 1);
        }
        last = now;
        left = 1 + below(2 * interval - 1);
        return true;
    }

    /** Returns the number of tuples for which the last pick stands. */
    public int weight() {
        return interval;
    }

    /** Returns a random number below a bound, by Marsaglia's xorshift. */
    private int below(int bound) {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        return (random >>> 1) % bound;
    }
}
