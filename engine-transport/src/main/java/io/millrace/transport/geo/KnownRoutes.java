// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The knowledge that all channels of a process to one region share of the routes there, by the names of the routes: the
 * rate and the round trip that was measured last, and whether a trial has found that the route helps. A channel begins
 * with it, and adds to it in its looks, twice a second. Times are of the monotonic clock of the process. Any thread.
 */
public final class KnownRoutes {

    /** The bound of the names. Further ones are learnt by each channel for itself. */
    static final int MOST = 64;

    /** The time for which the highest rate and the shortest round trip count, as in each channel. */
    static final long KEPT_NANOS = RouteEstimate.KEPT_NANOS;

    /** The time for which a route that has helped is used without another trial. */
    static final long HELPS_NANOS = 3_600_000_000_000L;

    /**
     * What is known of a route.
     *
     * @param rateNanos the time at which the rate was measured
     * @param roundTripNanos the shortest round trip of a batch without bytes
     * @param measuredNanos the time at which the round trip was measured
     * @param helped whether a trial has found that the route helps, at {@code helpedNanos}
     */
    record Known(
            double bytesPerSecond,
            long rateNanos,
            long roundTripNanos,
            long measuredNanos,
            boolean helped,
            long helpedNanos) {

        Known measured(double rate, long roundTrip, long now) {
            boolean faster = rate >= bytesPerSecond || now - rateNanos >= KEPT_NANOS;
            boolean shorter = roundTrip <= roundTripNanos || now - measuredNanos >= KEPT_NANOS;
            return new Known(
                    faster ? rate : bytesPerSecond,
                    faster ? now : rateNanos,
                    shorter ? roundTrip : roundTripNanos,
                    shorter ? now : measuredNanos,
                    helped,
                    helpedNanos);
        }

        Known helping(long now) {
            return new Known(bytesPerSecond, rateNanos, roundTripNanos, measuredNanos, true, now);
        }

        boolean helps(long now) {
            return helped && now - helpedNanos < HELPS_NANOS;
        }
    }

    private final Map<String, Known> routes = new ConcurrentHashMap<>();

    /** Adds what a channel has measured of a route; a route without a name, or without a measurement, is left out. */
    void measured(RoutePipeline route, long nowNanos) {
        String name = route.route().name();
        double rate = route.estimate().bytesPerSecond();
        long roundTrip = route.estimate().minRoundTripNanos();
        if (roundTrip > 0 && mayHave(name)) {
            routes.merge(
                    name,
                    new Known(rate, nowNanos, roundTrip, nowNanos, false, 0),
                    (before, now) -> before.measured(rate, roundTrip, nowNanos));
        }
    }

    /** A trial has found that a route helps. */
    void helps(RoutePipeline route, long nowNanos) {
        routes.computeIfPresent(route.route().name(), (name, known) -> known.helping(nowNanos));
    }

    /** Whether a route is known to help. */
    boolean doesHelp(RoutePipeline route, long nowNanos) {
        Known known = routes.get(route.route().name());
        return known != null && known.helps(nowNanos);
    }

    /** Whether any route is known to help. */
    boolean hasHelped(long nowNanos) {
        return routes.values().stream().anyMatch(known -> known.helps(nowNanos));
    }

    /** Gives a route that was not measured what is known of it. */
    void begin(RoutePipeline route) {
        Known known = routes.get(route.route().name());
        if (known != null && route.estimate().minRoundTripNanos() == 0) {
            route.estimate().assume(known.bytesPerSecond(), known.roundTripNanos(), known.measuredNanos());
        }
    }

    /** The number of routes of which something is known. */
    int size() {
        return routes.size();
    }

    private boolean mayHave(String name) {
        return !name.isEmpty() && (routes.size() < MOST || routes.containsKey(name));
    }
}
