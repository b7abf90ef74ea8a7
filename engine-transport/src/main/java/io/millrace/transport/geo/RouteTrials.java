// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.util.ArrayList;
import java.util.List;

/**
 * Learns from real traffic which routes help. While more is offered than arrives, or batches are late, one route more
 * is tried. It stays at once if more arrives in a look than the others have lately carried at most, else if the rate
 * rises or the 99th percentile of the latency falls by 5 % in two comparisons with the time before; otherwise it is
 * left, and tried again after twice the pause of the last time. The routes that help thus tell a cap per pair of hosts
 * from a cap per connection; with a bottleneck that all routes share one route is left.
 * After each trial without a gain the next trial, of whichever route, waits longer, as such a bottleneck is likely.
 * When the load falls the last routes are left. Routes that are known to help, from this channel or another one, are
 * used at the beginning, and all at once when another route is wanted again. Pure; used by one thread.
 */
final class RouteTrials {

    /**
     * The measurements of the channel since the last look.
     *
     * @param limited whether another route is wanted
     * @param heldBack whether offers were refused, or much was kept: then the queue at the sender decides how long
     *     batches take, whatever the routes
     */
    record Look(long nowNanos, double bytesPerSecond, long p99Nanos, boolean limited, boolean heldBack) {}

    /** The gain by which a route must help. */
    private static final double BETTER = 0.05;

    /** The gain over the highest rates of the other routes by which a route helps for sure, seen in one look. */
    private static final double MUCH_BETTER = 0.1;

    /** The time for which a new route may settle, and the time of each comparison. */
    private static final long SETTLE_NANOS = 1_000_000_000L;

    private static final long COMPARE_NANOS = 1_500_000_000L;

    /**
     * The pause after a trial without a gain. After two in a row it is the first pause of a route, and then doubles.
     */
    private static final long SOON_NANOS = 15_000_000_000L;

    private static final long FIRST_PAUSE_NANOS = 30_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 3_600_000_000_000L;

    /** The number of doublings of {@link #FIRST_PAUSE_NANOS} that exceeds the longest pause. */
    private static final int LONGEST_SHIFT = 7;

    /** The utilisation of the other routes below which a route is left. */
    private static final double ENOUGH = 0.6;

    private static final int CALM_COMPARISONS = 3;

    /** The measurements of one comparison. */
    private static final class Window {
        private long begunNanos;
        private double seconds;
        private double bytes;
        private long p99Nanos;
        private boolean limited;
        private boolean heldBack;

        Window(long nowNanos) {
            begunNanos = nowNanos;
        }

        void add(Look look, double lookSeconds) {
            seconds += lookSeconds;
            bytes += look.bytesPerSecond() * lookSeconds;
            p99Nanos = Math.max(p99Nanos, look.p99Nanos());
            limited |= look.limited();
            heldBack |= look.heldBack();
        }

        double rate() {
            return seconds == 0 ? 0 : bytes / seconds;
        }
    }

    private final List<RoutePipeline> routes;
    private final List<RoutePipeline> gained = new ArrayList<>();
    private final long[] pauseNanos = new long[GeoAckDescriptor.MAX_ROUTES];
    private final long[] retryNanos = new long[GeoAckDescriptor.MAX_ROUTES];
    private final long lateNanos;
    private final int most;
    private final KnownRoutes known;
    private RoutePipeline tried;

    /** Whether the routes that were known to help at the beginning were not all used yet, as they were not up. */
    private boolean begins;

    /** The measurements of the last comparison; null until one is over. */
    private Window last;

    private Window before;
    private double rateBefore;
    private Window window;
    private int comparisons;

    /** The number of trials without a gain since the last one with a gain. */
    private int failures;

    private long nextTrialNanos;
    private int calm;
    private long lookedNanos;
    private boolean looked;
    private boolean seeks;

    /**
     * @param routes the routes, of which the first is used from the beginning
     * @param lateNanos the 99th percentile above which another route is tried
     * @param most the most routes that are used at the same time
     * @param known the knowledge of routes with which this begins, and to which it adds
     */
    RouteTrials(List<RoutePipeline> routes, long lateNanos, int most, KnownRoutes known, long nowNanos) {
        this.routes = routes;
        this.lateNanos = lateNanos;
        this.most = most;
        this.known = known;
        for (RoutePipeline route : routes) {
            route.activate(false);
        }
        use(routes.get(0));
        begins = known.hasHelped(nowNanos);
        recall(nowNanos);
    }

    /** Whether routes should be made: one is known to help, or another one is wanted. */
    boolean wantsOthers() {
        return seeks || begins;
    }

    /**
     * Uses all routes at once that are known to help, without a trial, unless a trial goes on. Returns whether there was
     * one more.
     */
    boolean recall(long nowNanos) {
        if (tried != null) {
            return false;
        }
        boolean changed = false;
        for (RoutePipeline route : routes) {
            if (gained.size() < most
                    && !route.isActive()
                    && route.isUsable()
                    && nowNanos - retryNanos[route.number()] >= 0
                    && known.doesHelp(route, nowNanos)) {
                known.begin(route);
                use(route);
                changed = true;
            }
        }
        if (changed) {
            // What these routes gain must not count for the next one that is tried
            window = new Window(nowNanos);
            last = null;
        }
        return changed;
    }

    private void use(RoutePipeline route) {
        route.activate(true);
        gained.add(route);
    }

    private void leave(RoutePipeline route) {
        route.activate(false);
        gained.remove(route);
    }

    /** Takes a look, at least each 0.5 s; returns whether the set of used routes has changed. */
    boolean look(Look look) {
        if (!looked) {
            looked = true;
            lookedNanos = look.nowNanos();
            window = new Window(look.nowNanos());
            return false;
        }
        double seconds = (look.nowNanos() - lookedNanos) / 1e9;
        lookedNanos = look.nowNanos();
        boolean changed = replaceBroken();
        if (begins || look.limited() || look.p99Nanos() > lateNanos) {
            changed |= recall(look.nowNanos());
        }
        if (tried != null && isMuchBetter(look)) {
            keep(tried, look.nowNanos());
            window = new Window(look.nowNanos());
            return changed;
        }
        long since = look.nowNanos() - window.begunNanos;
        if (tried != null && comparisons == 0 && since < SETTLE_NANOS) {
            return changed;
        }
        window.add(look, seconds);
        long wanted = COMPARE_NANOS + (tried != null && comparisons == 0 ? SETTLE_NANOS : 0);
        if (since < wanted) {
            return changed;
        }
        Window seen = window;
        window = new Window(look.nowNanos());
        begins = false;
        return (tried != null ? compare(seen, look.nowNanos()) : decide(seen, look.nowNanos())) || changed;
    }

    /** Uses another route instead of the used ones if all of these are down or silent. */
    private boolean replaceBroken() {
        if (gained.stream().anyMatch(RoutePipeline::isUsable)) {
            return false;
        }
        for (RoutePipeline route : routes) {
            if (route.isUsable()) {
                use(route);
                return true;
            }
        }
        return false;
    }

    private boolean compare(Window seen, long nowNanos) {
        boolean better = seen.rate() >= rateBefore * (1 + BETTER)
                || !before.heldBack
                        && seen.p99Nanos <= before.p99Nanos * (1 - BETTER)
                        && seen.rate() >= rateBefore * (1 - BETTER);
        RoutePipeline route = tried;
        if (better && ++comparisons < 2) {
            return false;
        }
        if (better) {
            keep(route, nowNanos);
            return false;
        }
        tried = null;
        comparisons = 0;
        leave(route);
        if (!seen.limited && seen.rate() < rateBefore * (1 - BETTER)) {
            // The source offers less, so nothing was learnt of the route
            return true;
        }
        failures++;
        nextTrialNanos = nowNanos + pauseAfter(failures);
        long pause = pauseNanos[route.number()];
        pauseNanos[route.number()] = Math.min(LONGEST_PAUSE_NANOS, Math.max(FIRST_PAUSE_NANOS, 2 * pause));
        retryNanos[route.number()] = nowNanos + pauseNanos[route.number()];
        return true;
    }

    private boolean isMuchBetter(Look look) {
        double others = ratesBeside(tried);
        return others > 0 && look.bytesPerSecond() >= others * (1 + MUCH_BETTER);
    }

    private void keep(RoutePipeline route, long nowNanos) {
        tried = null;
        comparisons = 0;
        pauseNanos[route.number()] = 0;
        failures = 0;
        known.helps(route, nowNanos);
    }

    /** The sum of the rates of the used routes but one. */
    private double ratesBeside(RoutePipeline one) {
        return gained.stream()
                .filter(route -> route != one && route.isUsable())
                .mapToDouble(route -> route.estimate().bytesPerSecond())
                .sum();
    }

    private static long pauseAfter(int failures) {
        return failures == 1
                ? SOON_NANOS
                : Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures - 2, LONGEST_SHIFT));
    }

    /** Whether a comparison goes on. */
    boolean isTrying() {
        return tried != null;
    }

    /** Whether another route is wanted, so that unused routes should be measured. */
    boolean seeks() {
        return seeks;
    }

    private boolean decide(Window seen, long nowNanos) {
        seeks = seen.limited || seen.p99Nanos > lateNanos;
        if (seeks) {
            calm = 0;
            boolean may = gained.size() < most && (failures == 0 || nowNanos - nextTrialNanos >= 0);
            RoutePipeline candidate = may ? candidate(nowNanos) : null;
            if (candidate != null && last != null) {
                before = seen;
                // One comparison alone may have seen the channel begin, or the shortest round trip measured anew
                rateBefore = Math.max(seen.rate(), last.rate());
                tried = candidate;
                use(candidate);
                return true;
            }
            last = seen;
            return false;
        }
        last = seen;
        return shrink(seen);
    }

    /**
     * The route of which the most is expected: a route that was not measured counts with the rate that is assumed
     * first.
     */
    private RoutePipeline candidate(long nowNanos) {
        RoutePipeline best = null;
        for (RoutePipeline route : routes) {
            if (!route.isActive()
                    && route.isUsable()
                    && nowNanos - retryNanos[route.number()] >= 0
                    && (best == null
                            || route.estimate().bytesPerSecond()
                                    > best.estimate().bytesPerSecond())) {
                best = route;
            }
        }
        return best;
    }

    private boolean shrink(Window seen) {
        if (gained.size() < 2) {
            return false;
        }
        RoutePipeline last = gained.get(gained.size() - 1);
        calm = seen.rate() < ENOUGH * ratesBeside(last) ? calm + 1 : 0;
        if (calm < CALM_COMPARISONS) {
            return false;
        }
        calm = 0;
        leave(last);
        return true;
    }
}
