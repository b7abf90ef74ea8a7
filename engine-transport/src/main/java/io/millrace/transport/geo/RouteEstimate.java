package io.millrace.transport.geo;

/**
 * What a route carries and how long its way is, estimated from what the receiver tells of each batch. The rate is the
 * highest delivery rate of the last {@link #KEPT_NANOS}, as in BBR (Cardwell et al., ACM Queue 2016): a batch that was
 * sent while the route was not full can raise it, but does not prove that the route carries no more. The delay is the
 * shortest round trip without the way back, and without what writing the batch takes; the shortest one of that time
 * replaces it; if all were longer, one is measured with little under way, so that a standing queue is not taken for a
 * longer path. One thread.
 */
final class RouteEstimate {

    private static final long KEPT_NANOS = 10_000_000_000L;

    /** For so many round trips what is assumed of a route is not lowered: TCP's window takes as long to open. */
    private static final int FIRST_ROUND_TRIPS = 5;

    /** The weight of the last sample in the mean and in the deviation of round trips, as in RFC 6298. */
    private static final double MEAN_WEIGHT = 1.0 / 8;

    private static final double DEVIATION_WEIGHT = 1.0 / 4;
    private static final double DEVIATIONS = 4;
    private static final double NANOS = 1e9;

    /** Within this of the shortest round trip there was no queue. */
    private static final double NEAR = 1.05;

    private double bytesPerSecond;
    private long rateNanos;
    private double nextBytesPerSecond;

    /** The round trip of a batch whose delay was the shortest, and its bytes; 0 if unknown. */
    private long minNanos;

    private int minBytes;

    /** Of the round trips since that one, 0 if none. */
    private long nextMinNanos;

    private int nextMinBytes;

    private long backNanos;
    private long roundTripNanos;
    private double meanRoundTripNanos;
    private double deviationNanos;

    /** @param bytesPerSecond what is taken for the rate before the first measurement */
    RouteEstimate(double bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * A batch was acknowledged {@code nanos} after it was sent, without the time that its receiver took.
     *
     * @param bytes of the batch: what the route takes to write them is no part of its delay
     * @param alone whether so little was under way when it was sent that it did not wait in a queue
     */
    void roundTrip(long nowNanos, long nanos, int bytes, boolean alone) {
        if (meanRoundTripNanos == 0) {
            meanRoundTripNanos = nanos;
        } else {
            deviationNanos += DEVIATION_WEIGHT * (Math.abs(nanos - meanRoundTripNanos) - deviationNanos);
            meanRoundTripNanos += MEAN_WEIGHT * (nanos - meanRoundTripNanos);
        }
        long delay = withoutWriting(nanos, bytes);
        boolean replaces = alone && nowNanos - roundTripNanos >= KEPT_NANOS;
        if (minNanos == 0 || delay <= minRoundTripNanos() || replaces) {
            measured(nowNanos, nanos, bytes);
            return;
        }
        if (nextMinNanos == 0 || delay < withoutWriting(nextMinNanos, nextMinBytes)) {
            nextMinNanos = nanos;
            nextMinBytes = bytes;
        }
        // Early, so that no batch finds it old before the next round trip ends
        if (nowNanos - roundTripNanos >= KEPT_NANOS / 2
                && withoutWriting(nextMinNanos, nextMinBytes) <= NEAR * minRoundTripNanos()) {
            measured(nowNanos, nextMinNanos, nextMinBytes);
        }
    }

    private void measured(long nowNanos, long nanos, int bytes) {
        minNanos = nanos;
        minBytes = bytes;
        roundTripNanos = nowNanos;
        nextMinNanos = 0;
    }

    /** By the rate as it is known now: while it is lower than it will turn out to be, too much would be taken off for good. */
    private long withoutWriting(long nanos, int bytes) {
        return Math.max(nanos / 2, nanos - (long) (bytes / bytesPerSecond * NANOS));
    }

    /** Whether the shortest round trip is so old that another one should be measured, without a queue. */
    boolean isRoundTripOld(long nowNanos) {
        return minNanos > 0 && nowNanos - roundTripNanos >= KEPT_NANOS;
    }

    /**
     * So many bytes were delivered in so long.
     *
     * @param wasFull whether more waited for this route all the time
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

    /** The shortest round trip of a batch without bytes, 0 if unknown. */
    long minRoundTripNanos() {
        return withoutWriting(minNanos, minBytes);
    }

    /** One way without queues, 0 if unknown: the round trip without the way of acknowledgements, which all routes share. */
    long delayNanos() {
        return minRoundTripNanos() - backNanos();
    }

    /** What acknowledgements take, 0 if unknown. */
    long backNanos() {
        long half = minRoundTripNanos() / 2;
        return backNanos == 0 ? half : Math.min(backNanos, half);
    }

    /** Sets what acknowledgements take: half of the shortest round trip of all routes. */
    void back(long nanos) {
        backNanos = nanos;
    }

    /** The mean deviation of the round trip. */
    long jitterNanos() {
        return (long) deviationNanos;
    }

    /** What nearly no round trip lately has exceeded, queues included, as in RFC 6298; 0 if unknown. */
    long highRoundTripNanos() {
        return (long) (meanRoundTripNanos + DEVIATIONS * deviationNanos);
    }

    /** The bytes that are under way when the route is full and nothing waits in it. */
    double fullBytes() {
        return bytesPerSecond * minRoundTripNanos() / NANOS;
    }
}
