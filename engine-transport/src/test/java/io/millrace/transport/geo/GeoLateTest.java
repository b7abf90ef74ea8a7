// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static io.millrace.transport.geo.SimulatedChannel.MILLI;
import static io.millrace.transport.geo.SimulatedChannel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.geo.model.Setting;
import java.time.Duration;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** The fate of batches that were skipped, in simulated time. */
class GeoLateTest {

    private static final double MEGABYTE = 1e6;

    @Test
    void whatWasSkippedAndLostIsSentAgainAndIsLate() {
        SimulatedChannel channel = new SimulatedChannel(1);
        SimulatedRoute first = channel.route(MEGABYTE, 20 * MILLI, 0);
        channel.route(MEGABYTE, 20 * MILLI, 0);
        channel.open(LatePolicy.dropAfter(Duration.ofMillis(30)), new Setting(10, 2, false), Spread.ROUND_ROBIN);
        channel.offer(5_000, SECOND);
        // All batches in flight on it are lost
        first.cut();
        channel.offer(5_000, 2 * SECOND);
        assertThat(channel.drain(10 * SECOND)).isTrue();
        assertThat(channel.late)
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .noneMatch(new HashSet<>(channel.delivered)::contains);
        assertThat(channel.delivered).isSorted();
        assertThat(channel.delivered.size() + channel.late.size()).isEqualTo((int) channel.offered());
        assertThat(channel.lateCauses).containsOnly(LateCause.WAIT);
    }

    @Test
    void aSkippedBatchDoesNotHoldTheSenderBack() {
        SimulatedChannel channel = new SimulatedChannel(2);
        SimulatedRoute first = channel.route(MEGABYTE, 20 * MILLI, 0);
        channel.route(2 * MEGABYTE, 20 * MILLI, 0);
        channel.open(LatePolicy.dropBehind(4), new Setting(10, 2, false), Spread.ROUND_ROBIN);
        channel.offer(500, SECOND);
        first.swallow();
        int before = channel.delivered.size();
        // This is shorter than the time until the silent route is left
        channel.offer(5_000, 200 * MILLI);
        assertThat(channel.delivered.size() - before).isGreaterThan(300);
        assertThat(channel.drain(10 * SECOND)).isTrue();
        assertThat(channel.lateCauses).containsOnly(LateCause.BEHIND);
        assertThat(channel.delivered.size() + channel.late.size()).isEqualTo((int) channel.offered());
    }
}
