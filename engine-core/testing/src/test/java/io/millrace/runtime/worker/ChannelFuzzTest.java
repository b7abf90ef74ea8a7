// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.link.SiteChannel;
import io.millrace.runtime.tuple.ChannelAckMessage;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.geo.GeoRoute;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.GeoSenderSettings;
import io.millrace.transport.geo.model.Setting;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Batches and acknowledgements of any bytes and for any numbers reach workers of two regions and a relay, which go on,
 * in simulated time.
 */
@Timeout(60)
class ChannelFuzzTest {

    private static final int ROUNDS = Boolean.getBoolean("millrace.long") ? 50_000 : 2_000;
    private static final int NUMBERS = 2_000;
    private static final int TASKS = 3;
    private static final int BETWEEN_SITES = 1 << 29;

    private final Random random = new Random(3);

    private static final InboundHandler DEAF = new InboundHandler() {
        @Override
        public void onMessage(InboundMessage message) {
            message.release();
        }

        @Override
        public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {}
    };

    @Test
    void workersAndRelaysDropWhatTheyDoNotUnderstandAndGoOn() {
        Journal journal = Journal.fresh("channel-fuzz");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new PacedNumbers("channel-fuzz", NUMBERS, 1_000));
        builder.setBolt("pass", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("channel-fuzz")).shuffle("pass");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.GEO_ORDER, "ordered"))
                .workers(2)
                .nodes(2, Duration.ofMillis(40))
                .regions()
                .relays("n1")
                .start()) {
            topology.advance(Duration.ofSeconds(1));
            // The workers are separated so that the relay takes part
            topology.separate("w1", "w2");
            topology.advance(Duration.ofMillis(500));
            List<Peer> peers = new ArrayList<>();
            for (String worker : List.of("w1", "w2", "relay1")) {
                peers.add(topology.intrude(worker, DEAF));
            }
            topology.advance(Duration.ofSeconds(1));
            assertThat(peers).allMatch(Peer::connected);
            int sent = 0;
            for (int i = 0; i < ROUNDS; i++) {
                sent += intrude(peers.get(random.nextInt(peers.size()))) ? 1 : 0;
                if (i % 50 == 0) {
                    topology.advance(Duration.ofMillis(10));
                }
            }
            assertThat(sent).isGreaterThan(ROUNDS / 2);
            topology.unite("w1", "w2");
            topology.advance(Duration.ofSeconds(10));
            assertThat(peers).allMatch(Peer::connected);
        }
        assertThat(journal.seen).isEqualTo(IntStream.range(0, NUMBERS).boxed().toList());
    }

    private boolean intrude(Peer peer) {
        int pair = random.nextInt(4) == 0 ? random.nextInt(1 << 28) : random.nextInt((TASKS + 2) * (TASKS + 2));
        int channel = pair | BETWEEN_SITES;
        if (random.nextBoolean()) {
            ByteBuffer batch = batch(random.nextBoolean());
            return peer.offer(
                    random.nextBoolean() ? channel : SiteChannel.byRelay(channel), batch, 0, batch.capacity());
        }
        byte[] ack = new byte[random.nextInt(200)];
        random.nextBytes(ack);
        byte[] message = ChannelAckMessage.of(channel, ByteBuffer.wrap(ack), 0, ack.length);
        int task = random.nextInt(TASKS + 3);
        return peer.offerControl(
                random.nextBoolean() ? task : SiteChannel.relayedTask(task),
                ByteBuffer.wrap(message),
                0,
                message.length);
    }

    /**
     * Returns a batch of an epoch before those of all workers, as a later one would take the place of a worker's
     * batches.
     */
    private ByteBuffer batch(boolean valid) {
        List<ByteBuffer> made = new ArrayList<>();
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
                made.add(ByteBuffer.allocate(length)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .put(0, batch, offset, length));
                return true;
            }
        };
        GeoSender sender = GeoSender.withSetting(
                GeoSenderSettings.of(random.nextInt(100), random.nextInt(3), 1 << 10, 1 << 10),
                List.of(route),
                null,
                new Setting(1, 1, false),
                0,
                () -> 1);
        byte[] event = new byte[random.nextInt(100)];
        random.nextBytes(event);
        sender.offer(ByteBuffer.wrap(event), 0, event.length);
        sender.doWork();
        ByteBuffer batch = made.get(0);
        if (valid && batch.capacity() > 60) {
            batch.putInt(24 + random.nextInt(32), random.nextInt());
            batch.putInt(48, batch.capacity() - 56);
            CRC32C checksum = new CRC32C();
            checksum.update(batch.duplicate().position(4));
            batch.putInt(0, (int) checksum.getValue());
        }
        return batch;
    }
}
