package io.millrace.transport.flow;

/**
 * How many bytes one channel may have in flight; kept by its receiver, on its event loop. Pure: time comes with each call.
 *
 * <p>The rule: {@code clamp(min, 1.15 · X · (RTTmin + 5 ms) + 2 · frame, max)}, where X is the peak rate at which the
 * receiver drained the channel over the last eight round trips. That follows a receiver's speed with a standing queue of
 * about 5 ms, but it cannot find out that a sender would go faster. So {@link #onIdle} collects the time in which the
 * receiver had drained everything and waited for what the sender could not send for want of credit. If that was an eighth
 * of a round trip or more, the window grows to what would have filled the gap, at most to four times the window that left
 * it. A grown window stands for some round trips, in which the rate proves it right or not. After a dip (a receiver that
 * paused) the first such evidence goes back to the largest recent window at once.
 */
final class CreditWindow {

    /** Standing queue that is allowed on top of the path's delay, and the shortest time over which a rate is measured. */
    static final long QUEUE_NANOS = 5_000_000L;

    private static final double HEADROOM = 1.15;
    private static final int PEAK_ROUNDS = 8;
    /** How long the largest window is remembered for the way back after a dip. */
    private static final long MEMORY_NANOS = 60_000_000_000L;

    /** Idle for this share of a round trip, and for at least this long, means starved. */
    private static final double IDLE_SHARE = 0.125;

    private static final long IDLE_NANOS = 100_000L;
    private static final double MAX_GROWTH = 4;
    /** One for the credit to have an effect, one to measure it, one and a half for rounds that do not begin at once. */
    private static final int GROWN_ROUNDS = 4;

    private final long minBytes;
    private final long maxBytes;
    private final long frameBytes;

    private final double[] rates = new double[PEAK_ROUNDS];
    private int round;
    private long roundStart;
    private long roundBytes;
    private boolean started;

    private long idleSince;
    private long idleNanos;
    private long windowAtLook;
    private long windowBefore;

    private long rttNanos;
    private long window;
    private long grown;
    private long grownUntil;
    private boolean growing;
    private long largest;
    private long largestAt;

    CreditWindow(long minBytes, long maxBytes, long frameBytes) {
        this.minBytes = minBytes;
        this.maxBytes = maxBytes;
        this.frameBytes = frameBytes;
        this.window = minBytes;
        this.windowAtLook = minBytes;
        this.windowBefore = minBytes;
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

    /** Of the time that has passed, the receiver waited {@code gapNanos} for want of credit at the sender (0 is allowed). */
    void onIdle(long nowNanos, long gapNanos) {
        idleNanos += gapNanos;
        long elapsed = nowNanos - idleSince;
        if (rttNanos == 0 || elapsed < rttNanos) {
            return;
        }
        if (elapsed > 2 * rttNanos) {
            // Long without a gap: only the last round trip says how things are now.
            elapsed = Math.max(rttNanos, gapNanos);
            idleNanos = gapNanos;
        }
        double share = Math.min(1, (double) idleNanos / elapsed);
        if (share >= IDLE_SHARE && idleNanos >= IDLE_NANOS) {
            grow(nowNanos, share);
        }
        idleSince = nowNanos;
        idleNanos = 0;
        windowBefore = windowAtLook;
        windowAtLook = window;
    }

    private void grow(long nowNanos, double idleShare) {
        // The gap was left by the window of a round trip ago, not by what it has become since.
        double wanted = windowBefore * Math.min(MAX_GROWTH, HEADROOM / (1 - Math.min(0.99, idleShare)));
        if (largest > wanted && nowNanos - largestAt < MEMORY_NANOS) {
            wanted = largest;
        }
        if (wanted <= window) {
            return;
        }
        growing = true;
        grown = (long) Math.min(maxBytes, wanted);
        grownUntil = nowNanos + GROWN_ROUNDS * roundNanos();
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
        if (growing && nowNanos - grownUntil >= 0) {
            growing = false;
        }
        if (growing) {
            wanted = Math.max(wanted, grown);
        }
        window = (long) Math.max(minBytes, Math.min(maxBytes, wanted));
        windowAtLook = Math.min(windowAtLook, window);
        windowBefore = Math.min(windowBefore, window);
        if (window >= largest || nowNanos - largestAt >= MEMORY_NANOS) {
            largest = window;
            largestAt = nowNanos;
        }
    }
}
