// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.TestWorker;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.flow.Endpoint;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * All bytes of a connection from worker "a" to worker "b" (epoch 1 both), as both ends really send them: three
 * channels, a message in fragments, controls, credits, pings. Frames are the smallest, so that a short stream has
 * everything in it.
 */
final class RecordedConnection {

    static final int CHANNELS = 3;
    static final int CONTROLS = 5;

    /** All bytes that the dialler sent, in order. */
    final byte[] dialler;

    final byte[] acceptor;

    private RecordedConnection(ByteBuf dialler, ByteBuf acceptor) {
        this.dialler = bytes(dialler);
        this.acceptor = bytes(acceptor);
    }

    /** A clock that stands still: a PONG must answer a PING of its own connection, also when it is replayed. */
    static long clock() {
        return 1;
    }

    /** A number that is not random: a proof is valid again when it is replayed to an end with the same number. */
    static long number() {
        return 7;
    }

    static TransportConfig.Builder smallFrames(TransportConfig.Builder builder) {
        return builder.frameBytes(4096)
                .messageMaxBytes(64 << 10)
                .quantumBytes(1024)
                .windowBytes(16 << 10, 64 << 10)
                .maxChannels(CHANNELS);
    }

    static RecordedConnection make() {
        TestSink sink = new TestSink();
        Endpoint near = new Endpoint(
                TestWorker.config("a", 1, RecordedConnection::smallFrames),
                sink,
                RecordedConnection::clock,
                RecordedConnection::number);
        Endpoint far = new Endpoint(
                TestWorker.config("b", 1, RecordedConnection::smallFrames),
                sink,
                RecordedConnection::clock,
                RecordedConnection::number);
        EmbeddedChannel here = new EmbeddedChannel();
        EmbeddedChannel there = new EmbeddedChannel(
                new InboundConnection(far, new Ticker(RecordedConnection::clock), new Admission(far)));
        PeerLink link = link(near, here);
        ByteBuf dialler = Unpooled.buffer();
        ByteBuf acceptor = Unpooled.buffer();
        try {
            here.runPendingTasks();
            for (int round = 0; round < 4; round++) {
                for (int channel = 0; channel < CHANNELS; channel++) {
                    offer(link, channel, 1 + 150 * round);
                }
                offer(link, round % CHANNELS, round == 2 ? 6_000 : 10);
                ByteBuffer control = ByteBuffer.allocate(20);
                link.offerControl(round, control, 0, 20);
                if (round == 3) {
                    link.offerControl(round, control, 0, 0);
                }
                exchange(here, there, dialler, acceptor);
            }
        } finally {
            link.close();
            here.runPendingTasks();
            here.finishAndReleaseAll();
            there.finishAndReleaseAll();
        }
        return new RecordedConnection(dialler, acceptor);
    }

    /** The bytes that the dialler sent when it was accepted. */
    byte[] afterHandshake() {
        return java.util.Arrays.copyOfRange(dialler, frames(dialler).get(2), dialler.length);
    }

    /** A link to worker "b", whose connection is in {@code channel} as soon as that runs its tasks. */
    static PeerLink link(Endpoint near, EmbeddedChannel channel) {
        Ticker ticker = new Ticker(RecordedConnection::clock);
        PeerLink link = new PeerLink(
                near,
                channel.eventLoop(),
                ticker,
                new PeerAddress("b", 1, "b", 1),
                new PeerLink.Listener(() -> {}, () -> {}),
                dialled -> channel.pipeline().addLast(new OutboundConnection(near, ticker, dialled)),
                new Backoff(1, 2, new SplittableRandom(1)));
        link.start();
        return link;
    }

    static void offer(PeerLink link, int channel, int length) {
        ByteBuffer message = ByteBuffer.allocate(length);
        for (int i = 0; i < length; i++) {
            message.put(i, (byte) i);
        }
        link.offer(channel, message, 0, length);
    }

    private static void exchange(EmbeddedChannel here, EmbeddedChannel there, ByteBuf dialler, ByteBuf acceptor) {
        boolean moved = true;
        while (moved) {
            here.runPendingTasks();
            there.runPendingTasks();
            moved = move(here, dialler, there) | move(there, acceptor, here);
        }
    }

    private static boolean move(EmbeddedChannel from, ByteBuf record, EmbeddedChannel to) {
        boolean moved = false;
        for (ByteBuf out; (out = from.readOutbound()) != null; moved = true) {
            record.writeBytes(out.duplicate());
            to.writeInbound(out);
        }
        return moved;
    }

    private static byte[] bytes(ByteBuf from) {
        byte[] all = new byte[from.readableBytes()];
        from.readBytes(all);
        return all;
    }

    /** The offsets at which frames begin, and the end of the last one. */
    static List<Integer> frames(byte[] stream) {
        ByteBuf in = Unpooled.wrappedBuffer(stream);
        List<Integer> starts = new ArrayList<>();
        for (int at = 0; at < stream.length; at += in.getIntLE(at)) {
            starts.add(at);
        }
        starts.add(stream.length);
        return starts;
    }

    /** Takes all messages, counts them, and releases them at once. */
    static final class TestSink implements InboundHandler {
        long messages;
        long controls;
        long bytes;

        @Override
        public void onMessage(InboundMessage message) {
            messages++;
            bytes += check(message.buffer(), message.offset(), message.length());
            message.release();
        }

        @Override
        public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
            controls++;
            bytes += check(buffer, offset, length);
        }

        private static int check(ByteBuffer buffer, int offset, int length) {
            if (offset < 0 || length < 0 || offset + length > buffer.limit()) {
                throw new AssertionError("a message at " + offset + " of " + length + " in " + buffer);
            }
            return length;
        }
    }
}
