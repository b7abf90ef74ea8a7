// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static io.millrace.transport.geo.SimulatedChannel.MILLI;
import static io.millrace.transport.geo.SimulatedChannel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.geo.model.Setting;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** The round trips that a route is measured by, and the batches that ask for an acknowledgement at once. */
class RouteEstimateTest {

    private static final long OLD = RouteEstimate.KEPT_NANOS;

    private final RouteEstimate estimate = new RouteEstimate(1e6);

    @Test
    void aRouteThatAlwaysHadRoomHasNoQueueSoItsRoundTripIsTakenAsItIs() {
        estimate.roundTrip(SECOND, 10 * MILLI, 0, true);
        estimate.roundTrip(SECOND + OLD / 2, 14 * MILLI, 0, false);
        assertThat(estimate.isRoundTripOld(SECOND + OLD)).isFalse();
        estimate.roundTrip(SECOND + OLD, 15 * MILLI, 0, false);
        assertThat(estimate.minRoundTripNanos()).isEqualTo(14 * MILLI);
    }

    @Test
    void aRouteThatHadNoRoomIsMeasuredWithLittleInFlight() {
        estimate.roundTrip(SECOND, 10 * MILLI, 0, true);
        estimate.mayQueue();
        estimate.roundTrip(SECOND + OLD / 2, 14 * MILLI, 0, false);
        assertThat(estimate.isRoundTripOld(SECOND + OLD - 1)).isFalse();
        assertThat(estimate.isRoundTripOld(SECOND + OLD)).isTrue();
        estimate.roundTrip(SECOND + OLD, 15 * MILLI, 0, false);
        assertThat(estimate.minRoundTripNanos()).isEqualTo(10 * MILLI);
        estimate.roundTrip(SECOND + OLD, 16 * MILLI, 0, true);
        assertThat(estimate.minRoundTripNanos()).isEqualTo(16 * MILLI);
        assertThat(estimate.isRoundTripOld(SECOND + 2 * OLD)).isFalse();
    }

    /** Half of the capacity, and no round trip is near the shortest any more: no batch may wait for another one. */
    @Test
    void aLoadThatFitsIsNeverHeldBackToMeasureARoundTrip() {
        SimulatedChannel channel = new SimulatedChannel(3);
        SimulatedRoute route = channel.route(1e6, 50 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(5, 1, false), Spread.FIRST_ARRIVAL);
        channel.offer(2_500, 3 * SECOND);
        route.delay(70 * MILLI, 0);
        for (int i = 0; i < 2_000; i++) {
            channel.offer(2_500, 10 * MILLI);
            assertThat(channel.sender.counters().waitingBatches()).isZero();
        }
        assertThat(channel.sender.counters().routes().get(0).delayNanos()).isGreaterThan(55 * MILLI);
    }

    @Test
    void oneBatchInFlightAsksForAnAcknowledgementAtOnce() {
        RoutePipeline route = new RoutePipeline(0, new IdleRoute("direct"), 1e6);
        assertThat(route.asks()).isTrue();
        route.sent(batch(0), SECOND, false);
        assertThat(route.asks()).isFalse();
        route.sent(batch(1), SECOND, false);
        route.received(1, 0, 2 * SECOND, (batch, sequence) -> {});
        assertThat(route.asks()).isTrue();
        route.sent(batch(2), 2 * SECOND, false);
        route.received(2, 0, 2 * SECOND, (batch, sequence) -> {});
        assertThat(route.asks()).isFalse();
        route.abandon((batch, sequence) -> {});
        assertThat(route.asks()).isTrue();
    }

    private static SentBatch batch(long sequence) {
        return new SentBatch(sequence, ByteBuffer.allocate(8), 8, 1, 8, 0);
    }
}
