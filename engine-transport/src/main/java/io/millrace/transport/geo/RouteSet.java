// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.geo.model.RouteInputs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.CRC32C;

/** The routes of a sender, and the choice of the route for the next batch. Used on the sender's thread. */
final class RouteSet {

    /** The part of all bytes that may go by unused routes, so that their rate and delay are known. */
    private static final double LEARNING = 0.01;

    private static final double NANOS = 1e9;

    private final List<RoutePipeline> all = new ArrayList<>();
    private final Spread spread;
    private final double firstBytesPerSecond;
    private final CRC32C checksum = new CRC32C();

    /** The routes that can be used, the shortest first. */
    private final List<RoutePipeline> usable = new ArrayList<>();

    private int used = 1;
    private int turn;

    /** The bytes of all batches that were sent, and of the copies that measure unused routes. */
    private long sentBytes;

    private long learningBytes;

    RouteSet(Spread spread, double firstBytesPerSecond) {
        this.spread = spread;
        this.firstBytesPerSecond = firstBytesPerSecond;
    }

    void add(GeoRoute route) {
        all.add(new RoutePipeline(all.size(), route, firstBytesPerSecond));
        order();
    }

    List<RoutePipeline> all() {
        return all;
    }

    /** Returns the route with this number, or null. */
    RoutePipeline get(int number) {
        return number < all.size() ? all.get(number) : null;
    }

    /** Lets routes be made that are not used. */
    void prepare() {
        for (RoutePipeline route : all) {
            if (!route.isActive()) {
                route.route().prepare();
            }
        }
    }

    /** Whether another route than this one is up. */
    private boolean hasOther(RoutePipeline route) {
        for (RoutePipeline other : all) {
            if (other != route && other.isUp()) {
                return true;
            }
        }
        return false;
    }

    /** Sets how many of the usable routes get batches. */
    void use(int count) {
        used = count;
        order();
    }

    /** Returns the routes that can be used, the shortest first. */
    List<RoutePipeline> usable() {
        return usable;
    }

    /** Takes what an acknowledgement says of the routes. */
    void acknowledge(ByteBuffer ack, int offset, long now, Outstanding outstanding) {
        for (int i = 0; i < GeoAckDescriptor.routes(ack, offset); i++) {
            RoutePipeline route = get(GeoAckDescriptor.route(ack, offset, i));
            if (route != null) {
                boolean wasSilent = route.isSilent();
                route.broken(GeoAckDescriptor.isBroken(ack, offset, i));
                route.received(
                        GeoAckDescriptor.routeSequence(ack, offset, i),
                        GeoAckDescriptor.agoNanos(ack, offset, i),
                        now,
                        (batch, routeSequence) -> outstanding.passed(route, batch, routeSequence));
                if (wasSilent && !route.isSilent()) {
                    order();
                }
            }
        }
        learnWayBack();
    }

    /**
     * Gives up routes that are down, or silent for longer than their rate and delay explain. Their batches in flight go
     * by others.
     *
     * @return whether the set of usable routes has changed
     */
    boolean watch(long now, long graceNanos, Outstanding outstanding) {
        boolean changed = false;
        boolean failing = false;
        for (RoutePipeline route : all) {
            boolean wasUsable = route.isUsable();
            boolean late = route.isOverdue(now, graceNanos);
            boolean overdue = late && hasOther(route);
            if (route.hasGoneDown() || overdue) {
                route.abandon((batch, routeSequence) -> outstanding.lost(route, batch, routeSequence));
            }
            if (overdue) {
                route.silence(now);
            }
            if (wasUsable != route.isUsable()) {
                changed = true;
                order();
            }
            failing |= route.isActive() && (late || !route.isUp());
        }
        if (failing) {
            prepare();
        }
        return changed;
    }

    /**
     * Sets the delay of acknowledgements in each route, as measured on the shortest one: all acknowledgements come the
     * same way.
     */
    private void learnWayBack() {
        long shortest = Long.MAX_VALUE;
        for (RoutePipeline route : all) {
            long roundTrip = route.estimate().minRoundTripNanos();
            if (roundTrip > 0) {
                shortest = Math.min(shortest, roundTrip);
            }
        }
        for (RoutePipeline route : all) {
            route.estimate().back(shortest == Long.MAX_VALUE ? 0 : shortest / 2);
        }
    }

    /** Whether batches go by this route. */
    boolean isUsed(RoutePipeline route) {
        return usable.indexOf(route) >= 0 && usable.indexOf(route) < used;
    }

    /**
     * The bytes that have left by all routes, copies included, with the bytes that the transport adds to each batch.
     */
    long bytes(int overheadBytes) {
        long bytes = 0;
        for (RoutePipeline route : all) {
            bytes += route.bytes() + route.batches() * overheadBytes;
        }
        return bytes;
    }

    /** Determines anew which routes can be used, and which is the shortest. */
    void order() {
        usable.clear();
        addIf(route -> route.isUsable() && route.isActive());
        if (usable.isEmpty()) {
            addIf(RoutePipeline::isUsable);
        }
        if (usable.isEmpty()) {
            // A silent route is better than none
            addIf(RoutePipeline::isUp);
        }
        usable.sort(Comparator.comparingLong(RouteSet::delayOrMost));
    }

    private void addIf(Predicate<RoutePipeline> condition) {
        for (RoutePipeline route : all) {
            if (condition.test(route)) {
                usable.add(route);
            }
        }
    }

    /** The delay of a route; a route that has carried nothing yet comes last. */
    private static long delayOrMost(RoutePipeline route) {
        return route.estimate().minRoundTripNanos() == 0
                ? Long.MAX_VALUE
                : route.estimate().delayNanos();
    }

    /**
     * Returns the delay that is assumed of a usable route: for one that has carried nothing yet the longest of the
     * others.
     */
    private long assumedDelayNanos(RoutePipeline route) {
        long delay = route.estimate().delayNanos();
        for (RoutePipeline other : usable) {
            if (route.estimate().minRoundTripNanos() == 0) {
                delay = Math.max(delay, other.estimate().delayNanos());
            }
        }
        return delay;
    }

    /** Returns the measurements of the usable routes. */
    List<RouteInputs> inputs(GeoCosts costs) {
        List<RouteInputs> measured = new ArrayList<>();
        for (RoutePipeline route : usable) {
            measured.add(new RouteInputs(
                    route.route().name(),
                    route.estimate().bytesPerSecond(),
                    assumedDelayNanos(route) / NANOS,
                    route.estimate().jitterNanos() / NANOS,
                    costs.moneyPerByte(),
                    costs.moneyPerSecond(route.route())));
        }
        return measured;
    }

    /** Returns the counters of each route with a name, with the bytes that the transport adds to each batch. */
    List<RouteCounters> counters(int overheadBytes) {
        return all.stream()
                .filter(route -> !route.route().name().isEmpty())
                .map(route -> new RouteCounters(
                        route.route().name(),
                        route.isUsable(),
                        route.isActive(),
                        isUsed(route),
                        route.batches(),
                        route.bytes() + route.batches() * overheadBytes,
                        route.lost(),
                        route.underWayBytes(),
                        route.estimate().bytesPerSecond(),
                        route.estimate().delayNanos(),
                        route.estimate().jitterNanos()))
                .toList();
    }

    /**
     * Sends a batch by one of the routes that are used.
     *
     * @param full whether further batches wait
     * @return false if no route has room
     */
    boolean send(SentBatch batch, long nowNanos, boolean full) {
        int count = Math.min(used, usable.size());
        return spread == Spread.ROUND_ROBIN
                ? sendInTurn(batch, nowNanos, full, count)
                : sendFirst(batch, nowNanos, full, count);
    }

    private boolean sendFirst(SentBatch batch, long nowNanos, boolean full, int count) {
        long refused = 0;
        while (true) {
            int first = -1;
            long earliest = Long.MAX_VALUE;
            for (int i = 0; i < count; i++) {
                RoutePipeline route = usable.get(i);
                if ((refused & 1L << i) == 0 && route.hasRoom(batch.length, nowNanos)) {
                    long arrival = route.arrivalNanos(batch.length, nowNanos);
                    if (arrival < earliest) {
                        earliest = arrival;
                        first = i;
                    }
                }
            }
            if (first < 0) {
                return false;
            }
            if (offer(usable.get(first), batch, nowNanos, full)) {
                return true;
            }
            refused |= 1L << first;
        }
    }

    private boolean sendInTurn(SentBatch batch, long nowNanos, boolean full, int count) {
        for (int i = 0; i < count; i++) {
            turn = (turn + 1) % count;
            RoutePipeline route = usable.get(turn);
            if (route.hasRoom(batch.length, nowNanos) && offer(route, batch, nowNanos, full)) {
                return true;
            }
        }
        return false;
    }

    private boolean offer(RoutePipeline route, SentBatch batch, long nowNanos, boolean full) {
        if (!put(route, batch)) {
            return false;
        }
        route.sent(batch, nowNanos, full);
        sentBytes += batch.length;
        return true;
    }

    /**
     * Sends a copy of a batch by each route whose probe is due: all batches that were sent before the copy have come
     * when it comes, or are lost.
     *
     * @param learns whether unused routes should be measured
     */
    void probe(SentBatch batch, long nowNanos, long graceNanos, boolean learns) {
        for (RoutePipeline route : all) {
            if (!route.isProbeDue(nowNanos, graceNanos)) {
                continue;
            }
            boolean spare = route.isSpare();
            if (!spare || learns && learningBytes + batch.length <= LEARNING * sentBytes) {
                learningBytes += spare ? batch.length : 0;
                if (put(route, batch)) {
                    route.probed(batch, nowNanos);
                }
            }
        }
    }

    private boolean put(RoutePipeline route, SentBatch batch) {
        GeoDescriptor.putRoute(batch.message, route.number(), route.nextRouteSequence(), route.asks(), checksum);
        return route.route().offer(batch.message, 0, batch.length);
    }
}
