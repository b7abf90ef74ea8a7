package io.millrace.transport;

/**
 * How many bytes one channel may have in flight; kept by its receiver, on its event loop. Pure: time comes with each call.
 *
 * <p>The rule: {@code clamp(min, 1.15 · X · (RTTmin + 5 ms) + 2 · frame, max)}, where X is the peak rate at which the
 * receiver drained the channel over the last eight round trips. That follows a receiver's speed with a standing queue of
 * about 5 ms, but it cannot find out that a sender would go faster. So when the sender says that it had something to send
 * and no credit, <em>and</em> the receiver has drained all that came, the window doubles, once per round trip; the doubled
 * window stands for eight round trips, in which the rate proves it right or not. After a dip (a receiver that paused) the
 * first such evidence goes back to the largest recent window at once instead of doubling up to it.
 */
final class CreditWindow {

    /** Standing queue that is allowed on top of the path's delay, and the shortest time over which a rate is measured. */
    static final long QUEUE_NANOS = 5_000_000L;

    private static final double HEADROOM = 1.15;
    private static final int PEAK_ROUNDS = 8;
    /** How long the largest window is remembered for the way back after a dip. */
    private static final long MEMORY_NANOS = 60_000_000_000L;

    private final long minBytes;
    private final long maxBytes;
    private final long frameBytes;

    private final double[] rates = new double[PEAK_ROUNDS];
    private int round;
    private long roundStart;
    private long roundBytes;
    private boolean started;

    private long rttNanos;
    private long window;
    private long probe;
    private long probeUntil;
    private long probedAt;
    private boolean probing;
    private long largest;
    private long largestAt;

    CreditWindow(long minBytes, long maxBytes, long frameBytes) {
        this.minBytes = minBytes;
        this.maxBytes = maxBytes;
        this.frameBytes = frameBytes;
        this.window = minBytes;
    }

    long bytes() {
        return window;
    }

    /** The receiver is done with {@code bytes} more (0 is allowed: time goes on). */
    void onDrained(long nowNanos, long bytes, long minRttNanos) {
        rttNanos = minRttNanos;
        if (!started) {
            started = true;
            roundStart = nowNanos;
        }
        rollRounds(nowNanos);
        roundBytes += bytes;
        update(nowNanos);
    }

    /** The sender waited for credit with something to send, and the receiver has drained all that it got. */
    void onStarved(long nowNanos) {
        if (probing && nowNanos - probedAt < rttNanos) {
            return;
        }
        long wanted = 2 * window;
        if (largest > wanted && nowNanos - largestAt < MEMORY_NANOS) {
            wanted = largest;
        }
        probing = true;
        probedAt = nowNanos;
        probe = Math.min(maxBytes, wanted);
        probeUntil = nowNanos + PEAK_ROUNDS * roundNanos();
        update(nowNanos);
    }

    private long roundNanos() {
        return Math.max(rttNanos, QUEUE_NANOS);
    }

    private void rollRounds(long nowNanos) {
        long roundNanos = roundNanos();
        long elapsed = nowNanos - roundStart;
        if (elapsed < roundNanos) {
            return;
        }
        rates[round] = (double) roundBytes / elapsed;
        round = (round + 1) % PEAK_ROUNDS;
        // Rounds in which nothing was drained are rounds too, but no more of them than there are.
        for (long skipped = 1; skipped < Math.min(PEAK_ROUNDS, elapsed / roundNanos); skipped++) {
            rates[round] = (double) roundBytes / elapsed;
            round = (round + 1) % PEAK_ROUNDS;
        }
        roundStart = nowNanos;
        roundBytes = 0;
    }

    private void update(long nowNanos) {
        double peak = 0;
        for (double rate : rates) {
            peak = Math.max(peak, rate);
        }
        double wanted = HEADROOM * peak * (rttNanos + QUEUE_NANOS) + 2 * frameBytes;
        if (probing) {
            if (nowNanos - probeUntil < 0) {
                wanted = Math.max(wanted, probe);
            } else {
                probing = false;
            }
        }
        window = (long) Math.max(minBytes, Math.min(maxBytes, wanted));
        if (window >= largest || nowNanos - largestAt >= MEMORY_NANOS) {
            largest = window;
            largestAt = nowNanos;
        }
    }
}
