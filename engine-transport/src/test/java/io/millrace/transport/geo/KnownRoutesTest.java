// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static io.millrace.transport.geo.SimulatedChannel.MILLI;
import static io.millrace.transport.geo.SimulatedChannel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The knowledge of routes that channels share. */
class KnownRoutesTest {

    private static final double ASSUMED = 1.25e6;

    private final KnownRoutes known = new KnownRoutes();

    private static RoutePipeline measured(String name, double rate, long roundTrip) {
        RoutePipeline route = new RoutePipeline(0, new IdleRoute(name), ASSUMED);
        route.estimate().assume(rate, roundTrip, 0);
        return route;
    }

    private static RoutePipeline fresh(String name) {
        return new RoutePipeline(0, new IdleRoute(name), ASSUMED);
    }

    @Test
    void aRouteBeginsWithWhatAnotherChannelHasMeasured() {
        known.measured(measured("relay a", 4e6, 30 * MILLI), SECOND);
        RoutePipeline route = fresh("relay a");
        known.begin(route);
        assertThat(route.estimate().bytesPerSecond()).isEqualTo(4e6);
        assertThat(route.estimate().minRoundTripNanos()).isEqualTo(30 * MILLI);

        RoutePipeline other = fresh("relay b");
        known.begin(other);
        assertThat(other.estimate().bytesPerSecond()).isEqualTo(ASSUMED);
        assertThat(other.estimate().minRoundTripNanos()).isZero();
    }

    @Test
    void whatAChannelHasMeasuredItselfStays() {
        known.measured(measured("relay a", 4e6, 30 * MILLI), SECOND);
        RoutePipeline own = measured("relay a", 1e6, 60 * MILLI);
        known.begin(own);
        assertThat(own.estimate().bytesPerSecond()).isEqualTo(1e6);
    }

    /** A channel with little to send sees a low rate, and one whose batches queue a long round trip. */
    @Test
    void theHighestRateAndTheShortestRoundTripCountUntilTheyAreOld() {
        known.measured(measured("direct", 4e6, 30 * MILLI), SECOND);
        known.measured(measured("direct", 2e6, 90 * MILLI), 2 * SECOND);
        assertThat(begun("direct").bytesPerSecond()).isEqualTo(4e6);
        assertThat(begun("direct").minRoundTripNanos()).isEqualTo(30 * MILLI);
        known.measured(measured("direct", 2e6, 90 * MILLI), SECOND + KnownRoutes.KEPT_NANOS);
        assertThat(begun("direct").bytesPerSecond()).isEqualTo(2e6);
        assertThat(begun("direct").minRoundTripNanos()).isEqualTo(90 * MILLI);
    }

    private RouteEstimate begun(String name) {
        RoutePipeline route = fresh(name);
        known.begin(route);
        return route.estimate();
    }

    @Test
    void thatARouteHelpsIsForgottenAfterAnHour() {
        RoutePipeline route = measured("relay a", 4e6, 30 * MILLI);
        known.measured(route, SECOND);
        assertThat(known.hasHelped(SECOND)).isFalse();
        known.helps(route, SECOND);
        known.measured(route, 2 * SECOND);
        assertThat(known.doesHelp(fresh("relay a"), SECOND + KnownRoutes.HELPS_NANOS - 1))
                .isTrue();
        assertThat(known.doesHelp(fresh("relay b"), SECOND)).isFalse();
        assertThat(known.doesHelp(route, SECOND + KnownRoutes.HELPS_NANOS)).isFalse();
        assertThat(known.hasHelped(SECOND + KnownRoutes.HELPS_NANOS)).isFalse();
    }

    @Test
    void noMoreRoutesAreKnownThanMayBe() {
        for (int i = 0; i < 2 * KnownRoutes.MOST; i++) {
            known.measured(measured("relay " + i, 4e6, 30 * MILLI), SECOND);
        }
        assertThat(known.size()).isEqualTo(KnownRoutes.MOST);
        known.measured(measured("relay 0", 5e6, 30 * MILLI), SECOND);
        assertThat(begun("relay 0").bytesPerSecond()).isEqualTo(5e6);
    }

    @Test
    void aRouteThatIsNotMadeOrNotMeasuredIsNotKnown() {
        known.measured(measured("", 4e6, 30 * MILLI), SECOND);
        known.measured(fresh("direct"), SECOND);
        assertThat(known.size()).isZero();
    }
}
