// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.Await;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.TestWorker;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.Setting;
import io.millrace.transport.tcp.TcpTransport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A channel over real connections, direct and by a relay. */
@Timeout(60)
class GeoTransportTest {

    private static final int CHANNEL = 5;
    private static final int MAX_BATCH_BYTES = 32 << 10;
    private static final long EPOCH = 1;
    private static final long CLOSE_NANOS = 100_000_000L;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<Long> received = new ArrayList<>();
    private final ByteBuffer event = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    private final GeoChannels source = new GeoChannels(() -> {});
    private final GeoChannels target = new GeoChannels(() -> {});
    private final Transport sourceTransport = transport("source", source);
    private final Transport targetTransport = transport("target", target);

    private Transport transport(String name, InboundHandler handler) {
        Transport transport = TcpTransport.start(
                TransportConfig.builder("cluster", "topology", name, EPOCH)
                        .secret(TestWorker.SECRET)
                        .reconnect(Duration.ofMillis(2), Duration.ofMillis(40))
                        .build(),
                handler,
                System::nanoTime);
        open.add(0, transport);
        return transport;
    }

    private static PeerAddress address(String name, Transport transport) {
        return new PeerAddress("127.0.0.1", transport.address().getPort(), name, EPOCH);
    }

    /** A process that forwards the channel. */
    private final class Relay implements AutoCloseable {
        private final GeoRelay relay = new GeoRelay();
        private final Transport transport = GeoTransportTest.this.transport("relay", new InboundHandler() {
            @Override
            public void onMessage(InboundMessage message) {
                relay.onMessage(message);
            }

            @Override
            public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {}
        });

        Relay() {
            relay.add(CHANNEL, transport.connect(address("target", targetTransport), relay::onRoom), CHANNEL);
        }

        @Override
        public void close() {
            transport.close();
            // The next hop had no room for these, or they came after it had closed
            relay.close();
        }
    }

    private Peer connect(Transport from, String name, Transport to) {
        Peer peer = from.connect(address(name, to), () -> {});
        Await.until(peer::connected, peer::counters);
        return peer;
    }

    @AfterEach
    void close() throws Exception {
        source.close();
        target.close();
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private GeoReceiver receive(BatchCodec codec) {
        Peer back = connect(targetTransport, "source", sourceTransport);
        GeoReceiver receiver = new GeoReceiver(
                new GeoReceiver.Settings(CHANNEL, 1 << 20, MAX_BATCH_BYTES),
                LatePolicy.ORDERED,
                codec,
                new GeoConsumer() {
                    @Override
                    public void onBatch(GeoBatch batch) {
                        while (batch.next()) {
                            received.add(batch.buffer().getLong(batch.offset()));
                        }
                        batch.release();
                    }

                    @Override
                    public void onLate(GeoBatch batch) {
                        throw new AssertionError("late");
                    }
                },
                GeoChannels.acksTo(back, CHANNEL),
                System::nanoTime);
        target.add(CHANNEL, receiver);
        return receiver;
    }

    private void send(GeoSender sender, int count, Runnable meanwhile) {
        for (long i = 0; i < count; ) {
            event.putLong(0, i);
            if (sender.offer(event, 0, event.capacity(), System.nanoTime())) {
                i++;
                if (i == count / 2) {
                    meanwhile.run();
                }
            }
            step();
        }
        awaitStepping(sender::isDone, sender);
        assertThat(received).isEqualTo(LongStream.range(0, count).boxed().toList());
    }

    private void awaitStepping(BooleanSupplier condition, GeoSender sender) {
        Await.until(
                () -> {
                    step();
                    return condition.getAsBoolean();
                },
                sender::counters);
    }

    private void step() {
        source.doWork();
        target.doWork();
    }

    @Test
    void aChannelWithCompressionByOneConnection() {
        Peer peer = connect(sourceTransport, "target", targetTransport);
        GeoReceiver receiver = receive(new Lz4Codec());
        GeoSender sender = GeoSender.withSetting(
                GeoSenderSettings.of(CHANNEL, EPOCH, MAX_BATCH_BYTES, 1 << 20),
                List.of(new PeerRoute("direct", peer, CHANNEL)),
                new Lz4Codec(),
                new Setting(100, 1, true),
                CLOSE_NANOS,
                System::nanoTime);
        source.add(CHANNEL, sender);
        send(sender, 20_000, () -> {});
        assertThat(sender.counters().routes().get(0).bytes()).isLessThan(20_000L * event.capacity() / 2);
        assertThat(receiver.counters().invalid()).isZero();
    }

    @Test
    void whatComesToClosedEndsIsReleased() {
        Peer peer = connect(sourceTransport, "target", targetTransport);
        BooleanSupplier offer = () -> peer.offer(CHANNEL, event, 0, event.capacity());
        Await.until(offer, peer::counters);
        Await.until(() -> targetTransport.counters().heldBytes() > 0, targetTransport::counters);
        target.close();
        // The event loop may hold it for a moment
        Await.until(() -> targetTransport.counters().heldBytes() == 0, targetTransport::counters);
        Await.until(offer, peer::counters);
        Await.until(() -> targetTransport.counters().receivedMessages() == 2, targetTransport::counters);
        Await.until(() -> targetTransport.counters().heldBytes() == 0, targetTransport::counters);
    }

    @Test
    void theOracleChoosesOnARealConnection() {
        Peer peer = connect(sourceTransport, "target", targetTransport);
        receive(new Lz4Codec());
        GeoSender sender = new GeoSender(
                GeoSenderSettings.of(CHANNEL, EPOCH, MAX_BATCH_BYTES, 1 << 20),
                List.of(new PeerRoute("direct", peer, CHANNEL)),
                new Lz4Codec(),
                new BatchOracle(new MillraceModel(), Limits.latency(0.5, 0.5, MAX_BATCH_BYTES)),
                System::nanoTime);
        source.add(CHANNEL, sender);
        send(sender, 20_000, () -> awaitStepping(() -> sender.choice() != null, sender));
        assertThat(sender.choice().reason()).startsWith("b=");
    }

    @Test
    void aRelayThatDiesLosesNothing() {
        AtomicReference<Relay> relay = new AtomicReference<>(new Relay());
        open.add(relay.get());
        Peer direct = connect(sourceTransport, "target", targetTransport);
        Peer first = connect(sourceTransport, "relay", relay.get().transport);
        receive(null);
        GeoSender sender = GeoSender.withSetting(
                GeoSenderSettings.of(CHANNEL, EPOCH, MAX_BATCH_BYTES, 1 << 20).withSpread(Spread.ROUND_ROBIN),
                List.of(new PeerRoute("direct", direct, CHANNEL), new PeerRoute("relay", first, CHANNEL)),
                null,
                new Setting(10, 2, false),
                0,
                System::nanoTime);
        source.add(CHANNEL, sender);
        send(sender, 50_000, () -> {
            assertThat(relay.get().relay.forwarded()).isPositive();
            relay.get().close();
        });
        assertThat(sender.counters().routes().get(1).batches()).isPositive();
        assertThat(sender.counters().routes().get(1).usable()).isFalse();
    }
}
