// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.geo.model.ThroughputFit;
import java.util.ArrayDeque;

/**
 * The batches in flight on a route, in the order in which they were sent. A route keeps that order: all batches that
 * were sent before one that has come have come as well, or are lost. Used on the sender's thread.
 */
final class RoutePipeline {

    private record Sent(
            SentBatch batch,
            int routeSequence,
            long sentNanos,
            long expectedNanos,
            Delivered before,
            boolean full,
            boolean alone) {

        int bytes() {
            return batch.length;
        }
    }

    /** The bytes that the route had delivered when a batch was sent, and the time at which it had. */
    private record Delivered(long bytes, long nanos) {}

    /** The least window of a route in bytes: with less in flight its rate would not be seen to rise. */
    private static final int MIN_WINDOW_BYTES = 256 << 10;

    /** The window as a multiple of the bytes that fill the route. */
    private static final double WINDOW_GAIN = 1.5;

    /** The part of the bytes that fill the route up to which no byte in flight waits in a queue. */
    private static final double QUEUELESS = 0.5;

    /** The round trip that is assumed before the first measurement, as in RFC 6298. */
    private static final long FIRST_ROUND_TRIP_NANOS = 1_000_000_000L;

    /** The time until the receiver tells that a batch has come. */
    private static final long TOLD_NANOS = 2 * GeoReceiver.ACK_NANOS;

    private static final int MOST_PATIENCE = 64;
    private static final long PROBE_NANOS = 1_000_000_000L;
    private static final double NANOS = 1e9;

    private final int number;
    private final GeoRoute route;
    private final RouteEstimate estimate;
    private final ArrayDeque<Sent> sent = new ArrayDeque<>();
    private int routeSequence;

    /** The highest number that the receiver has acknowledged. */
    private int echoed;

    /** The number of the last batch that asked for an acknowledgement at once. */
    private int asked;

    private long underWayBytes;

    /** The time at which all that was sent will have left, by the rates that were known. */
    private long freeNanos;

    private long deliveredBytes;
    private long deliveredNanos;
    private long heardNanos;
    private long probeNanos;

    /** The factor of the time after which the route is overdue: above 1 while nothing has come in time since it was. */
    private int patience = 1;

    private boolean silent;
    private boolean up = true;
    private boolean active = true;
    private boolean broken;
    private long batches;
    private long bytes;
    private long lost;

    /** The fit of the throughput; null if it is not measured. */
    private ThroughputFit fit;

    RoutePipeline(int number, GeoRoute route, double bytesPerSecond) {
        this.number = number;
        this.route = route;
        this.estimate = new RouteEstimate(bytesPerSecond);
    }

    int number() {
        return number;
    }

    GeoRoute route() {
        return route;
    }

    RouteEstimate estimate() {
        return estimate;
    }

    long underWayBytes() {
        return underWayBytes;
    }

    long batches() {
        return batches;
    }

    long bytes() {
        return bytes;
    }

    /** The number of batches that the route has lost. */
    long lost() {
        return lost;
    }

    void lose() {
        lost++;
    }

    /** Measures from now on the share of the route's rate that batches of some size reach. */
    void measureInto(ThroughputFit throughput) {
        fit = throughput;
    }

    int nextRouteSequence() {
        return routeSequence + 1;
    }

    /**
     * Whether a batch of so many bytes may be sent now. One batch may always be in flight, so that a route always shows
     * whether it delivers. Only one may be after the route was overdue, as batches that it did not deliver may still be
     * in its queue.
     */
    boolean hasRoom(int length, long nowNanos) {
        if (underWayBytes == 0) {
            return true;
        }
        double window = estimate.isRoundTripOld(nowNanos)
                ? QUEUELESS * estimate.fullBytes()
                : Math.max(MIN_WINDOW_BYTES, WINDOW_GAIN * (estimate.fullBytes() + length));
        boolean room = patience == 1 && underWayBytes + length <= window;
        if (!room) {
            estimate.mayQueue();
        }
        return room;
    }

    /**
     * Whether the next batch is to be acknowledged at once: one in flight is, at any time. So the sender hears of a
     * route each round trip, whatever that is, while no acknowledgement is sent for each batch.
     */
    boolean asks() {
        return sent.isEmpty() || asked - echoed <= 0;
    }

    /** The time at which a batch of so many bytes is expected to arrive. */
    long arrivalNanos(int length, long nowNanos) {
        return freeNanos(nowNanos) + nanosFor(length) + estimate.delayNanos();
    }

    /**
     * The time at which all that waits in the route will have left, by its rate; no more can wait than is in flight,
     * and no less than the bytes in flight beyond those that fill the route.
     */
    private long freeNanos(long nowNanos) {
        long most = nanosFor(underWayBytes);
        long least = Math.max(0, most - estimate.minRoundTripNanos());
        return nowNanos + Math.max(least, Math.min(most, freeNanos - nowNanos));
    }

    private long nanosFor(long bytes) {
        return (long) (bytes / estimate.bytesPerSecond() * NANOS);
    }

    /** @param full whether more batches wait than there is room for */
    void sent(SentBatch batch, long nowNanos, boolean full) {
        note(batch, nowNanos, full);
        batch.route = this;
        batch.routeSequence = routeSequence;
        batch.sentNanos = nowNanos;
        batch.sends++;
    }

    /** Counts a copy of a batch that went by another route; it was sent to test whether this route delivers. */
    void probed(SentBatch batch, long nowNanos) {
        note(batch, nowNanos, false);
        probeNanos = nowNanos;
    }

    /** Whether a probe of the route is due, because it was silent, is not used, or is overdue. */
    boolean isProbeDue(long nowNanos, long graceNanos) {
        return up
                && nowNanos - probeNanos >= PROBE_NANOS
                && ((silent || !active) && sent.isEmpty() || isOverdue(nowNanos, graceNanos));
    }

    /** Whether a copy is sent only to measure the route: it is not used, and nothing is wrong with it. */
    boolean isSpare() {
        return !active && !silent && sent.isEmpty();
    }

    private void note(SentBatch batch, long nowNanos, boolean full) {
        routeSequence++;
        if (asks()) {
            asked = routeSequence;
        }
        if (underWayBytes == 0) {
            deliveredNanos = nowNanos;
            heardNanos = nowNanos;
        }
        sent.add(new Sent(
                batch,
                routeSequence,
                nowNanos,
                arrivalNanos(batch.length, nowNanos) + estimate.backNanos(),
                new Delivered(deliveredBytes, deliveredNanos),
                full,
                underWayBytes <= QUEUELESS * estimate.fullBytes()));
        freeNanos = freeNanos(nowNanos) + nanosFor(batch.length);
        underWayBytes += batch.length;
        batches++;
        bytes += batch.length;
    }

    /**
     * The receiver has got the batch with this number {@code agoNanos} before it said so. Gives all batches up to that
     * one to {@code passed}: those that the receiver does not have are lost.
     */
    void received(int lastRouteSequence, long agoNanos, long nowNanos, Passed passed) {
        if (lastRouteSequence - echoed <= 0) {
            return;
        }
        echoed = lastRouteSequence;
        heardNanos = nowNanos;
        silent = false;
        Sent last = null;
        while (!sent.isEmpty() && lastRouteSequence - sent.peek().routeSequence() >= 0) {
            last = sent.poll();
            deliveredBytes += last.bytes();
            pass(last, passed);
        }
        if (last == null) {
            return;
        }
        patience = 1;
        if (last.routeSequence() == lastRouteSequence) {
            estimate.roundTrip(
                    nowNanos, Math.max(1, nowNanos - agoNanos - last.sentNanos()), last.bytes(), last.alone());
            deliveredNanos = nowNanos - agoNanos;
            estimate.delivered(
                    nowNanos,
                    deliveredBytes - last.before().bytes(),
                    deliveredNanos - last.before().nanos(),
                    last.full());
            measure(last);
        }
    }

    private void measure(Sent last) {
        long nanos = deliveredNanos - last.before().nanos();
        long delivered = deliveredBytes - last.before().bytes();
        if (fit != null && last.full() && nanos > 0 && delivered > 0) {
            fit.add(last.bytes(), delivered * NANOS / nanos / estimate.bytesPerSecond());
        }
    }

    private void pass(Sent one, Passed passed) {
        underWayBytes -= one.bytes();
        passed.take(one.batch(), one.routeSequence());
    }

    /** Takes a batch that a route has passed. */
    interface Passed {
        void take(SentBatch batch, int routeSequence);
    }

    /** Gives all batches in flight to {@code lost}: none of them will come. */
    void abandon(Passed lost) {
        while (!sent.isEmpty()) {
            pass(sent.poll(), lost);
        }
    }

    /**
     * Whether the first batch in flight should have been acknowledged a round trip and the grace ago, and no
     * acknowledgement came for that long either: a route that has become slower still gets acknowledgements. Each time
     * in a row takes twice as long. If the receiver's end has broken, batches that have not come within a round trip
     * will not come, although the route looks as if it were up: a relay may not reach the receiver any more.
     */
    boolean isOverdue(long nowNanos, long graceNanos) {
        if (sent.isEmpty()) {
            return false;
        }
        Sent first = sent.peek();
        long known = estimate.minRoundTripNanos();
        long roundTrip = known > 0 ? known : FIRST_ROUND_TRIP_NANOS;
        if (broken && nowNanos - first.sentNanos() >= Math.max(roundTrip, estimate.highRoundTripNanos()) + TOLD_NANOS) {
            return true;
        }
        return nowNanos - first.expectedNanos() >= patience * (roundTrip + graceNanos)
                && nowNanos - first.sentNanos() >= patience * (estimate.highRoundTripNanos() + graceNanos)
                && nowNanos - heardNanos >= Math.max(roundTrip, graceNanos);
    }

    /** Whether the route was overdue, and no acknowledgement has come since. Then it carries copies only. */
    boolean isSilent() {
        return silent;
    }

    void silence(long nowNanos) {
        silent = true;
        patience = Math.min(MOST_PATIENCE, 2 * patience);
        probeNanos = nowNanos;
    }

    boolean isUp() {
        return up;
    }

    /** Whether the receiver's end of the route has broken since it last delivered, as the receiver tells. */
    boolean isBroken() {
        return broken;
    }

    void broken(boolean now) {
        broken = now;
    }

    /** Whether the route is one of those that help, as far as is known. Others carry copies only. */
    boolean isActive() {
        return active;
    }

    void activate(boolean on) {
        active = on;
    }

    /** Whether the route is up, and not silent. */
    boolean isUsable() {
        return up && !silent;
    }

    /** Follows whether the route is up; returns whether it has gone down since the last call. */
    boolean hasGoneDown() {
        boolean was = up;
        up = route.isUp();
        return was && !up;
    }
}
