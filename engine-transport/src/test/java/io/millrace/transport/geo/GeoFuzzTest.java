package io.millrace.transport.geo;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.model.Setting;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Batches and acknowledgements with any bytes end in a count, never in an exception or in an event that was not sent. */
class GeoFuzzTest {

    private static final int ROUNDS = 20_000;
    private static final GeoReceiver.Settings SETTINGS = new GeoReceiver.Settings(7, 64 << 10, 64 << 10);

    private final Random random = new Random(11);
    private final List<Integer> lengths = new ArrayList<>();
    private int released;

    @Test
    void aBatchWithAnyByteChangedIsDropped() {
        GeoReceiver receiver = receiver();
        byte[] batch = sent(new Lz4Codec(), 20);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] changed = batch.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
            receiver.onBatch(message(changed));
        }
        assertThat(receiver.counters().invalid()).isEqualTo(ROUNDS);
        assertThat(lengths).isEmpty();
        assertThat(released).isEqualTo(ROUNDS);
    }

    @Test
    void aBatchWithAHeadOfAnyNumbersAndARightChecksumIsTakenOrDropped() {
        GeoReceiver receiver = receiver();
        byte[] batch = sent(new Lz4Codec(), 20);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] changed = batch.clone();
            ByteBuffer bytes = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
            int at = 8 + random.nextInt(changed.length - 16);
            bytes.putLong(at, random.nextBoolean() ? random.nextLong() : random.nextInt(64));
            // Puts the checksum right, as a sender with an error would, if the head says how much is sent
            bytes.putInt(48, changed.length - GeoDescriptor.HEAD_BYTES);
            GeoDescriptor.putRoute(bytes, random.nextInt(40), i, new java.util.zip.CRC32C());
            receiver.onBatch(message(changed));
            receiver.doWork();
        }
        receiver.close();
        assertThat(released).isEqualTo(ROUNDS);
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

    private GeoReceiver receiver() {
        return new GeoReceiver(
                SETTINGS,
                LatePolicy.ORDERED,
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
                new Setting(events, 1, true),
                0,
                System::nanoTime);
        ByteBuffer event = ByteBuffer.allocate(40);
        for (int i = 0; i < events; i++) {
            sender.offer(event, 0, event.capacity(), 1);
        }
        sender.doWork();
        return sent.get(0);
    }

    private InboundMessage message(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new InboundMessage() {
            @Override
            public int targetTask() {
                return 7;
            }

            @Override
            public ByteBuffer buffer() {
                return buffer;
            }

            @Override
            public int offset() {
                return 0;
            }

            @Override
            public int length() {
                return bytes.length;
            }

            @Override
            public long senderClockOffsetNanos() {
                return UNKNOWN_CLOCK;
            }

            @Override
            public long sentNanos() {
                return UNKNOWN_TIME;
            }

            @Override
            public void release() {
                released++;
            }
        };
    }
}
