// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.flow.DelayProbe;

/**
 * The shortest round trip of a connection within the last 15 to 30 seconds. Pure; owned by one event loop. The minimum
 * is the path's delay without queues. Old samples are forgotten, because paths change. Under load the minimum is exact
 * if a sample is taken whenever the other end's {@link DelayProbe} has drained the queue.
 */
final class RoundTrip {

    static final long PERIOD_NANOS = 15_000_000_000L;

    private long previous = Long.MAX_VALUE;
    private long current = Long.MAX_VALUE;
    private long periodEnd;
    private boolean started;
    private long last;

    void sample(long nowNanos, long rttNanos) {
        if (!started || nowNanos - periodEnd >= 0) {
            previous = started ? current : Long.MAX_VALUE;
            current = Long.MAX_VALUE;
            periodEnd = nowNanos + PERIOD_NANOS;
            started = true;
        }
        last = Math.max(1, rttNanos);
        current = Math.min(current, last);
    }

    /** The latest sample, 0 if there is none. */
    long lastNanos() {
        return last;
    }

    /** The shortest round trip; 0 if there is no sample yet. */
    long minNanos() {
        long min = Math.min(previous, current);
        return min == Long.MAX_VALUE ? 0 : min;
    }
}
