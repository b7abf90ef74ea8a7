package io.millrace.runtime.metrics;

/**
 * Picks the tuples of one stream of one task that are followed on their way; of its executor's thread. The first ones are
 * picked, and of a slow stream all; of one that is faster so many that they are a thousand to two thousand in a second,
 * but no fewer than one in {@link #RAREST} on average. How many are passed over is random, so that no pattern in the
 * stream hides from it.
 */
public final class Sampler {

    /** Tuples from one pick to the next, on average, in the fastest streams. */
    static final int RAREST = 512;

    private static final long NEAR_NANOS = 500_000;
    private static final long FAR_NANOS = 2_000_000;

    /** After this long a stream is taken for a slow one, whatever it was. */
    private static final long PAUSE_NANOS = 100_000_000;

    /** 0 before the first. */
    private int interval;

    private int left = 1;
    private long last;
    private int random;

    Sampler(int seed) {
        this.random = seed * 0x9E3779B9 | 1;
    }

    /**
     * Whether the tuple that is emitted now is followed.
     *
     * @param now a time of the present turn, for which no clock need be read
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

    /** Marsaglia's xorshift. */
    private int below(int bound) {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        return (random >>> 1) % bound;
    }
}
