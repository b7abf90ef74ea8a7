package io.millrace.transport.peer;

import java.util.random.RandomGenerator;

/**
 * How long to wait before the next dial: doubles from the least to the longest, each time a random half to whole of it, so
 * that many workers which lost the same peer do not come back together. Pure; owned by the peer's event loop.
 */
final class Backoff {

    private final long minNanos;
    private final long maxNanos;
    private final RandomGenerator random;
    private long ceiling;

    Backoff(long minNanos, long maxNanos, RandomGenerator random) {
        this.minNanos = minNanos;
        this.maxNanos = maxNanos;
        this.random = random;
        this.ceiling = minNanos;
    }

    long nextNanos() {
        long delay = ceiling / 2 + random.nextLong(ceiling / 2 + 1);
        ceiling = ceiling > maxNanos / 2 ? maxNanos : 2 * ceiling;
        return delay;
    }

    /** After a connection that held for a while; one that is lost at once does not count as a success. */
    void reset() {
        ceiling = minNanos;
    }
}
