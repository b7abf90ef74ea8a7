// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.executor.ThreadDoorbell;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.AckMessage;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleBatch;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.MessageSource;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tcp.TcpTransport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class NetLinkTest extends LinkContract {

    private static final int WINDOW = 1 << 20;

    @Override
    LinkFixture open(boolean insideCycle) {
        return new Fixture((source, target) -> insideCycle);
    }

    /** A copy of a message that is valid during a call only. */
    private record Copy(int targetTask, ByteBuffer buffer) implements InboundMessage {

        Copy(int targetTask, ByteBuffer from, int offset, int length) {
            this(targetTask, ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN));
            buffer.put(0, from, offset, length);
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public int length() {
            return buffer.capacity();
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
        public void release() {}
    }

    @Test
    void barriersForAllTasksAreOneMessageIfNothingWaits() {
        try (Fixture fixture = new Fixture((source, target) -> false)) {
            // When the first tuple is there, nothing waits any more
            assertThat(fixture.link().offer(TestTuples.tuple(2, 0, null))).isTrue();
            fixture.receive(1);
            int before = fixture.messages();
            for (int target = 1; target <= 2; target++) {
                assertThat(fixture.link().offer(TestTuples.barrier(target, 1))).isTrue();
            }
            assertThat(handOver(fixture.link())).isTrue();
            assertThat(fixture.receive(2)).hasSize(2);
            assertThat(fixture.messages() - before).isEqualTo(1);
        }
    }

    @Test
    void aBarrierForATaskOfWhichDataWaitsComesBehindThat() {
        try (Fixture fixture = new Fixture((source, target) -> false)) {
            fixture.pause(1, true);
            int sent = 0;
            // The loop sends more than the receiver has given credit for
            while (sent <= WINDOW >> 10) {
                if (fixture.link().offer(TestTuples.tuple(1, sent, new byte[1 << 10]))) {
                    sent++;
                }
            }
            assertThat(fixture.link().offer(TestTuples.barrier(2, 1))).isTrue();
            assertThat(fixture.link().offer(TestTuples.barrier(1, 1))).isTrue();
            handOver(fixture.link());
            List<DataTuple> received = new ArrayList<>();
            while (received.stream().noneMatch(tuple -> tuple.targetTask() == 2)) {
                received.addAll(fixture.receive(0));
            }
            assertThat(received).filteredOn(tuple -> tuple.targetTask() == 1).noneMatch(NetLinkTest::isBarrier);

            fixture.pause(1, false);
            while (!handOver(fixture.link())) {
                received.addAll(fixture.receive(0));
            }
            received.addAll(fixture.receive(sent + 2 - received.size()));
            assertThat(received).hasSize(sent + 2);
            assertThat(received.get(received.size() - 1)).matches(NetLinkTest::isBarrier);
        }
    }

    /** A peer that takes everything, and writes the priority lane when it is told to. */
    private static final class StoppedPeer implements Peer {

        private final List<String> taken = new ArrayList<>();
        private boolean written;

        @Override
        public boolean offer(int targetTask, ByteBuffer source, int offset, int length) {
            taken.add("data " + targetTask);
            return true;
        }

        @Override
        public boolean offer(int targetTask, MessageSource source, int length) {
            taken.add("data " + targetTask);
            return true;
        }

        @Override
        public int mostInOnePart() {
            return 1 << 15;
        }

        @Override
        public boolean offerTimed(int targetTask, ByteBuffer source, int offset, int length) {
            return offer(targetTask, source, offset, length);
        }

        @Override
        public boolean offerControl(int targetTask, ByteBuffer source, int offset, int length) {
            taken.add("barriers");
            return true;
        }

        @Override
        public long offeredControls() {
            return 1;
        }

        @Override
        public boolean isControlWritten(long position) {
            return written;
        }

        @Override
        public boolean isEmpty(int targetTask) {
            return true;
        }

        @Override
        public boolean isHalfFull(int targetTask) {
            return false;
        }

        @Override
        public PeerAddress address() {
            return new PeerAddress("127.0.0.1", 1, "target", 1);
        }

        @Override
        public long connections() {
            return 1;
        }

        @Override
        public boolean connected() {
            return true;
        }

        @Override
        public PeerCounters counters() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    @Test
    void anotherRegionIsFartherThanAnotherNodeAlsoWithoutChannels() {
        Link near =
                new NetLink(new StoppedPeer(), TestTuples.encoder(), (source, target) -> false, 1, false, new Paths(3));
        Link far =
                new NetLink(new StoppedPeer(), TestTuples.encoder(), (source, target) -> false, 1, true, new Paths(3));
        assertThat(new Path(near).distance()).isEqualTo(2);
        assertThat(new Path(far).distance()).isEqualTo(3);
    }

    /**
     * The transport writes the lane and the channels one after the other, so data that it has may be written before.
     */
    @Test
    void dataWaitsUntilTheBarriersBeforeItAreWritten() {
        StoppedPeer peer = new StoppedPeer();
        Link link = new NetLink(peer, TestTuples.encoder(), (source, target) -> false, 1, false, new Paths(3));
        assertThat(link.offer(TestTuples.barrier(1, 1))).isTrue();
        assertThat(link.offer(TestTuples.barrier(2, 1))).isTrue();
        assertThat(handOver(link)).isTrue();
        assertThat(peer.taken).containsExactly("barriers");

        assertThat(link.offer(TestTuples.tuple(1, 1, null))).isFalse();
        assertThat(link.offer(TestTuples.barrier(1, 2))).isTrue();
        assertThat(handOver(link)).isFalse();
        peer.written = true;
        assertThat(link.offer(TestTuples.tuple(1, 1, null))).isTrue();
        assertThat(peer.taken).containsExactly("barriers", "data 1", "data 1");
    }

    private static boolean isBarrier(DataTuple tuple) {
        return tuple.stream() == Barrier.STREAM;
    }

    private static final class Fixture implements LinkFixture, InboundHandler {

        private final Queue<InboundMessage> messages = new ConcurrentLinkedQueue<>();
        private final List<InboundMessage> withheld = new ArrayList<>();
        private final List<DataTuple> tuples = new ArrayList<>();
        private final boolean[] paused = new boolean[3];
        private final AckBuffer acks = new AckBuffer();
        private int count;
        private int apart;
        private final TupleDecoder decoder = TestTuples.decoder();
        private final ThreadDoorbell bell = new ThreadDoorbell();
        private final Transport source;
        private final Transport target;
        private final Peer peer;
        private final Link link;

        Fixture(CycleEdges cycles) {
            target = TcpTransport.start(config("target"), this, System::nanoTime);
            source = TcpTransport.start(config("source"), this, System::nanoTime);
            peer = source.connect(new PeerAddress("127.0.0.1", target.address().getPort(), "target", 1), bell::ring);
            link = new NetLink(peer, TestTuples.encoder(), cycles, 1, false, new Paths(3));
        }

        private static TransportConfig config(String name) {
            return TransportConfig.builder("test", "test", name, 1)
                    .secret(new LinkSecret(new byte[32]))
                    .windowBytes(WINDOW, WINDOW)
                    .channelBufferBytes(1 << 17)
                    .build();
        }

        @Override
        public void onMessage(InboundMessage message) {
            messages.add(message);
        }

        @Override
        public long payload(int targetTask, ByteBuffer buffer, int offset, int length, int messageBytes) {
            return TupleDecoder.payload(buffer, offset, length, messageBytes);
        }

        @Override
        public int apart() {
            return apart;
        }

        @Override
        public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
            if (TupleBatch.isBatch(buffer, offset, length)) {
                messages.add(new Copy(targetTask, buffer, offset, length));
                return;
            }
            synchronized (acks) {
                AckMessage.read(buffer, offset, length, acks);
            }
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
                take();
            } while (tuples.size() < atLeast);
            List<DataTuple> taken = List.copyOf(tuples);
            tuples.clear();
            return taken;
        }

        private void take() {
            InboundMessage message;
            while ((message = messages.poll()) != null) {
                int task = NetChannel.task(message.targetTask());
                count++;
                if (TupleBatch.isBatch(message.buffer(), message.offset(), message.length())) {
                    TupleBatch.read(
                            message.buffer(),
                            message.offset(),
                            message.length(),
                            (target, bytes, at, size) -> tuples.add(decoder.read(target, bytes, at, size)));
                } else {
                    apart += message.payload() == null ? 0 : 1;
                    tuples.add(decoder.read(
                            task,
                            message.buffer(),
                            message.offset(),
                            message.length(),
                            message.payloadAt(),
                            message.payload(),
                            0,
                            0));
                }
                if (paused[task]) {
                    withheld.add(message);
                } else {
                    message.release();
                }
            }
        }

        @Override
        public AckBuffer receiveAcks() {
            AckBuffer taken = new AckBuffer();
            synchronized (acks) {
                taken.addAll(acks);
                acks.clear();
            }
            return taken;
        }

        @Override
        public int messages() {
            return count;
        }

        @Override
        public void pause(int task, boolean on) {
            paused[task] = on;
            if (!on) {
                withheld.forEach(InboundMessage::release);
                withheld.clear();
            }
        }

        @Override
        public boolean pausesAtOnce() {
            return false;
        }

        @Override
        public void close() {
            peer.close();
            source.close();
            target.close();
            withheld.forEach(InboundMessage::release);
            messages.forEach(InboundMessage::release);
        }
    }
}
