// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

/**
 * Estimates how far the other end's clock is ahead of this one, from pings with four time stamps (RFC 5905, section 8).
 * Pure; owned by one connection's event loop. Only latencies may be converted with it: a time-out measures time by one
 * clock.
 *
 * <p>A ping is received between its sending and the arrival of its answer, whatever part of the round trip each way
 * takes. So the error of one sample is at most half of its round trip. It grows with age by {@link #DRIFT_PARTS}. The
 * sample with the least error of the last 7.5 to 15 seconds counts; among samples of the same age it is the one with
 * the shortest round trip, as in the clock filter of RFC 5905, section 10.
 *
 * <p>Both ends of a connection may read the same clock, as two containers of one machine do. An offset that does not
 * differ from 0 by more than its error is therefore taken as 0, and the error contains the difference.
 */
final class ClockOffset {

    /**
     * Two clocks diverge by at most one part in so many, which is 100 ppm. RFC 5905 assumes 15 ppm (PHI) for a
     * disciplined clock, thus 30 ppm for two; undisciplined quartz is within 50 ppm each.
     */
    static final long DRIFT_PARTS = 10_000;

    static final long PERIOD_NANOS = 7_500_000_000L;

    private static final long NONE = Long.MAX_VALUE / 4;

    /** One ping and its answer. */
    private static final class Sample {
        private long offset;
        private long roundTrip = NONE;
        private long sentAt;

        private long error(long nowNanos) {
            return ClockOffset.error(roundTrip, nowNanos - sentAt);
        }
    }

    /** Returns the error of a sample, rounded up. */
    private static long error(long roundTrip, long age) {
        return roundTrip / 2 + age / DRIFT_PARTS + 2;
    }

    private Sample current = new Sample();
    private Sample previous = new Sample();
    private Sample best;
    private long periodEnd;
    private long offset;
    private long differenceFromBest;

    /**
     * A ping was answered.
     *
     * @param sentAt when the ping was sent, by this clock
     * @param receivedAt when the other end received it, by its clock
     * @param answeredAt when the other end answered, by its clock
     * @param nowNanos when the answer arrived, by this clock
     */
    void sample(long sentAt, long receivedAt, long answeredAt, long nowNanos) {
        long elapsed = nowNanos - sentAt;
        long held = answeredAt - receivedAt;
        long roundTrip = elapsed - held;
        if (held < 0 || roundTrip < -elapsed / DRIFT_PARTS - 1) {
            // Clocks that diverge by at most that much do not give such a sample
            return;
        }
        if (best == null || nowNanos - periodEnd >= 0) {
            periodEnd = nowNanos + PERIOD_NANOS;
            Sample oldest = previous;
            previous = current;
            current = oldest;
            current.roundTrip = NONE;
        }
        if (error(Math.max(0, roundTrip), elapsed) <= current.error(nowNanos)) {
            current.offset = receivedAt - sentAt - roundTrip / 2;
            current.roundTrip = Math.max(0, roundTrip);
            current.sentAt = sentAt;
        }
        best = previous.error(nowNanos) < current.error(nowNanos) ? previous : current;
        boolean mayBeZero = Math.abs(best.offset) <= best.error(nowNanos);
        offset = mayBeZero ? 0 : best.offset;
        differenceFromBest = mayBeZero ? Math.abs(best.offset) : 0;
    }

    boolean isKnown() {
        return best != null;
    }

    /** The other end's clock minus this one; to be called only if it is known. */
    long nanos() {
        return offset;
    }

    /** The most by which the true offset differs from {@link #nanos}; to be called only if it is known. */
    long errorNanos(long nowNanos) {
        return best.error(nowNanos) + differenceFromBest;
    }
}
