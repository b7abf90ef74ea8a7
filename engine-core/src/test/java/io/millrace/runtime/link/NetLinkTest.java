package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.executor.ThreadDoorbell;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.AckMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleGroup;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tcp.TcpTransport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

class NetLinkTest extends LinkContract {

    @Override
    LinkFixture open(boolean insideCycle) {
        return new Fixture((source, target) -> insideCycle);
    }

    private static final class Fixture implements LinkFixture, InboundHandler {

        private final Queue<InboundMessage> messages = new ConcurrentLinkedQueue<>();
        private final List<InboundMessage> withheld = new ArrayList<>();
        private final List<DataTuple> tuples = new ArrayList<>();
        private final boolean[] paused = new boolean[3];
        private final AckBuffer acks = new AckBuffer();
        private int count;
        private final TupleDecoder decoder = TestTuples.decoder();
        private final ThreadDoorbell bell = new ThreadDoorbell();
        private final Transport source;
        private final Transport target;
        private final Peer peer;
        private final Link link;

        Fixture(Traffic traffic) {
            target = TcpTransport.start(config("target"), this, System::nanoTime);
            source = TcpTransport.start(config("source"), this, System::nanoTime);
            peer = source.connect(new PeerAddress("127.0.0.1", target.address().getPort(), "target", 1), bell::ring);
            link = new NetLink(peer, TestTuples.encoder(), traffic, 1, new Paths(3));
        }

        private static TransportConfig config(String name) {
            return TransportConfig.builder("test", "test", name, 1)
                    .windowBytes(1 << 20, 1 << 20)
                    .channelBufferBytes(1 << 17)
                    .build();
        }

        @Override
        public void onMessage(InboundMessage message) {
            messages.add(message);
        }

        @Override
        public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
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
                if (TupleGroup.isGroup(message.buffer(), message.offset(), message.length())) {
                    TupleGroup.read(
                            message.buffer(),
                            message.offset(),
                            message.length(),
                            (target, bytes, at, size) -> tuples.add(decoder.read(target, bytes, at, size)));
                } else {
                    tuples.add(decoder.read(task, message.buffer(), message.offset(), message.length()));
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
        }
    }
}
