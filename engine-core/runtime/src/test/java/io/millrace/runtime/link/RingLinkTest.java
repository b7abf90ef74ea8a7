// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.ring.MessageHandler;
import io.millrace.ipc.ring.RingConfig;
import io.millrace.ipc.ring.RingConsumer;
import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.AckMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleDecoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingLinkTest extends LinkContract {

    private static final int RING_BYTES = 1 << 16;

    @TempDir
    Path directory;

    @Override
    LinkFixture open(boolean insideCycle) {
        try {
            return new Fixture(directory, (source, target) -> insideCycle);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shortTuplesOfARunShareARecord() throws IOException {
        try (Fixture fixture = new Fixture(directory, CycleEdges.NO_CYCLES)) {
            fixture.link.offer(TestTuples.tuple(1, 0, "alone"));
            fixture.paths.handOver();
            assertThat(fixture.consumer.counters().commits()).isEqualTo(1);
            for (int i = 1; i <= 10; i++) {
                fixture.link.offer(TestTuples.tuple(1 + i % 2, i, "short"));
            }
            assertThat(fixture.poll()).extracting(tuple -> tuple.getInt(0)).containsExactly(0);
            fixture.paths.handOver();
            assertThat(fixture.consumer.counters().commits()).isEqualTo(2);
            assertThat(fixture.poll())
                    .extracting(tuple -> tuple.getInt(0))
                    .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        }
    }

    @Test
    void aRecordsWorthOfTuplesGoesBeforeTheRunEnds() throws IOException {
        try (Fixture fixture = new Fixture(directory, CycleEdges.NO_CYCLES)) {
            int offered = 0;
            while (fixture.consumer.counters().commits() == 0) {
                assertThat(fixture.link.offer(TestTuples.tuple(1, offered++, "x".repeat(200))))
                        .isTrue();
            }
            assertThat(offered).isGreaterThan(10);
            assertThat(fixture.poll()).hasSize(offered - 1);
            assertThat(fixture.receive(1)).extracting(tuple -> tuple.getInt(0)).containsExactly(offered - 1);
        }
    }

    @Test
    void tuplesOfAllLengthsStayInOrder() throws IOException {
        try (Fixture fixture = new Fixture(directory, CycleEdges.NO_CYCLES)) {
            List<DataTuple> received = new ArrayList<>();
            Random random = new Random(7);
            for (int i = 0; i < 500; i++) {
                DataTuple tuple = TestTuples.tuple(1, i, "x".repeat(random.nextInt(1, 900)));
                while (!fixture.link.offer(tuple)) {
                    received.addAll(fixture.receive(0));
                }
            }
            received.addAll(fixture.receive(500 - received.size()));
            assertThat(received)
                    .extracting(tuple -> tuple.getInt(0))
                    .isEqualTo(IntStream.range(0, 500).boxed().toList());
        }
    }

    @Test
    void whoBlocksWithGatheredTuplesIsWokenWhenThereIsRoom() throws IOException {
        try (Fixture fixture = new Fixture(directory, CycleEdges.NO_CYCLES)) {
            int taken = fill(fixture);
            fixture.bell.prepareWait();
            assertThat(fixture.paths.flushAcks(true)).isZero();
            List<DataTuple> received = new ArrayList<>(fixture.poll());
            // Returns at once, or never
            fixture.bell.await(Doorbell.NEVER);
            received.addAll(fixture.receive(taken - received.size()));
            assertThat(received).hasSize(taken);
        }
    }

    @Test
    void nothingIsGatheredWhereARunMayTakeLong() throws IOException {
        try (Fixture fixture = new Fixture(directory, CycleEdges.NO_CYCLES)) {
            fixture.paths.mayGather(false);
            fixture.link.offer(TestTuples.tuple(1, 0, "one"));
            fixture.link.offer(TestTuples.tuple(1, 1, "two"));
            assertThat(fixture.poll()).hasSize(2);
        }
    }

    @Test
    void aClosedLinkHasHandedOverWhatItGathered() throws IOException {
        try (Fixture fixture = new Fixture(directory, CycleEdges.NO_CYCLES)) {
            fixture.link.offer(TestTuples.tuple(1, 0, "one"));
            fixture.link.close();
            assertThat(fixture.poll()).hasSize(1);
        }
    }

    @Test
    void aLinkThatIsClosedWhileTheRingIsFullHasNothingLeft() throws IOException {
        try (Fixture fixture = new Fixture(directory, CycleEdges.NO_CYCLES)) {
            fill(fixture);
            fixture.link.offer(TestTuples.barrier(1, 1));
            fixture.link.close();
            // The paths do not know that the link is closed
            fixture.paths.handOver();
            assertThat(fixture.paths.handOverAll(false)).isEqualTo(1);
        }
    }

    @Test
    void shortTuplesOfOtherTasksPassBetweenThePartsOfALongOne() throws IOException {
        try (Fixture fixture = new Fixture(directory, CycleEdges.NO_CYCLES)) {
            DataTuple longTuple = TestTuples.tuple(1, 0, new byte[300_000]);
            assertThat(fixture.link.offer(longTuple)).isFalse();
            assertThat(fixture.link.hasBegun(longTuple)).isTrue();
            fixture.link.offer(TestTuples.tuple(2, 1, "short"));
            fixture.link.offer(TestTuples.tuple(2, 2, "short"));
            List<DataTuple> received = new ArrayList<>(fixture.receive(2));
            assertThat(received).extracting(tuple -> tuple.getInt(0)).containsExactly(1, 2);
            while (!fixture.link.offer(longTuple)) {
                received.addAll(fixture.receive(0));
            }
            received.addAll(fixture.receive(3 - received.size()));
            assertThat(received).extracting(tuple -> tuple.getInt(0)).containsExactly(1, 2, 0);
        }
    }

    private static final class Fixture implements LinkFixture, MessageHandler {

        private final ProcessLock lock;
        private final RingConsumer consumer;
        private final Doorbell bell;
        private final RingLink link;
        private final Paths paths = new Paths(3);
        private final TupleDecoder decoder = TestTuples.decoder();
        private final List<DataTuple> tuples = new ArrayList<>();
        private final AckBuffer acks = new AckBuffer();
        private int apart;

        Fixture(Path directory, CycleEdges cycles) throws IOException {
            paths.mayGather(true);
            lock = ProcessLock.acquire(directory);
            Path file = directory.resolve("test.ring");
            consumer = RingConsumer.create(
                    file, new RingConfig(RING_BYTES, TestTuples.MAX_BYTES, 4, RING_BYTES / 64, 2), lock);
            bell = Doorbells.create(directory.resolve("test.bell"));
            link = new RingLink(
                    RingProducer.open(file, lock, bell),
                    TestTuples.encoder(),
                    task -> task - 1,
                    cycles,
                    RING_BYTES,
                    paths);
        }

        @Override
        public void onMessage(int task, ByteBuffer buffer, int offset, int length) {
            if (TupleDecoder.isTuple(buffer, offset, length)) {
                tuples.add(decoder.read(task, buffer, offset, length));
            } else {
                AckMessage.read(buffer, offset, length, acks);
            }
        }

        @Override
        public long payload(ByteBuffer buffer, int offset, int length, int messageBytes) {
            return TupleDecoder.payload(buffer, offset, length, messageBytes);
        }

        @Override
        public void onMessage(int task, ByteBuffer rest, int length, int payloadAt, byte[] payload) {
            apart++;
            tuples.add(decoder.read(task, rest, 0, length, payloadAt, payload, 0, 0));
        }

        @Override
        public int apart() {
            return apart;
        }

        @Override
        public Link link() {
            return link;
        }

        @Override
        public Doorbell bell() {
            return bell;
        }

        @Override
        public List<DataTuple> receive(int atLeast) {
            do {
                paths.handOver();
                consumer.poll(this, 1000);
            } while (tuples.size() < atLeast);
            return poll();
        }

        /** Returns the tuples in the ring. */
        List<DataTuple> poll() {
            consumer.poll(this, 1000);
            List<DataTuple> taken = List.copyOf(tuples);
            tuples.clear();
            return taken;
        }

        @Override
        public AckBuffer receiveAcks() {
            paths.handOver();
            consumer.poll(this, 1000);
            AckBuffer taken = new AckBuffer();
            taken.addAll(acks);
            acks.clear();
            return taken;
        }

        @Override
        public int messages() {
            return Math.toIntExact(consumer.counters().commits());
        }

        @Override
        public void pause(int task, boolean on) {
            consumer.flag(task - 1, on);
        }

        @Override
        public void close() {
            link.close();
            bell.close();
            consumer.close();
            lock.close();
        }
    }
}
