// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.TestWorker;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.flow.Endpoint;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * A sender and a receiver joined by a wire with delay and rate, in virtual time on the calling thread: no socket, no
 * thread, no sleep. The wire's delay may change, and the connection may be cut.
 */
final class DelayedPipe implements AutoCloseable {

    static final int MESSAGE_BYTES = 8 * 1024;

    private static final long TICK_NANOS = 20_000_000;

    /** Keeps a task's channel full of messages, or offers one at each interval. */
    private static final class Source {
        private final int task;
        private final ByteBuffer message;
        private final boolean busy;
        private long refused;

        private Source(int task, int messageBytes, boolean busy) {
            this.task = task;
            this.message = ByteBuffer.allocate(messageBytes).order(ByteOrder.LITTLE_ENDIAN);
            this.busy = busy;
        }
    }

    /** One connection; its bytes on the wire are lost with it. */
    private final class Wire {
        private final EmbeddedChannel near = new EmbeddedChannel();
        private final EmbeddedChannel far = new EmbeddedChannel();
        private boolean cut;
        private boolean written;
        private long nearArrival;
        private long farArrival;

        private Wire(PeerLink dialled) {
            near.pipeline().addLast(new ChannelOutboundHandlerAdapter() {
                @Override
                public void write(ChannelHandlerContext context, Object out, ChannelPromise promise) {
                    written = true;
                    forward((ByteBuf) out);
                }
            });
            near.pipeline().addLast(new OutboundConnection(sender, ticker, dialled));
            far.pipeline().addLast(new InboundConnection(receiver.endpoint, ticker, admission));
        }

        private boolean settle() {
            near.runPendingTasks();
            far.runPendingTasks();
            boolean moved = written;
            written = false;
            for (ByteBuf out; (out = far.readOutbound()) != null; moved = true) {
                // A shorter delay lets no byte overtake: it is one stream.
                nearArrival = Math.max(nearArrival, time.now() + oneWayNanos);
                deliver(nearArrival, out, near);
            }
            return moved;
        }

        private void forward(ByteBuf out) {
            // In pieces, so that the far end sees a stream and not whole batches.
            while (out.isReadable()) {
                ByteBuf piece = out.readRetainedSlice(Math.min(out.readableBytes(), pieceBytes));
                wireFreeAt = Math.max(wireFreeAt, time.now()) + (long) (piece.readableBytes() / bytesPerNano);
                longestQueueNanos = Math.max(longestQueueNanos, wireFreeAt - time.now());
                farArrival = Math.max(farArrival, wireFreeAt + oneWayNanos);
                deliver(farArrival, piece, far);
            }
            out.release();
            if (near.isWritable() && unsentBytes() > socketBytes) {
                near.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
                time.at(wireFreeAt - (long) (socketBytes / 2 / bytesPerNano), this::writable);
            }
        }

        private double unsentBytes() {
            return (wireFreeAt - time.now()) * bytesPerNano;
        }

        private void writable() {
            if (!cut) {
                near.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
            }
        }

        private void deliver(long when, ByteBuf cargo, EmbeddedChannel to) {
            time.at(when, cargo, () -> {
                if (cut) {
                    cargo.release();
                } else {
                    to.writeInbound(cargo);
                }
            });
        }

        private void cut() {
            cut = true;
            near.close();
            far.close();
            near.finishAndReleaseAll();
            far.finishAndReleaseAll();
        }
    }

    final VirtualTime time;
    final VirtualReceiver receiver;
    final PeerLink link;
    private final boolean ownsTime;
    private final Endpoint sender;
    private final Admission admission;
    private final Ticker ticker;
    private final EmbeddedChannel loop = new EmbeddedChannel();
    private final List<Source> sources = new ArrayList<>();
    private final double bytesPerNano;
    private Wire wire;
    private long oneWayNanos;
    private long wireFreeAt;
    private boolean offering = true;
    long longestQueueNanos;
    /**
     * The bytes that the sender's socket takes beyond those that the wire has sent: all by default, so that the queue
     * is on the wire.
     */
    double socketBytes = Double.MAX_VALUE;

    /** What arrives at a time: by default of a segment's size. */
    int pieceBytes = 16 * 1024;

    long offered;

    /** Makes a pipe with one busy channel, task 0. */
    DelayedPipe(long rttNanos, double bytesPerSecond, UnaryOperator<TransportConfig.Builder> settings) {
        this(new VirtualReceiver(new VirtualTime(), settings), "a", rttNanos, bytesPerSecond, settings, true);
        keepBusy(0, MESSAGE_BYTES);
    }

    /** Makes a pipe without sources that shares its receiver with others. */
    DelayedPipe(
            VirtualReceiver receiver,
            String senderId,
            long rttNanos,
            double bytesPerSecond,
            UnaryOperator<TransportConfig.Builder> settings) {
        this(receiver, senderId, rttNanos, bytesPerSecond, settings, false);
    }

    private DelayedPipe(
            VirtualReceiver receiver,
            String senderId,
            long rttNanos,
            double bytesPerSecond,
            UnaryOperator<TransportConfig.Builder> settings,
            boolean ownsTime) {
        this.time = receiver.time;
        this.receiver = receiver;
        this.ownsTime = ownsTime;
        this.ticker = new Ticker(time::now);
        this.admission = new Admission(receiver.endpoint);
        oneWayNanos = rttNanos / 2;
        bytesPerNano = bytesPerSecond / 1e9;
        sender = new Endpoint(TestWorker.config(senderId, 1, settings), receiver, time::now);
        link = new PeerLink(
                sender,
                loop.eventLoop(),
                ticker,
                new PeerAddress("far", 1, "b", 1),
                new PeerLink.Listener(() -> {}, () -> {}),
                dialled -> wire = new Wire(dialled),
                new Backoff(1_000_000, 2_000_000, new SplittableRandom(1)));
        link.start();
        time.settleWith(this::settle);
        time.at(time.now(), this::tick);
    }

    void keepBusy(int task, int messageBytes) {
        sources.add(new Source(task, messageBytes, true));
    }

    /** Offers a message at each interval, with the time of the offer in it. */
    void offerEvery(long intervalNanos, int task, int messageBytes) {
        Source source = new Source(task, messageBytes, false);
        sources.add(source);
        time.at(time.now(), () -> offerNext(source, intervalNanos));
    }

    private void offerNext(Source source, long intervalNanos) {
        if (offering) {
            offer(source);
            time.at(time.now() + intervalNanos, () -> offerNext(source, intervalNanos));
        }
    }

    private boolean offer(Source source) {
        source.message.putLong(0, time.now());
        if (link.offer(source.task, source.message, 0, source.message.capacity())) {
            offered++;
            return true;
        }
        source.refused++;
        return false;
    }

    boolean offerControl() {
        return link.offerControl(1, ByteBuffer.allocate(8), 0, 8);
    }

    void stopOffering() {
        offering = false;
    }

    void rtt(long nanos) {
        oneWayNanos = nanos / 2;
    }

    /** Breaks the connection; bytes in flight are lost. */
    void cut() {
        wire.cut();
    }

    PeerCounters counters() {
        return link.counters();
    }

    long heldBytes() {
        return receiver.endpoint.heldBytes.get();
    }

    private void tick() {
        ticker.tick();
        time.at(time.now() + TICK_NANOS, this::tick);
    }

    void runFor(long nanos) {
        time.runFor(nanos);
    }

    /** Lets both ends do their work at this instant, and puts the bytes that they wrote on the wire. */
    private boolean settle() {
        boolean moved = false;
        for (Source source : sources) {
            while (offering && source.busy && offer(source)) {
                moved = true;
            }
        }
        loop.runPendingTasks();
        return (wire != null && !wire.cut && wire.settle()) | moved;
    }

    /** Returns the bytes per second that the receiver's task consumed in the next so many nanoseconds. */
    double rateOver(int task, long nanos) {
        long before = receiver.consumedBytes(task);
        runFor(nanos);
        return (receiver.consumedBytes(task) - before) * 1e9 / nanos;
    }

    double rateOver(long nanos) {
        return rateOver(0, nanos);
    }

    @Override
    public void close() {
        offering = false;
        link.close();
        loop.runPendingTasks();
        receiver.releaseAll();
        if (wire != null && !wire.cut) {
            wire.cut();
        }
        loop.finishAndReleaseAll();
        if (ownsTime) {
            time.close();
        }
    }
}
