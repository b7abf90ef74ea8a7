package io.millrace.transport;

/**
 * The shortest round trip of a connection within the last 30 to 60 seconds. Pure; owned by one event loop. The minimum is
 * the path's delay without queues; it is forgotten after a while because paths change.
 */
final class RoundTrip {

    static final long PERIOD_NANOS = 30_000_000_000L;

    private long previous = Long.MAX_VALUE;
    private long current = Long.MAX_VALUE;
    private long periodEnd;
    private boolean started;

    void sample(long nowNanos, long rttNanos) {
        if (!started || nowNanos - periodEnd >= 0) {
            previous = started ? current : Long.MAX_VALUE;
            current = Long.MAX_VALUE;
            periodEnd = nowNanos + PERIOD_NANOS;
            started = true;
        }
        current = Math.min(current, Math.max(1, rttNanos));
    }

    /** 0 if there is no sample yet. */
    long minNanos() {
        long min = Math.min(previous, current);
        return min == Long.MAX_VALUE ? 0 : min;
    }
}
