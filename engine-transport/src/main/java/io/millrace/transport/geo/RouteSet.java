package io.millrace.transport.geo;

import io.millrace.transport.geo.model.RouteInputs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.CRC32C;

/** The routes of a sender, and which of them gets the next batch. The sender's thread. */
final class RouteSet {

    /** Which part of all bytes may go by routes that are not used, so that they are known. */
    private static final double LEARNING = 0.01;

    private static final double NANOS = 1e9;

    private final List<RoutePipeline> all = new ArrayList<>();
    private final Spread spread;
    private final double firstBytesPerSecond;
    private final CRC32C checksum = new CRC32C();

    /** Those that can be used, the shortest first. */
    private final List<RoutePipeline> usable = new ArrayList<>();

    private int used = 1;
    private int turn;

    /** Of all batches, and of the copies by which routes that are not used become known. */
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

    /** Returns those that can be used, the shortest first. */
    List<RoutePipeline> usable() {
        return usable;
    }

    /** Takes what the receiver tells of the routes. */
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
     * Gives up routes that are down, or silent for longer than their rate and delay explain. What they carried goes by others.
     *
     * @return whether others can be used than before
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

    /** Tells each route how long acknowledgements take, as far as the shortest route tells: they all come the same way. */
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

    /** What has left by all of them, copies included, with so much for each batch that the transport adds. */
    long bytes(int overheadBytes) {
        long bytes = 0;
        for (RoutePipeline route : all) {
            bytes += route.bytes() + route.batches() * overheadBytes;
        }
        return bytes;
    }

    /** Looks anew which routes can be used, and which is the shortest. */
    void order() {
        usable.clear();
        addIf(route -> route.isUsable() && route.isActive());
        if (usable.isEmpty()) {
            addIf(RoutePipeline::isUsable);
        }
        if (usable.isEmpty()) {
            // Better one that was silent than none
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

    /** One that has carried nothing yet comes last. */
    private static long delayOrMost(RoutePipeline route) {
        return route.estimate().minRoundTripNanos() == 0
                ? Long.MAX_VALUE
                : route.estimate().delayNanos();
    }

    /** Returns what is taken for the delay of a usable route: of one that has carried nothing yet the longest of the others. */
    private long assumedDelayNanos(RoutePipeline route) {
        long delay = route.estimate().delayNanos();
        for (RoutePipeline other : usable) {
            if (route.estimate().minRoundTripNanos() == 0) {
                delay = Math.max(delay, other.estimate().delayNanos());
            }
        }
        return delay;
    }

    /** Returns what is measured of the usable routes. */
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

    /** Returns what each route with a name has carried, with so much for each batch that the transport adds. */
    List<GeoSender.RouteCounters> counters(int overheadBytes) {
        return all.stream()
                .filter(route -> !route.route().name().isEmpty())
                .map(route -> new GeoSender.RouteCounters(
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
     * @param full whether others wait behind it
     * @return false if none has room
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
        GeoDescriptor.putRoute(batch.message, route.number(), route.nextRouteSequence(), checksum);
        if (!route.route().offer(batch.message, 0, batch.length)) {
            return false;
        }
        route.sent(batch, nowNanos, full);
        sentBytes += batch.length;
        return true;
    }

    /**
     * Sends a copy of a batch by each route of which a sign of life is due: what was sent before the copy came or is lost.
     *
     * @param learns whether routes that are not used should be known
     */
    void probe(SentBatch batch, long nowNanos, long graceNanos, boolean learns) {
        for (RoutePipeline route : all) {
            if (!route.isProbeDue(nowNanos, graceNanos)) {
                continue;
            }
            boolean spare = route.isSpare();
            if (!spare || learns && learningBytes + batch.length <= LEARNING * sentBytes) {
                learningBytes += spare ? batch.length : 0;
                GeoDescriptor.putRoute(batch.message, route.number(), route.nextRouteSequence(), checksum);
                if (route.route().offer(batch.message, 0, batch.length)) {
                    route.probed(batch, nowNanos);
                }
            }
        }
    }
}
