// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.util.List;

/**
 * What a sender learns of its routes, by looks twice a second: their rates and round trips, which it shares with other
 * senders, and, if it does not use all of them from the beginning, which ones help. Used on the sender's thread.
 */
final class RouteLearning {

    private static final long LOOK_NANOS = 500_000_000L;
    private static final double NANOS = 1e9;

    private final List<RoutePipeline> routes;
    private final KnownRoutes known;

    /** Null if all routes are used from the beginning. */
    private final RouteTrials trials;

    private final RecentLatency latency = new RecentLatency();
    private long deliveredBytes;
    private boolean refused;
    private long lookedNanos;
    private long lookedBytes;

    RouteLearning(GeoSenderSettings settings, List<RoutePipeline> routes, KnownRoutes known, long nowNanos) {
        this.routes = routes;
        this.known = known;
        routes.forEach(known::begin);
        this.trials = settings.lateNanos() == 0
                ? null
                : new RouteTrials(routes, settings.lateNanos(), settings.mostRoutes(), known, nowNanos);
    }

    /** A batch has come. */
    void arrived(int bytes, long nanos) {
        latency.add(nanos);
        deliveredBytes += bytes;
    }

    /** An event was refused, as there was no room for it. */
    void refused() {
        refused = true;
    }

    boolean isDue(long nowNanos) {
        return nowNanos - lookedNanos >= LOOK_NANOS;
    }

    /**
     * Takes a look.
     *
     * @param halfFull whether much waits or is in flight: the oracle must know that a queue will grow long before it is
     *     full
     * @param admitted whether some setting keeps the limits
     * @return whether the set of used routes has changed
     */
    boolean look(long nowNanos, boolean halfFull, boolean admitted) {
        routes.stream().filter(RoutePipeline::isUsable).forEach(route -> known.measured(route, nowNanos));
        boolean changed = trials != null && tryRoutes(nowNanos, refused || halfFull, admitted);
        lookedNanos = nowNanos;
        lookedBytes = deliveredBytes;
        refused = false;
        return changed;
    }

    private boolean tryRoutes(long nowNanos, boolean heldBack, boolean admitted) {
        double bytesPerSecond = (deliveredBytes - lookedBytes) * NANOS / (nowNanos - lookedNanos);
        return trials.look(
                new RouteTrials.Look(nowNanos, bytesPerSecond, latency.takeP99(), heldBack || !admitted, heldBack));
    }

    /** Uses all routes that are known to help. Returns whether there was one more. */
    boolean recall(long nowNanos) {
        return trials != null && trials.recall(nowNanos);
    }

    /** Whether routes should be made that are not used yet. */
    boolean wantsOthers() {
        return trials != null && trials.wantsOthers();
    }

    /** Whether routes that are not used should be measured. */
    boolean measuresOthers() {
        return trials == null || trials.seeks();
    }

    /** Whether a route is being compared with the time before it was used. */
    boolean isTrying() {
        return trials != null && trials.isTrying();
    }
}
