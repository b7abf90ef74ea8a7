// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.geo.model.Setting;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Batches and acknowledgements with arbitrary bytes end in a count, never in an exception or in an event that was not
 * sent.
 */
class GeoFuzzTest {

    private static final int ROUNDS = 20_000;
    private static final GeoReceiver.Settings SETTINGS = new GeoReceiver.Settings(7, 64 << 10, 64 << 10);

    private final Random random = new Random(11);
    private final List<Integer> lengths = new ArrayList<>();
    private final List<TestMessage> messages = new ArrayList<>();

    @Test
    void aBatchWithAnyByteChangedIsDropped() {
        GeoReceiver receiver = receiver(LatePolicy.ORDERED);
        byte[] batch = sent(new Lz4Codec(), 20);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] changed = batch.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
            receiver.onBatch(message(changed));
        }
        assertThat(receiver.counters().invalid()).isEqualTo(ROUNDS);
        assertThat(lengths).isEmpty();
        assertThat(messages).hasSize(ROUNDS).allMatch(message -> message.releases == 1);
    }

    static Stream<LatePolicy> policies() {
        return Stream.of(
                LatePolicy.ORDERED,
                LatePolicy.UNORDERED,
                LatePolicy.dropBehind(3),
                LatePolicy.dropAfter(Duration.ofNanos(1)),
                LatePolicy.LATE_BY_MARKER);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aBatchWithAHeadOrEventsOfAnyNumbersAndARightChecksumIsTakenOrDropped(LatePolicy policy) {
        GeoReceiver receiver = receiver(policy);
        List<byte[]> batches = List.of(sent(new Lz4Codec(), 20), sent(null, 20));
        for (int i = 0; i < ROUNDS / 4; i++) {
            byte[] changed = batches.get(i % 2).clone();
            ByteBuffer bytes = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
            int most = random.nextInt(3) == 0 ? changed.length - 8 : GeoDescriptor.HEAD_BYTES;
            bytes.putLong(8 + random.nextInt(most - 8), random.nextBoolean() ? random.nextLong() : random.nextInt(64));
            // Put the checksum right, as a sender with an error would, if the head says how much is sent
            bytes.putInt(48, changed.length - GeoDescriptor.HEAD_BYTES);
            GeoDescriptor.putRoute(bytes, random.nextInt(40), i, random.nextBoolean(), new CRC32C());
            receiver.onBatch(message(changed));
            receiver.doWork();
        }
        receiver.close();
        assertThat(messages).hasSize(ROUNDS / 4).allMatch(message -> message.releases == 1);
        assertThat(lengths).isNotEmpty().allMatch(length -> length >= 0 && length <= 20 * 48);
    }

    @Test
    void anAcknowledgementOfAnyBytesIsIgnoredOrTaken() {
        SimulatedChannel channel = new SimulatedChannel(3);
        channel.route(1e6, 50 * SimulatedChannel.MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(5, 1, false), Spread.FIRST_ARRIVAL);
        channel.offer(1_000, SimulatedChannel.SECOND);
        for (int i = 0; i < ROUNDS; i++) {
            ByteBuffer ack = ByteBuffer.allocate(GeoAckDescriptor.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            GeoAckDescriptor.putHead(ack, 7, 1, 0, 1, 1, 1, 1 << 20);
            for (int k = random.nextInt(3); k > 0; k--) {
                GeoAckDescriptor.addRoute(
                        ack, random.nextInt(3), random.nextBoolean(), random.nextInt(), random.nextLong());
            }
            for (int k = random.nextInt(3); k > 0; k--) {
                GeoAckDescriptor.addAsk(ack, random.nextLong(), random.nextLong());
            }
            int length = GeoAckDescriptor.length(ack, 0);
            if (random.nextBoolean()) {
                ack.putInt(random.nextInt(length - 4) & ~3, random.nextInt());
            }
            if (GeoAckDescriptor.next(ack, 0) == 0) {
                channel.sender.onAck(ack, 0, length);
            }
        }
        channel.offer(1_000, SimulatedChannel.SECOND);
        assertThat(channel.delivered).isSorted().doesNotHaveDuplicates();
    }

    /**
     * Numbers of batches that were never sent acknowledge nothing, and those of the others only batches that are kept.
     */
    @Test
    void anAcknowledgementWithAnyRangesLeavesTheSenderWhole() {
        for (int round = 0; round < 20; round++) {
            SimulatedChannel channel = new SimulatedChannel(round);
            channel.route(1e6, 50 * SimulatedChannel.MILLI, 0);
            channel.open(LatePolicy.ORDERED, new Setting(5, 1, false), Spread.FIRST_ARRIVAL);
            channel.offer(1_000, SimulatedChannel.SECOND);
            GeoSender sender = channel.sender;
            for (int i = 0; i < ROUNDS / 20; i++) {
                ByteBuffer ack = ByteBuffer.allocate(GeoAckDescriptor.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
                GeoAckDescriptor.putHead(ack, 7, 1, number(sender), random.nextInt(), random.nextInt(), 1, 1 << 20);
                for (int k = random.nextInt(GeoAckDescriptor.MAX_ROUTES + 1); k > 0; k--) {
                    GeoAckDescriptor.addRoute(
                            ack, random.nextInt(1 << 16), random.nextBoolean(), random.nextInt(), random.nextLong());
                }
                for (int k = random.nextInt(4); k > 0; k--) {
                    GeoAckDescriptor.addRange(ack, number(sender), number(sender));
                }
                for (int k = random.nextInt(4); k > 0; k--) {
                    GeoAckDescriptor.addAsk(ack, number(sender), number(sender));
                }
                sender.onAck(ack, 0, GeoAckDescriptor.length(ack, 0));
                sender.doWork();
                assertThat(sender.counters().keptBytes()).isNotNegative();
                assertThat(sender.counters().waitingBatches()).isNotNegative();
            }
            assertThat(sender.counters().routes())
                    .allSatisfy(route -> assertThat(route.underWayBytes()).isNotNegative());
        }
    }

    private long number(GeoSender sender) {
        long near = sender.counters().batches() - 5 + random.nextInt(10);
        return random.nextInt(4) == 0 ? random.nextLong() : near;
    }

    @Test
    void controlMessagesOfAnyBytesReachNoSenderUnlessTheyAreAcknowledgements() {
        try (GeoChannels channels = new GeoChannels(() -> {})) {
            channels.add(
                    7,
                    GeoSender.withSetting(
                            GeoSenderSettings.of(7, 1, 64 << 10, 1 << 20),
                            List.of(new PeerRoute("only", new TestPeer(1), 7)),
                            null,
                            new Setting(1, 1, false),
                            0,
                            System::nanoTime));
            for (int i = 0; i < ROUNDS; i++) {
                byte[] bytes = new byte[random.nextInt(3 * GeoAckDescriptor.HEAD_BYTES)];
                random.nextBytes(bytes);
                if (bytes.length > 0 && random.nextBoolean()) {
                    bytes[0] = GeoAckDescriptor.VERSION;
                }
                channels.onControl(
                        random.nextInt(9), ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, bytes.length);
                channels.doWork();
            }
        }
    }

    @Test
    void aRelayForwardsHoldsOrDropsAMessageOfAnyBytesAndReleasesItOnce() {
        GeoRelay relay = new GeoRelay();
        List<TestPeer> peers = List.of(new TestPeer(1), new TestPeer(1), new TestPeer(2));
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = new byte[random.nextInt(2 * GeoDescriptor.HEAD_BYTES)];
            random.nextBytes(bytes);
            TestMessage message = new TestMessage(random.nextInt(3), bytes);
            messages.add(message);
            TestPeer next = peers.get(random.nextInt(peers.size()));
            next.room = random.nextInt(3);
            switch (random.nextInt(4)) {
                case 0 -> relay.onMessage(message);
                case 1 -> {
                    relay.forward(message, next, random.nextInt(3));
                    relay.onRoom();
                }
                case 2 -> {
                    relay.forward(message, next, random.nextInt(3));
                    relay.removeAll(next);
                }
                default -> relay.forward(message, next, random.nextInt(3));
            }
        }
        relay.close();
        assertThat(messages).allMatch(message -> message.releases == 1);
        assertThat(relay.held()).isZero();
    }

    private TestMessage message(byte[] bytes) {
        TestMessage message = new TestMessage(7, bytes);
        messages.add(message);
        return message;
    }

    private GeoReceiver receiver(LatePolicy policy) {
        return new GeoReceiver(
                SETTINGS,
                policy,
                new Lz4Codec(),
                new GeoConsumer() {
                    @Override
                    public void onBatch(GeoBatch batch) {
                        while (batch.next()) {
                            lengths.add(batch.length());
                        }
                        batch.release();
                    }

                    @Override
                    public void onLate(GeoBatch batch) {
                        batch.release();
                    }
                },
                (ack, offset, length) -> true,
                System::nanoTime);
    }

    /** Returns the bytes of a compressed batch. */
    private static byte[] sent(BatchCodec codec, int events) {
        List<byte[]> sent = new ArrayList<>();
        GeoRoute route = new GeoRoute() {
            @Override
            public String name() {
                return "only";
            }

            @Override
            public boolean isUp() {
                return true;
            }

            @Override
            public boolean offer(ByteBuffer batch, int offset, int length) {
                byte[] copy = new byte[length];
                batch.get(offset, copy);
                sent.add(copy);
                return true;
            }
        };
        GeoSender sender = GeoSender.withSetting(
                GeoSenderSettings.of(7, 1, 64 << 10, 1 << 20),
                List.of(route),
                codec,
                new Setting(events, 1, codec != null),
                0,
                System::nanoTime);
        ByteBuffer event = ByteBuffer.allocate(40);
        for (int i = 0; i < events; i++) {
            sender.offer(event, 0, event.capacity(), 1);
        }
        sender.doWork();
        return sent.get(0);
    }
}
