// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static io.millrace.transport.geo.SimulatedChannel.MILLI;
import static io.millrace.transport.geo.SimulatedChannel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The routes that a channel learns to use, in simulated time. */
class RouteTrialsTest {

    private static final boolean LONG = Boolean.getBoolean("millrace.long");
    private static final double MEGABYTE = 1e6;
    private static final long LATE = SECOND;

    /** The bytes of events that one route carries in a second, without the heads of batches and events. */
    private static final double ONE_ROUTE = 0.96 * MEGABYTE;

    @Test
    void oneRouteIsUsedWhileItIsEnough() {
        SimulatedChannel channel = channel(4);
        channel.offer(2_000, 20 * SECOND);
        assertThat(active(channel)).isEqualTo(1);
    }

    @Test
    void routesThatRaiseTheRateStay() {
        SimulatedChannel channel = channel(4);
        channel.offer(100_000, 30 * SECOND);
        assertThat(active(channel)).isEqualTo(4);
        // Each 10 s a route carries less for some round trips, so that its delay is seen without a queue
        double sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += rate(channel, 100_000);
        }
        assertThat(sum / 10).isGreaterThan(0.9 * 4 * MEGABYTE);
    }

    @Test
    void anotherRouteIsTriedBeforeTheQueueIsFull() {
        SimulatedChannel channel = new SimulatedChannel(4);
        for (int i = 0; i < 3; i++) {
            channel.route(MEGABYTE, 50 * MILLI, 0);
        }
        channel.open(
                LatePolicy.ORDERED,
                null,
                new BatchOracle(new MillraceModel(), Limits.latency(0.5, 1, 64 << 10)),
                GeoSenderSettings.of(7, 1, 64 << 10, 1 << 20).learningRoutes(LATE));
        channel.offer(1_000, 10 * SECOND);
        assertThat(active(channel)).isEqualTo(1);
        channel.offer(5_300, 10 * SECOND);
        assertThat(active(channel)).isGreaterThan(1);
        assertThat(channel.latencies.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isLessThan(3 * SECOND / 4);
    }

    @Test
    void routesThroughOneBottleneckAreLeftAndNeverCostMuch() {
        SimulatedChannel channel = channel(4);
        SimulatedRoute.Bottleneck shared = new SimulatedRoute.Bottleneck(MEGABYTE);
        channel.routes.forEach(route -> route.through(shared));
        channel.offer(100_000, 2 * SECOND);
        assertThat(least(channel, 100_000, 25)).isGreaterThan(0.95 * ONE_ROUTE);
        assertThat(active(channel)).isEqualTo(1);
    }

    @Test
    void aRouteThatDidNotHelpIsTriedAgainAfterLongerAndLongerTimes() {
        SimulatedChannel channel = channel(2);
        SimulatedRoute.Bottleneck shared = new SimulatedRoute.Bottleneck(MEGABYTE);
        channel.routes.forEach(route -> route.through(shared));
        int trials = 0;
        boolean was = false;
        int seconds = LONG ? 300 : 110;
        for (int i = 0; i < seconds; i++) {
            channel.offer(20_000, SECOND);
            boolean now = active(channel) == 2;
            trials += now && !was ? 1 : 0;
            was = now;
        }
        // The trials begin after 0, 30, 90 and 210 s
        assertThat(trials).isEqualTo(LONG ? 4 : 3);
    }

    /** Six routes tried one after the other would leave no time in which nothing is tried. */
    @Test
    void afterTrialsWithoutAGainTheNextOneWaitsLonger() {
        SimulatedChannel channel = channel(6);
        SimulatedRoute.Bottleneck shared = new SimulatedRoute.Bottleneck(MEGABYTE);
        channel.routes.forEach(route -> route.through(shared));
        int trials = 0;
        boolean was = false;
        int seconds = LONG ? 150 : 75;
        for (int i = 0; i < seconds; i++) {
            channel.offer(20_000, SECOND);
            boolean now = active(channel) > 1;
            trials += now && !was ? 1 : 0;
            was = now;
        }
        // The trials begin after about 3, 21, 54 and 117 s
        assertThat(trials).isEqualTo(LONG ? 4 : 3);
    }

    @Test
    void routesAreLeftWhenTheLoadFalls() {
        SimulatedChannel channel = channel(3);
        channel.offer(100_000, 30 * SECOND);
        assertThat(active(channel)).isEqualTo(3);
        channel.offer(1_000, 60 * SECOND);
        assertThat(active(channel)).isEqualTo(1);
        assertThat(channel.drain(5 * SECOND)).isTrue();
    }

    @Test
    void anotherRouteTakesOverFromTheOnlyOneThatIsUsed() {
        SimulatedChannel channel = channel(3);
        channel.offer(1_000, 5 * SECOND);
        channel.routes.get(0).cut();
        channel.offer(1_000, 5 * SECOND);
        assertThat(channel.routes.get(1).prepared).isTrue();
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertThat(channel.delivered).isSorted().hasSize((int) channel.offered());
    }

    /** Routes that are up and were heard of come before one that is silent, although none of them was found to help. */
    @Test
    void aRouteThatWasNotUsedTakesOverFromTheLastOneWhenThatIsSilent() {
        SimulatedChannel channel = channel(3);
        channel.offer(1_000, 5 * SECOND);
        channel.routes.get(0).swallow();
        channel.latencies.clear();
        channel.offer(1_000, 5 * SECOND);
        assertThat(channel.latencies.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isLessThan(50 * MILLI + 2 * 100 * MILLI + 200 * MILLI + 50 * MILLI);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertThat(channel.delivered).isSorted().hasSize((int) channel.offered());
    }

    @Test
    void noMoreAreUsedThanMayBe() {
        SimulatedChannel channel = channel(5, null, 2);
        channel.offer(100_000, 40 * SECOND);
        assertThat(active(channel)).isEqualTo(2);
    }

    /** The channels share their bottleneck as in topologies. */
    @Test
    void theOracleUsesTheRoutesThatHelp() {
        SimulatedChannel channel = channel(3, oracle(), 3);
        channel.offer(100_000, 30 * SECOND);
        assertThat(active(channel)).isEqualTo(3);
        assertThat(rate(channel, 100_000)).isGreaterThan(0.8 * 3 * MEGABYTE);
    }

    @Test
    void withTheOracleASharedBottleneckEndsWithOneRouteToo() {
        SimulatedChannel channel = channel(6, oracle(), 6);
        SimulatedRoute.Bottleneck shared = new SimulatedRoute.Bottleneck(MEGABYTE);
        channel.routes.forEach(route -> route.through(shared));
        channel.offer(100_000, 2 * SECOND);
        // The rate is a little less than 95 % when a route's shortest round trip is measured anew during a trial
        assertThat(least(channel, 100_000, 28)).isGreaterThan(0.94 * ONE_ROUTE);
        assertThat(active(channel)).isEqualTo(1);
    }

    @Test
    void aTrialCostsNothingOfARateThatOneRouteJustCarries() {
        SimulatedChannel channel = channel(3, oracle(), 3);
        SimulatedRoute.Bottleneck shared = new SimulatedRoute.Bottleneck(MEGABYTE);
        channel.routes.forEach(route -> route.through(shared));
        channel.offer(4_700, 5 * SECOND);
        assertThat(least(channel, 4_700, 25)).isGreaterThan(0.95 * 4_700 * SimulatedChannel.EVENT_BYTES);
    }

    @Test
    void whatIsSentToKnowRoutesIsLittle() {
        SimulatedChannel channel = channel(5, null, 2);
        channel.offer(100_000, 40 * SECOND);
        long bytes = channel.sender.counters().routes().stream()
                .mapToLong(RouteCounters::bytes)
                .sum();
        long spare = channel.sender.counters().routes().stream()
                .filter(route -> !route.active())
                .mapToLong(RouteCounters::bytes)
                .sum();
        assertThat(spare).isPositive().isLessThanOrEqualTo(bytes / 100);
    }

    @Test
    void routesThatNobodyNeedsAreNotMadeAndCarryNothing() {
        SimulatedChannel channel = channel(4);
        channel.offer(2_000, 20 * SECOND);
        assertThat(channel.routes).noneMatch(route -> route.prepared);
        assertThat(channel.sender.counters().routes().stream()
                        .filter(route -> !route.active())
                        .mapToLong(RouteCounters::batches)
                        .sum())
                .isZero();
    }

    @Test
    void aChannelBeginsWithTheRoutesOfWhichAnotherOneHasLearntThatTheyHelp() {
        SimulatedChannel first = channel(3, oracle(), 3);
        first.offer(100_000, 20 * SECOND);
        assertThat(active(first)).isEqualTo(3);
        SimulatedChannel next = channel(3, oracle(), 3, first.known);
        assertThat(active(next)).isEqualTo(3);
        assertThat(rate(next, 100_000)).isGreaterThan(0.6 * 3 * MEGABYTE);
        assertThat(active(channel(3, oracle(), 2, first.known))).isEqualTo(2);
    }

    @Test
    void ofRoutesThroughOneBottleneckNoOtherChannelBeginsWithMoreThanOne() {
        SimulatedChannel first = channel(3, oracle(), 3);
        SimulatedRoute.Bottleneck shared = new SimulatedRoute.Bottleneck(MEGABYTE);
        first.routes.forEach(route -> route.through(shared));
        first.offer(100_000, 30 * SECOND);
        assertThat(active(channel(3, oracle(), 3, first.known))).isEqualTo(1);
    }

    /** Without that, a burst of 2.5 times of what one route carries would queue for a second and more. */
    @Test
    void routesThatHaveHelpedAreUsedAtOnceWhenTheLoadComesBack() {
        SimulatedChannel channel = channel(3, oracle(), 3);
        channel.offer(100_000, 20 * SECOND);
        channel.drain(5 * SECOND);
        channel.offer(1_000, 60 * SECOND);
        assertThat(active(channel)).isEqualTo(1);
        channel.latencies.clear();
        channel.offer(11_000, 2 * SECOND);
        assertThat(active(channel)).isEqualTo(3);
        assertThat(channel.latencies.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isLessThan(SECOND / 2);
    }

    @Test
    void withoutAnOracleTheyAreUsedInTheNextLook() {
        SimulatedChannel channel = channel(3);
        channel.offer(100_000, 20 * SECOND);
        channel.drain(5 * SECOND);
        channel.offer(1_000, 60 * SECOND);
        assertThat(active(channel)).isEqualTo(1);
        channel.offer(100_000, 1_200 * MILLI);
        assertThat(active(channel)).isEqualTo(3);
    }

    @Test
    void aTrialDuringWhichTheSourceOffersLessSaysNothingOfTheRoute() {
        assertThat(secondsToTheNextTrial(0.3, false)).isLessThan(6);
        assertThat(secondsToTheNextTrial(0.8, true)).isGreaterThan(14);
    }

    /** Looks twice a second, first with a rate of 0.8 MB/s for a trial, then as given; then as at first. */
    private static double secondsToTheNextTrial(double rate, boolean limited) {
        List<RoutePipeline> routes = List.of(
                new RoutePipeline(0, new IdleRoute("r0"), MEGABYTE),
                new RoutePipeline(1, new IdleRoute("r1"), MEGABYTE));
        RouteTrials trials = new RouteTrials(routes, LATE, 2, new KnownRoutes(), 0);
        long now = 0;
        while (!trials.isTrying()) {
            now = look(trials, now, 0.8, true);
        }
        while (trials.isTrying()) {
            now = look(trials, now, rate, limited);
        }
        assertThat(routes.get(1).isActive()).isFalse();
        long left = now;
        while (!trials.isTrying()) {
            now = look(trials, now, 0.8, true);
        }
        return (double) (now - left) / SECOND;
    }

    private static long look(RouteTrials trials, long now, double megabytes, boolean limited) {
        trials.look(new RouteTrials.Look(now, megabytes * MEGABYTE, 100 * MILLI, limited, limited));
        return now + SECOND / 2;
    }

    @Test
    void aRouteByWhichFarMoreArrivesStaysAtOnce() {
        List<RoutePipeline> routes = List.of(
                new RoutePipeline(0, new IdleRoute("r0"), MEGABYTE),
                new RoutePipeline(1, new IdleRoute("r1"), MEGABYTE));
        RouteTrials trials = new RouteTrials(routes, LATE, 2, new KnownRoutes(), 0);
        long now = 0;
        while (!trials.isTrying()) {
            now = look(trials, now, 1, true);
        }
        now = look(trials, now, 1.05, true);
        assertThat(trials.isTrying()).isTrue();
        now = look(trials, now, 1.3, true);
        assertThat(trials.isTrying()).isFalse();
        assertThat(routes.get(1).isActive()).isTrue();
    }

    private static BatchOracle oracle() {
        return new BatchOracle(new MillraceModel(), Limits.latency(1, 0.5, 64 << 10));
    }

    private static SimulatedChannel channel(int routes) {
        return channel(routes, null, routes);
    }

    private static SimulatedChannel channel(int routes, BatchOracle oracle, int most) {
        return channel(routes, oracle, most, new KnownRoutes());
    }

    private static SimulatedChannel channel(int routes, BatchOracle oracle, int most, KnownRoutes known) {
        SimulatedChannel channel = new SimulatedChannel(routes);
        channel.known = known;
        for (int i = 0; i < routes; i++) {
            channel.route(MEGABYTE, 50 * MILLI, MILLI);
        }
        return channel.open(
                LatePolicy.ORDERED,
                new Setting(20, 1, false),
                oracle,
                GeoSenderSettings.of(7, 1, 64 << 10, 1 << 20).learningRoutes(LATE, most));
    }

    private static long active(SimulatedChannel channel) {
        return channel.sender.counters().routes().stream()
                .filter(RouteCounters::active)
                .count();
    }

    /**
     * The least bytes of events that arrive per second, over any three seconds: each 10 s a route's shortest round trip
     * is measured anew.
     */
    private static double least(SimulatedChannel channel, double offered, int seconds) {
        double least = Double.MAX_VALUE;
        double before = rate(channel, offered);
        double between = rate(channel, offered);
        for (int i = 2; i < seconds; i++) {
            double now = rate(channel, offered);
            least = Math.min(least, (before + between + now) / 3);
            before = between;
            between = now;
        }
        return least;
    }

    /** Bytes of events that arrive in a second. */
    private static double rate(SimulatedChannel channel, double offered) {
        int before = channel.delivered.size();
        channel.offer(offered, SECOND);
        return (double) (channel.delivered.size() - before) * SimulatedChannel.EVENT_BYTES;
    }
}
