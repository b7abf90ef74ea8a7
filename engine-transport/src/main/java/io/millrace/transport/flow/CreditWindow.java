// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

/**
 * The number of bytes that one channel may have in flight; computed by its receiver, on its event loop. Pure: time
 * comes with each call.
 *
 * <p>The rule: {@code clamp(min, 1.15 · X · (RTTmin + 5 ms) + 2 · frame, max)}, where X is the peak rate at which the
 * receiver drained the channel over the last eight round trips. This follows the receiver's speed with a standing queue
 * of about 5 ms. It cannot find out that the sender could go faster. {@link #onIdle} therefore adds up the time in
 * which the receiver had drained everything and the sender had no credit. If that is an eighth of a round trip or more,
 * the window grows to what would have filled the gap, at most to four times the window that left it. A grown window is
 * kept for {@link #GROWN_ROUNDS} round trips; then the measured rate decides. After a pause of the receiver the first
 * such gap restores the largest recent window at once.
 */
final class CreditWindow {

    /**
     * Standing queue that is allowed on top of the path's delay, and the shortest time over which a rate is measured.
     */
    static final long QUEUE_NANOS = 5_000_000L;

    private static final double HEADROOM = 1.15;
    private static final int PEAK_ROUNDS = 8;
    /** The time for which the largest window is remembered, to be restored after a pause of the receiver. */
    private static final long MEMORY_NANOS = 60_000_000_000L;

    /** The receiver was starved if it was idle for this share of a round trip, and for at least {@link #IDLE_NANOS}. */
    private static final double IDLE_SHARE = 0.125;

    private static final long IDLE_NANOS = 100_000L;
    private static final double MAX_GROWTH = 4;
    /**
     * The rounds for which a grown window is kept: one until the credit has an effect, one to measure it, and up to two
     * because rounds begin at any time.
     */
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

    /** The receiver has consumed {@code bytes} more; 0 only lets time go on. */
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

    /**
     * The receiver waited {@code gapNanos} of the time since the last call because the sender had no credit; 0 is
     * allowed.
     */
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
        // The gap was left by the window of one round trip ago.
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
        // Rounds in which nothing was drained count as well.
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
