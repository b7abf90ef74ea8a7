// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static io.millrace.transport.geo.SimulatedChannel.MILLI;
import static io.millrace.transport.geo.SimulatedChannel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.geo.model.Setting;
import io.millrace.transport.geo.model.ThroughputFit;
import org.junit.jupiter.api.Test;

/** The share of a route's rate that batches reach, measured from those that are sent, in simulated time. */
class ThroughputMeasurementTest {

    /** The number of markers: more than may be in flight at the same time, so that some wait. */
    private static final int MARKERS = 1_800;

    private final ThroughputFit fit = new ThroughputFit();

    /** Sends large batches while more is offered than fits, then small ones. */
    private void send(long messageNanos) {
        SimulatedChannel channel = new SimulatedChannel(1);
        SimulatedRoute route = channel.route(1e6, 20 * MILLI, 0);
        route.perMessage(messageNanos);
        channel.open(LatePolicy.ORDERED, new Setting(300, 1, false), Spread.FIRST_ARRIVAL);
        channel.sender.measureInto(fit);
        channel.offer(10_000, 3 * SECOND);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        for (int i = 0; i < MARKERS; i++) {
            channel.offerMarker();
        }
        assertThat(channel.drain(10 * SECOND)).isTrue();
    }

    @Test
    void batchesThatReachHalfOfTheRateAreFound() {
        send(2 * MILLI);
        // These are the bytes sent in 2 ms; the rate is that of batches of 60 kB, which reach 97 % of that of an
        // endless batch
        assertThat(fit.halfBytes()).isBetween(1_500.0, 2_500.0);
    }

    @Test
    void whereOnlyBytesTakeTimeEachSizeReachesTheWhole() {
        send(0);
        assertThat(fit.halfBytes()).isLessThan(50);
    }
}
