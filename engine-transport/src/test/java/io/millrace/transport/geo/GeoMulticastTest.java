// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.MulticastModel.Strategy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events for several receivers in simulated time, by both strategies. */
class GeoMulticastTest {

    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final int RECEIVERS = 4;
    private static final int DIRECT = 100;
    private static final int ONCE = 7;
    private static final int EVENT_BYTES = 200;
    private static final Limits LIMITS = Limits.latency(1, 0.5, 64 << 10);

    private final SimulatedTime time = new SimulatedTime();
    private final Random random = new Random(1);
    private final ByteBuffer event = ByteBuffer.allocate(EVENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final List<List<Long>> delivered = new ArrayList<>();
    private final List<GeoReceiver> receivers = new ArrayList<>();
    private final List<GeoSender> senders = new ArrayList<>();
    private final SimulatedRoute.Bottleneck ocean = new SimulatedRoute.Bottleneck(2.5e6);

    /** The routes to each receiver, followed by the routes to two entries. */
    private final List<SimulatedRoute> routes = new ArrayList<>();

    private GeoMulticast multicast;
    private long offered;

    /** The index of a receiver that the entries do not reach; -1 for none. */
    private int cutOff = -1;

    private void copy(InboundMessage message) {
        List<GeoReceiver> reached = new ArrayList<>(receivers);
        if (cutOff >= 0) {
            reached.remove(cutOff);
        }
        List<Consumer<InboundMessage>> own = new ArrayList<>();
        reached.forEach(one -> own.add(one::onBatch));
        GeoFanOut.share(message, ONCE, own);
    }

    private void start(Strategy fixed) {
        for (int i = 0; i < RECEIVERS; i++) {
            int index = i;
            List<Long> got = new ArrayList<>();
            delivered.add(got);
            receivers.add(receiver(ONCE, got, (ack, length) -> multicast.onAck(index, ack, 0, length)));
            GeoReceiver own = receiver(
                    DIRECT + i, got, (ack, length) -> senders.get(index).onAck(ack, 0, length));
            SimulatedRoute route = new SimulatedRoute(
                    "direct", time, random, 2.5e6, 50 * MILLI, 0, own::onBatch, own::onConnectionClosed);
            route.through(ocean);
            routes.add(route);
            senders.add(sender(DIRECT + i, List.of(route)));
            tick(own);
            tick(receivers.get(i));
        }
        List<SimulatedRoute> entries = new ArrayList<>();
        for (int entry = 0; entry < 2; entry++) {
            SimulatedRoute route = new SimulatedRoute(
                    "entry",
                    time,
                    random,
                    2.5e6,
                    50 * MILLI,
                    0,
                    this::copy,
                    connection -> receivers.forEach(one -> one.onConnectionClosed(connection)));
            route.through(ocean);
            entries.add(route);
        }
        routes.addAll(entries);
        multicast = new GeoMulticast(
                senders,
                sender(ONCE, entries),
                new AckMerge(ONCE, 1, () -> IntStream.range(0, RECEIVERS).iterator(), time::now),
                fixed,
                new MillraceModel(),
                LIMITS,
                time::now);
    }

    private interface Acks {
        void take(ByteBuffer ack, int length);
    }

    private GeoSender sender(int channel, List<SimulatedRoute> by) {
        return new GeoSender(
                GeoSenderSettings.of(channel, 1, 64 << 10, 1 << 20),
                by,
                null,
                new BatchOracle(new MillraceModel(), LIMITS),
                time::now);
    }

    private GeoReceiver receiver(int channel, List<Long> got, Acks acks) {
        return new GeoReceiver(
                new GeoReceiver.Settings(channel, 1 << 20, 64 << 10),
                LatePolicy.ORDERED,
                null,
                new GeoConsumer() {
                    @Override
                    public void onBatch(GeoBatch batch) {
                        while (batch.next()) {
                            got.add(batch.buffer().getLong(batch.offset()));
                        }
                        batch.release();
                    }

                    @Override
                    public void onLate(GeoBatch batch) {
                        throw new AssertionError("late, although the order is kept");
                    }
                },
                (ack, offset, length) -> {
                    byte[] bytes = new byte[length];
                    ack.get(offset, bytes);
                    time.at(
                            time.now() + 50 * MILLI,
                            () -> acks.take(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), length));
                    return true;
                },
                time::now);
    }

    private void tick(GeoReceiver receiver) {
        receiver.doWork();
        time.at(time.now() + MILLI, () -> tick(receiver));
    }

    private void run(int perSecond, long nanos) {
        long end = time.now() + nanos;
        double due = time.now();
        while (time.now() < end) {
            while (perSecond > 0 && due <= time.now()) {
                event.putLong(0, offered);
                if (!multicast.offer(event, 0, EVENT_BYTES, time.now())) {
                    break;
                }
                offered++;
                due += 1e9 / perSecond;
            }
            multicast.doWork();
            long next = time.now() + MILLI;
            while (time.step(next)) {
                // The loop does all work that is due
            }
        }
    }

    private void assertAll() {
        run(0, 20 * SECOND);
        assertThat(multicast.isDone()).isTrue();
        for (List<Long> each : delivered) {
            assertThat(each).isEqualTo(LongStream.range(0, offered).boxed().toList());
        }
    }

    private long carried(int first, int end) {
        return routes.subList(first, end).stream()
                .mapToLong(SimulatedRoute::carriedBytes)
                .sum();
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void eachReceiverGetsAll(Strategy strategy) {
        start(strategy);
        run(500, 5 * SECOND);
        assertAll();
        assertThat(carried(0, RECEIVERS) > 0).isEqualTo(strategy == Strategy.DIRECT);
        assertThat(carried(RECEIVERS, RECEIVERS + 2) > 0).isEqualTo(strategy == Strategy.INTERMEDIATE);
    }

    @Test
    void theChoiceChangesTheWayInOrder() {
        start(null);
        run(500, SECOND / 2);
        assertThat(multicast.strategy()).isEqualTo(Strategy.DIRECT);
        run(500, 5 * SECOND);
        assertThat(multicast.strategy()).isEqualTo(Strategy.INTERMEDIATE);
        assertThat(multicast.choice().reason()).startsWith("intermediate of 4: ");
        assertAll();
    }

    /** A batch that one receiver misses is kept, and goes to all again when the others have long had it. */
    @Test
    void whatOneReceiverMissesIsKeptAndSentAgain() {
        start(Strategy.INTERMEDIATE);
        run(200, SECOND);
        cutOff = 2;
        run(200, 2 * SECOND);
        assertThat(multicast.isDone()).isFalse();
        cutOff = -1;
        assertAll();
        assertThat(receivers.get(1).counters().duplicates()).isPositive();
    }

    @Test
    void anotherEntryTakesOverWhatIsUnderWayToOneThatBreaks() {
        start(Strategy.INTERMEDIATE);
        run(500, SECOND);
        for (int i = 0; i < 10; i++) {
            SimulatedRoute entry = routes.get(RECEIVERS + i % 2);
            if (i % 3 == 0) {
                entry.swallow();
            } else {
                entry.cut();
            }
            run(500, 300 * MILLI + random.nextInt(1_000) * MILLI);
            entry.heal();
            run(500, random.nextInt(500) * MILLI);
        }
        assertAll();
    }
}
