// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

/**
 * Measures the delay of a path under load. A round trip under load contains the queue that the load keeps standing, and
 * a window computed from it would make that queue longer. Therefore credit is withheld from time to time until the
 * queue has drained, and the round trip that is measured then is the delay (ProbeRTT of BBR, Cardwell et al., 2016).
 * One per inbound connection, on its event loop. Pure: time comes with each call.
 *
 * <p>A probe is due when no round trip near the minimum was seen for {@link #INTERVAL_NANOS}, or when {@link
 * #LONG_SAMPLES} round trips in a row were so long that the path must have changed. Credit is withheld for {@code last
 * - 3/4 min + 2 ms}. The last round trip is delay and queue together, so the queue is empty by then unless the true
 * delay is below three quarters of the minimum. In that case the round trip became shorter by the time of withholding,
 * and the next probe follows at once. The minimum goes up only if two probes in a row say so, because a pause of the
 * other process lengthens one.
 */
public final class DelayProbe {

    static final long INTERVAL_NANOS = 10_000_000_000L;

    private static final long LITTLE_NANOS = 2_000_000L;
    /** The longest time for which credit is withheld; two round trips if they are longer. */
    private static final long LONGEST_HOLD_NANOS = 250_000_000L;
    /** The pause between two probes, until the effects of the first have passed. */
    private static final long PAUSE_NANOS = 200_000_000L;

    /** The number of round trips for which the gap that a probe leaves comes back. */
    private static final int DISTURBED_ROUNDS = 4;

    private static final long LEAST_BETWEEN_NANOS = 2_000_000_000L;
    private static final int LONG_SAMPLES = 3;
    /** A round trip above one and a half times the minimum plus this is longer than the window rule allows. */
    private static final long LONG_NANOS = 40_000_000L;

    private enum State {
        QUIET,
        WITHHOLDING,
        MEASURING
    }

    private State state = State.QUIET;
    private long minNanos;
    private long lastNanos;
    private long beforeLastNanos;
    private long confirmedAt;
    private int longSamples;
    private long loadedNanos;
    private long holdNanos;
    private long withheldUntil;
    private long undisturbedFrom = Long.MIN_VALUE;
    private long concludedAt;
    private boolean concluded;
    private long candidateNanos;
    private boolean again;

    /** The path's shortest round trip, which has no queue in it; 0 if there is no sample yet. */
    long minNanos() {
        return minNanos;
    }

    /** Whether credit must be withheld now; begins a probe when one is due. */
    boolean withholds(long nowNanos) {
        if (state == State.QUIET && isDue(nowNanos)) {
            state = State.WITHHOLDING;
            loadedNanos = beforeLastNanos == 0 ? lastNanos : Math.min(lastNanos, beforeLastNanos);
            holdNanos = holdNanos();
            withheldUntil = nowNanos + holdNanos;
            undisturbedFrom = withheldUntil + DISTURBED_ROUNDS * loadedNanos;
        }
        return state == State.WITHHOLDING && nowNanos - withheldUntil < 0;
    }

    private boolean isDue(long nowNanos) {
        if (minNanos == 0) {
            return false;
        }
        if (again) {
            return nowNanos - concludedAt >= PAUSE_NANOS + lastNanos;
        }
        return nowNanos - confirmedAt >= INTERVAL_NANOS && (!concluded || nowNanos - concludedAt >= INTERVAL_NANOS)
                || longSamples >= LONG_SAMPLES && (!concluded || nowNanos - concludedAt >= LEAST_BETWEEN_NANOS);
    }

    private long holdNanos() {
        long longest = Math.max(LONGEST_HOLD_NANOS, 2 * minNanos);
        return Math.min(longest, Math.max(0, loadedNanos - 3 * minNanos / 4) + LITTLE_NANOS);
    }

    /** Whether the queue has drained; true once per probe. The ping must leave before the withheld credit. */
    boolean takePing(long nowNanos) {
        if (state != State.WITHHOLDING || withholds(nowNanos)) {
            return false;
        }
        state = State.MEASURING;
        withheldUntil = nowNanos;
        return true;
    }

    /** Whether a gap since then may have been caused by a probe. */
    boolean disturbed(long sinceNanos) {
        return undisturbedFrom != Long.MIN_VALUE && sinceNanos - undisturbedFrom < 0;
    }

    /** A ping that was sent {@code rttNanos} ago was answered. */
    void sample(long nowNanos, long rttNanos) {
        long rtt = Math.max(1, rttNanos);
        boolean drained = state == State.MEASURING && nowNanos - rttNanos - withheldUntil >= 0;
        if (drained) {
            conclude(nowNanos, rtt);
        } else {
            beforeLastNanos = lastNanos;
            lastNanos = rtt;
        }
        if (minNanos == 0 || rtt < minNanos) {
            minNanos = rtt;
        }
        if (rtt <= minNanos + minNanos / 32 + LITTLE_NANOS / 4) {
            confirmedAt = nowNanos;
        }
        longSamples = !drained && rtt > minNanos + minNanos / 2 + LONG_NANOS ? longSamples + 1 : 0;
    }

    private void conclude(long nowNanos, long rtt) {
        state = State.QUIET;
        concluded = true;
        concludedAt = nowNanos;
        confirmedAt = nowNanos;
        if (candidateNanos != 0) {
            minNanos = Math.min(candidateNanos, rtt);
            candidateNanos = 0;
            again = false;
        } else if (rtt > minNanos + minNanos / 4 + LITTLE_NANOS) {
            candidateNanos = rtt;
            again = true;
        } else {
            // The round trip became shorter by the time of withholding: the queue may not have been empty.
            again = rtt < loadedNanos - holdNanos + loadedNanos / 32 + LITTLE_NANOS / 2;
            minNanos = rtt;
        }
    }
}
