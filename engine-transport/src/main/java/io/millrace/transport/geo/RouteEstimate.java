// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

/**
 * Estimates the rate and the delay of a route from the acknowledgements of its batches. The rate is the highest
 * delivery rate of the last {@link #KEPT_NANOS}, as in BBR (Cardwell et al., ACM Queue 2016): a batch that was sent
 * while the route was not full can raise it, but does not prove that the route carries no more. The delay is the
 * shortest round trip without the way back, and without the time of writing the batch. The shortest round trip of that
 * interval replaces it. If all were longer, and more was sent than the route had room for, one is measured with little
 * in flight, so that a standing queue is not taken for a longer path. Used by one thread.
 */
final class RouteEstimate {

    static final long KEPT_NANOS = 10_000_000_000L;

    /**
     * The number of round trips for which the assumed rate of a route is not lowered: TCP's window takes as long to
     * open.
     */
    private static final int FIRST_ROUND_TRIPS = 5;

    /** The weight of the last sample in the mean and in the deviation of round trips, as in RFC 6298. */
    private static final double MEAN_WEIGHT = 1.0 / 8;

    private static final double DEVIATION_WEIGHT = 1.0 / 4;
    private static final double DEVIATIONS = 4;
    private static final double NANOS = 1e9;

    /** The factor of the shortest round trip up to which a round trip had no queue in it. */
    private static final double NEAR = 1.05;

    private double bytesPerSecond;
    private long rateNanos;
    private double nextBytesPerSecond;

    /** The round trip of the batch whose delay was the shortest; 0 if unknown. */
    private long minNanos;

    private int minBytes;

    /** The shortest round trip measured since {@link #minNanos}, 0 if there was none. */
    private long nextMinNanos;

    private int nextMinBytes;

    private long backNanos;

    /** The time at which {@link #minNanos} was measured. */
    private long roundTripNanos;

    /** Whether the route has had no room since then, so that what is in flight may stand in a queue. */
    private boolean mayQueue;

    private double meanRoundTripNanos;
    private double deviationNanos;

    /** @param bytesPerSecond the rate that is assumed before the first measurement */
    RouteEstimate(double bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * Begins with what another channel has measured. Both values are replaced as if they had been measured here.
     *
     * @param roundTrip the shortest round trip of a batch without bytes
     * @param measuredNanos the time at which it was measured
     */
    void assume(double rate, long roundTrip, long measuredNanos) {
        bytesPerSecond = rate;
        minNanos = roundTrip;
        minBytes = 0;
        roundTripNanos = measuredNanos;
    }

    /**
     * A batch was acknowledged {@code nanos} after it was sent, without the time that its receiver took.
     *
     * @param bytes the bytes of the batch: the time of writing them is no part of the route's delay
     * @param alone whether so little was in flight when it was sent that it did not wait in a queue
     */
    void roundTrip(long nowNanos, long nanos, int bytes, boolean alone) {
        if (meanRoundTripNanos == 0) {
            meanRoundTripNanos = nanos;
        } else {
            deviationNanos += DEVIATION_WEIGHT * (Math.abs(nanos - meanRoundTripNanos) - deviationNanos);
            meanRoundTripNanos += MEAN_WEIGHT * (nanos - meanRoundTripNanos);
        }
        long delay = withoutWriting(nanos, bytes);
        boolean old = nowNanos - roundTripNanos >= KEPT_NANOS;
        boolean replaces = alone && old;
        if (minNanos == 0 || delay <= minRoundTripNanos() || replaces) {
            measured(nowNanos, nanos, bytes);
            return;
        }
        if (nextMinNanos == 0 || delay < withoutWriting(nextMinNanos, nextMinBytes)) {
            nextMinNanos = nanos;
            nextMinBytes = bytes;
        }
        // This is early, so that no batch finds it old before the next round trip ends
        boolean near = nowNanos - roundTripNanos >= KEPT_NANOS / 2
                && withoutWriting(nextMinNanos, nextMinBytes) <= NEAR * minRoundTripNanos();
        if (near || old && !mayQueue) {
            measured(nowNanos, nextMinNanos, nextMinBytes);
        }
    }

    /** The route has no room for a batch: from now on what is in flight may stand in a queue. */
    void mayQueue() {
        mayQueue = true;
    }

    private void measured(long nowNanos, long nanos, int bytes) {
        minNanos = nanos;
        minBytes = bytes;
        roundTripNanos = nowNanos;
        nextMinNanos = 0;
        mayQueue = false;
    }

    /**
     * Takes the time of writing from a round trip, by the rate as it is known now: while that is too low, too much
     * would be taken off for good.
     */
    private long withoutWriting(long nanos, int bytes) {
        return Math.max(nanos / 2, nanos - (long) (bytes / bytesPerSecond * NANOS));
    }

    /** Whether the shortest round trip is so old that another one should be measured without a queue. */
    boolean isRoundTripOld(long nowNanos) {
        return mayQueue && minNanos > 0 && nowNanos - roundTripNanos >= KEPT_NANOS;
    }

    /**
     * Takes a delivery: so many bytes arrived in so many nanoseconds.
     *
     * @param wasFull whether more bytes waited for this route all the time
     */
    void delivered(long nowNanos, long bytes, long nanos, boolean wasFull) {
        if (nanos <= 0) {
            return;
        }
        double rate = bytes * NANOS / nanos;
        if (rate >= bytesPerSecond) {
            bytesPerSecond = rate;
            rateNanos = nowNanos;
            nextBytesPerSecond = 0;
        } else if (wasFull) {
            nextBytesPerSecond = Math.max(nextBytesPerSecond, rate);
            if (rateNanos == 0) {
                rateNanos = nowNanos - KEPT_NANOS + FIRST_ROUND_TRIPS * minRoundTripNanos();
            }
            if (nowNanos - rateNanos >= KEPT_NANOS) {
                bytesPerSecond = nextBytesPerSecond;
                nextBytesPerSecond = 0;
                rateNanos = nowNanos;
            }
        }
    }

    double bytesPerSecond() {
        return bytesPerSecond;
    }

    /** The shortest round trip of a batch without bytes; 0 if unknown. */
    long minRoundTripNanos() {
        return withoutWriting(minNanos, minBytes);
    }

    /**
     * The delay of one way without queues, 0 if unknown: the round trip without the way of acknowledgements, which all
     * routes share.
     */
    long delayNanos() {
        return minRoundTripNanos() - backNanos();
    }

    /** The delay of acknowledgements; 0 if unknown. */
    long backNanos() {
        long half = minRoundTripNanos() / 2;
        return backNanos == 0 ? half : Math.min(backNanos, half);
    }

    /** Sets the delay of acknowledgements: half of the shortest round trip of all routes. */
    void back(long nanos) {
        backNanos = nanos;
    }

    /** The mean deviation of the round trip. */
    long jitterNanos() {
        return (long) deviationNanos;
    }

    /** The bound that nearly no round trip has lately exceeded, queues included, as in RFC 6298; 0 if unknown. */
    long highRoundTripNanos() {
        return (long) (meanRoundTripNanos + DEVIATIONS * deviationNanos);
    }

    /** The bytes that are in flight when the route is full and no byte waits in a queue. */
    double fullBytes() {
        return bytesPerSecond * minRoundTripNanos() / NANOS;
    }
}
