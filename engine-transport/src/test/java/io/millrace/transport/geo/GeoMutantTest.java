// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static io.millrace.transport.geo.SimulatedChannel.MILLI;
import static io.millrace.transport.geo.SimulatedChannel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.geo.model.Setting;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Deliberate errors, which the tests of channels would notice. */
class GeoMutantTest {

    private static final double MEGABYTE = 1e6;
    private static final Setting BATCHES = new Setting(10, 2, false);

    @Test
    void anAcknowledgementOfWhatHasNotComeIsNoticed() {
        assertThat(losesNothing(channel -> {})).isTrue();
        assertThat(losesNothing(channel -> channel.mutateAcks(ack -> {
                    // All batches that may be in flight are acknowledged before they are stored
                    GeoAckDescriptor.putHead(
                            ack, 7, 1, channel.sender.counters().batches(), 1, 1, 0, 1 << 20);
                    return ack;
                })))
                .isFalse();
    }

    private static boolean losesNothing(Consumer<SimulatedChannel> mutation) {
        SimulatedChannel channel = channel();
        channel.open(LatePolicy.ORDERED, BATCHES, Spread.ROUND_ROBIN);
        mutation.accept(channel);
        channel.offer(5_000, SECOND);
        channel.routes.get(0).cut();
        channel.offer(2_000, SECOND);
        return channel.drain(5 * SECOND) && isInOrder(channel);
    }

    @Test
    void aBatchThatIsSentAgainWithoutItsEpochIsNoticed() {
        assertThat(dropsWhatIsLeftOfAnEarlierSender(channel -> {})).isTrue();
        CRC32C checksum = new CRC32C();
        assertThat(dropsWhatIsLeftOfAnEarlierSender(channel -> channel.mutateBatches(message -> {
                    message.buffer().putLong(16, 2);
                    GeoDescriptor.putRoute(
                            message.buffer(),
                            GeoDescriptor.route(message.buffer(), 0),
                            GeoDescriptor.routeSequence(message.buffer(), 0),
                            false,
                            checksum);
                })))
                .isFalse();
    }

    private static boolean dropsWhatIsLeftOfAnEarlierSender(Consumer<SimulatedChannel> mutation) {
        SimulatedChannel channel = channel();
        channel.open(LatePolicy.ORDERED, BATCHES, Spread.ROUND_ROBIN);
        // The delay lets the later sender's first batch come before the batches that are left
        channel.routes.get(1).delay(500 * MILLI, 0);
        channel.offer(5_000, SECOND);
        channel.delivered.clear();
        channel.restartSender(new Setting(7, 1, false));
        mutation.accept(channel);
        channel.offer(5_000, SECOND);
        boolean done = channel.drain(5 * SECOND);
        int before = channel.delivered.indexOf(0L);
        return done
                && before >= 0
                && channel.delivered.subList(before, channel.delivered.size()).equals(all(channel))
                && channel.receiver.counters().stale() > 0;
    }

    @Test
    void batchesInTheOrderOfTheirArrivalAreNoticed() {
        assertThat(keepsOrder(LatePolicy.ORDERED)).isTrue();
        assertThat(keepsOrder(LatePolicy.UNORDERED)).isFalse();
    }

    private static boolean keepsOrder(LatePolicy policy) {
        SimulatedChannel channel = channel();
        channel.open(policy, BATCHES, Spread.ROUND_ROBIN);
        channel.offer(5_000, SECOND);
        return channel.drain(5 * SECOND) && isInOrder(channel);
    }

    private static SimulatedChannel channel() {
        SimulatedChannel channel = new SimulatedChannel(1);
        channel.route(MEGABYTE, 20 * MILLI, 0);
        channel.route(MEGABYTE, 90 * MILLI, 0);
        return channel;
    }

    private static boolean isInOrder(SimulatedChannel channel) {
        return channel.delivered.equals(all(channel));
    }

    private static List<Long> all(SimulatedChannel channel) {
        return LongStream.range(0, channel.offered()).boxed().toList();
    }
}
