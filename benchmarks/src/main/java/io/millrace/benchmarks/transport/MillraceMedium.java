// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tcp.TcpTransport;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** engine-transport, one hot channel, as shipped. */
final class MillraceMedium implements Medium {

    private static final int CHANNEL = 1;
    private static final String SENDER = "sender";
    private static final String RECEIVER = "receiver";
    private static final Runnable NOBODY_WAITS = () -> {};

    private static Transport start(String worker, String host, InboundHandler inbound) {
        TransportConfig config = TransportConfig.builder("benchmark", "transport", worker, 1)
                .secret(new LinkSecret(new byte[32]))
                .listen(host, 0)
                .build();
        return TcpTransport.start(config, inbound, System::nanoTime);
    }

    private static Peer connect(Transport transport, String host, int port, String worker) {
        return transport.connect(new PeerAddress(host, port, worker, 1), NOBODY_WAITS);
    }

    /** Takes data messages; there is no control. */
    private interface DataHandler extends InboundHandler {
        @Override
        default void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
            throw new IllegalStateException("nobody sends control messages here");
        }
    }

    @Override
    public Inlet listen(String host, int maxLength, Handler handler) {
        Receiving receiving = new Receiving(handler);
        Transport transport = start(RECEIVER, host, receiving);
        return new Inlet() {
            @Override
            public int port() {
                return transport.address().getPort();
            }

            @Override
            public void stall(boolean stalled) {
                receiving.stall(stalled);
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }

    /** Messages are consumed when they are released; while it is stalled they are held. */
    private static final class Receiving implements DataHandler {

        private final Handler handler;
        private final ConcurrentLinkedQueue<InboundMessage> held = new ConcurrentLinkedQueue<>();
        private volatile boolean stalled;

        Receiving(Handler handler) {
            this.handler = handler;
        }

        @Override
        public void onMessage(InboundMessage message) {
            if (stalled) {
                held.add(message);
                return;
            }
            consumeHeld();
            consume(message);
        }

        private void consumeHeld() {
            InboundMessage message;
            while ((message = held.poll()) != null) {
                consume(message);
            }
        }

        private void consume(InboundMessage message) {
            long number = message.buffer().getLong(message.offset() + Message.NUMBER_OFFSET);
            handler.onMessage(stamp(message), number, message.length());
            message.release();
        }

        /** Nothing comes while no credit is given back, so whoever ends the stall consumes what is held. */
        void stall(boolean wanted) {
            if (!wanted) {
                consumeHeld();
            }
            stalled = wanted;
        }
    }

    private static long stamp(InboundMessage message) {
        return message.buffer().getLong(message.offset() + Message.STAMP_OFFSET);
    }

    @Override
    public Outlet connect(String host, int port, int maxLength) {
        Transport transport = start(SENDER, "127.0.0.1", refusing());
        Peer peer = connect(transport, host, port, RECEIVER);
        return new Outlet() {
            @Override
            public boolean offer(ByteBuffer message, int length) {
                return peer.offer(CHANNEL, message, 0, length);
            }

            @Override
            public long writes() {
                return peer.counters().get(PeerCounter.WRITES);
            }

            @Override
            public long writtenBytes() {
                return peer.counters().get(PeerCounter.SENT_BYTES);
            }

            @Override
            public long inFlightBytes() {
                return peer.counters().get(PeerCounter.IN_FLIGHT_BYTES);
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }

    private static DataHandler refusing() {
        return message -> {
            throw new IllegalStateException("nobody sends messages to a sender");
        };
    }

    @Override
    public Answering answer(String host) {
        Conversation conversation = new Conversation(SENDER);
        conversation.begin(
                RECEIVER, host, message -> conversation.send(message.buffer(), message.offset(), message.length()));
        return conversation;
    }

    @Override
    public Asking ask(String ownHost, String host, int port, int length, RoundTrips roundTrips) {
        Questions questions = new Questions(length);
        questions.begin(SENDER, ownHost, answer -> {
            if (roundTrips.onAnswer(System.nanoTime() - stamp(answer))) {
                questions.ask();
            }
        });
        questions.onAsking(host, port);
        questions.ask();
        return questions;
    }

    /** One end of messages that go back and forth; each end dials the other. */
    private static class Conversation implements Answering {

        private final String other;
        private volatile Transport transport;
        private volatile Peer peer;

        Conversation(String other) {
            this.other = other;
        }

        void begin(String own, String host, Consumer<InboundMessage> onMessage) {
            DataHandler handler = message -> {
                onMessage.accept(message);
                message.release();
            };
            transport = start(own, host, handler);
        }

        void send(ByteBuffer buffer, int offset, int length) {
            if (!peer.offer(CHANNEL, buffer, offset, length)) {
                throw new IllegalStateException("no room for a single message");
            }
        }

        @Override
        public int port() {
            return transport.address().getPort();
        }

        @Override
        public void onAsking(String host, int port) {
            peer = connect(transport, host, port, other);
        }

        @Override
        public void close() {
            transport.close();
        }
    }

    private static final class Questions extends Conversation implements Asking {

        private final ByteBuffer question;

        Questions(int length) {
            super(RECEIVER);
            question = Message.allocate(length);
        }

        @Override
        public void ask() {
            send(question.putLong(Message.STAMP_OFFSET, System.nanoTime()), 0, question.capacity());
        }
    }
}
