// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import java.util.random.RandomGenerator;

/**
 * Exponential back-off with jitter: the ceiling doubles from the minimum to the maximum, and each delay is between half
 * of it and all of it, so that workers which lost the same peer do not reconnect together. Pure; owned by the peer's
 * event loop.
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

    /**
     * Begins again with the minimum, after a connection that lasted; a connection that is lost at once does not count
     * as a success.
     */
    void reset() {
        ceiling = minNanos;
    }
}
