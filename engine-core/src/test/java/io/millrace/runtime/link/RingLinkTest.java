package io.millrace.runtime.link;

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
import io.millrace.runtime.tuple.TupleGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    private static final class Fixture implements LinkFixture, MessageHandler {

        private final ProcessLock lock;
        private final RingConsumer consumer;
        private final Doorbell bell;
        private final Link link;
        private final TupleDecoder decoder = TestTuples.decoder();
        private final List<DataTuple> tuples = new ArrayList<>();
        private final AckBuffer acks = new AckBuffer();
        private int messages;
        private int apart;

        Fixture(Path directory, Traffic traffic) throws IOException {
            lock = ProcessLock.acquire(directory);
            Path file = directory.resolve("test.ring");
            consumer = RingConsumer.create(
                    file, new RingConfig(RING_BYTES, TestTuples.MAX_BYTES, 4, RING_BYTES / 64, 2), lock);
            bell = Doorbells.create(directory.resolve("test.bell"));
            link = new RingLink(
                    RingProducer.open(file, lock, bell),
                    TestTuples.encoder(),
                    task -> task - 1,
                    traffic,
                    RING_BYTES,
                    new Paths(3));
        }

        @Override
        public void onMessage(int task, ByteBuffer buffer, int offset, int length) {
            messages++;
            if (TupleGroup.isGroup(buffer, offset, length)) {
                TupleGroup.read(
                        buffer,
                        offset,
                        length,
                        (target, bytes, at, size) -> tuples.add(decoder.read(target, bytes, at, size)));
            } else if (TupleDecoder.isTuple(buffer, offset, length)) {
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
            messages++;
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
                consumer.poll(this, 1000);
            } while (tuples.size() < atLeast);
            List<DataTuple> taken = List.copyOf(tuples);
            tuples.clear();
            return taken;
        }

        @Override
        public AckBuffer receiveAcks() {
            consumer.poll(this, 1000);
            AckBuffer taken = new AckBuffer();
            taken.addAll(acks);
            acks.clear();
            return taken;
        }

        @Override
        public int messages() {
            return messages;
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
