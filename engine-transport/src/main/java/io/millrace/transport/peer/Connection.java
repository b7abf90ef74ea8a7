// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.CloseCause;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.frame.BatchBuffer;
import io.millrace.transport.frame.FrameDecoder;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.ProtocolViolation;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The common part of both ends of a connection: decoding frames, pings, idle detection, writing batches, and closing
 * with one cause. Everything runs on the channel's event loop. Subclasses handle their own frames.
 *
 * <p>Smart batching: whenever the socket takes bytes, all waiting messages, up to one batch, are sent in one write.
 * Messages that are offered during a write go into the next one. No timer is involved.
 */
public abstract class Connection extends ChannelInboundHandlerAdapter implements FrameDecoder.Sink, Ticker.Ticked {

    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    /** The number of batches in a row after which the event loop reads and serves other connections. */
    private static final int MAX_BATCHES_IN_A_ROW = 8;

    private static final long TRIM_NANOS = 1_000_000_000L;

    final Endpoint endpoint;
    private final Ticker ticker;
    private final RoundTrip roundTrip = new RoundTrip();
    private final BatchBuffer batches;

    private ChannelHandlerContext context;
    private FrameDecoder decoder;
    private Liveness liveness;
    private long openedAt;
    private long trimmedAt;
    private boolean established;
    private CloseCause closeCause;
    private String closeDetail = "";
    private boolean reading;
    private boolean pumping;
    private boolean pumpAgain;
    private boolean pingDue;
    private boolean pongDue;
    private long pingSentAt;
    private long pingReceivedAt;

    Connection(Endpoint endpoint, Ticker ticker) {
        this.endpoint = endpoint;
        this.ticker = ticker;
        this.batches = new BatchBuffer(2 * endpoint.config.messages().frameBytes());
    }

    /** Whether {@link #fill} might write something. */
    abstract boolean hasWork();

    /** Writes waiting frames, the most urgent first. */
    abstract void fill(ByteBuf batch);

    /** Handles a frame other than PING and PONG. */
    abstract void onOtherFrame(int type, int flags, ByteBuf in, int index, int length);

    abstract void onOpened();

    /** The peer began with TLS, which this end does not use. */
    abstract void onEncryptedPeer(String detail);

    /** The connection is gone; this is the last call. */
    abstract void onGone(CloseCause cause, String detail);

    /** The number of messages received from the other end so far, which is reported to the other end. */
    abstract long receivedMessages();

    /** The other end has received so many messages. */
    abstract void onConfirmed(long messages);

    abstract void onWritten(int bytes);

    abstract void onTick(long nowNanos);

    /** The handshake has been going on for so long, and is not complete. */
    void onUnestablished(long ageNanos) {
        // The time-out of the handshake is enough, if not overridden.
    }

    public final Channel channel() {
        return context.channel();
    }

    final ChannelHandlerContext context() {
        return context;
    }

    /** The path's round trip, 0 if unknown. */
    long rttNanos() {
        return roundTrip.minNanos();
    }

    /** The latest round trip, queues included; 0 if unknown. */
    final long lastRttNanos() {
        return roundTrip.lastNanos();
    }

    /** A ping that was sent {@code rttNanos} ago was answered. */
    void onRoundTrip(long nowNanos, long rttNanos) {
        roundTrip.sample(nowNanos, rttNanos);
    }

    /** Takes a ping and its answer, as {@link ClockOffset#sample} does. */
    void onClockSample(long sentAt, long receivedAt, long answeredAt, long nowNanos) {
        // An end that receives no messages converts no times.
    }

    /** Whether a ping must be sent now, before everything that {@link #fill} writes. */
    boolean wantsPing() {
        return false;
    }

    /** Whether this end answers a ping with one of its own as well. */
    boolean echoesPings() {
        return false;
    }

    /** Event loop: whether a read is under way, after which {@link #pump} is called. */
    final boolean isReading() {
        return reading;
    }

    final boolean wasEstablished() {
        return established;
    }

    final boolean isEstablished() {
        return established && closeCause == null;
    }

    final void establish() {
        established = true;
        decoder.maxFrameBytes(endpoint.config.messages().frameBytes());
        pingDue = liveness.takePing(endpoint.clock.getAsLong());
    }

    @Override
    public final void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        if (ctx.channel().isActive()) {
            channelActive(ctx);
        }
    }

    @Override
    public final void channelActive(ChannelHandlerContext ctx) {
        if (decoder != null) {
            return;
        }
        openedAt = endpoint.clock.getAsLong();
        trimmedAt = openedAt;
        decoder = new FrameDecoder(ctx.alloc(), FrameDescriptor.MAX_HANDSHAKE_BYTES, this);
        liveness = new Liveness(
                endpoint.config.times().heartbeat().toNanos(),
                endpoint.config.times().idleTimeout().toNanos(),
                openedAt);
        ticker.add(this);
        onOpened();
    }

    @Override
    public final void channelRead(ChannelHandlerContext ctx, Object message) {
        reading = true;
        try {
            liveness.heard(endpoint.clock.getAsLong());
            decoder.decode((ByteBuf) message);
        } catch (ProtocolViolation e) {
            onViolation(e);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void onViolation(ProtocolViolation violation) {
        if (violation.closeCause() == CloseCause.ENCRYPTION) {
            onEncryptedPeer(violation.getMessage());
        } else {
            close(established ? violation.closeCause() : CloseCause.NOT_A_WORKER, violation.getMessage());
        }
    }

    @Override
    public final void onFrame(int type, int flags, ByteBuf in, int index, int length) {
        if (closeCause != null) {
            return;
        }
        if (!established || (type != FrameDescriptor.PING && type != FrameDescriptor.PONG)) {
            onOtherFrame(type, flags, in, index, length);
        } else if (type == FrameDescriptor.PING) {
            expectLength(length, FrameDescriptor.PING_BYTES, "PING");
            pongDue = true;
            pingDue |= echoesPings();
            pingSentAt = in.getLongLE(index + FrameDescriptor.PING_SENT_OFFSET);
            pingReceivedAt = endpoint.clock.getAsLong();
        } else {
            expectLength(length, FrameDescriptor.PONG_BYTES, "PONG");
            onPong(in, index);
        }
    }

    private void onPong(ByteBuf in, int index) {
        long now = endpoint.clock.getAsLong();
        long sentAt = in.getLongLE(index + FrameDescriptor.PING_SENT_OFFSET);
        long rtt = now - sentAt;
        if (rtt < 0 || now - openedAt < rtt) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a PONG that answers no PING");
        }
        onRoundTrip(now, rtt);
        onClockSample(
                sentAt,
                in.getLongLE(index + FrameDescriptor.PONG_PING_RECEIVED_OFFSET),
                in.getLongLE(index + FrameDescriptor.PONG_SENT_OFFSET),
                now);
        onConfirmed(in.getLongLE(index + FrameDescriptor.PONG_RECEIVED_OFFSET));
    }

    static void expectLength(int length, int expected, String what) {
        if (length != expected) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a " + what + " of " + length + " bytes");
        }
    }

    @Override
    public final void channelReadComplete(ChannelHandlerContext ctx) {
        reading = false;
        pump();
    }

    @Override
    public final void channelWritabilityChanged(ChannelHandlerContext ctx) {
        pump();
    }

    /** Writes batches while the socket takes them. */
    final void pump() {
        if (pumping || !isEstablished()) {
            return;
        }
        pumping = true;
        pingDue |= wantsPing();
        try {
            Channel channel = context.channel();
            for (int inARow = 0; canWrite(channel); inARow++) {
                if (inARow == MAX_BATCHES_IN_A_ROW) {
                    pumpLater();
                    return;
                }
                ByteBuf batch = batches.take(context.alloc());
                if (!prepare(batch)) {
                    batch.release();
                    return;
                }
                context.writeAndFlush(batch, context.voidPromise());
            }
        } finally {
            pumping = false;
        }
    }

    /** Fills a batch; false if there is nothing to write, or the connection ends because something threw. */
    private boolean prepare(ByteBuf batch) {
        try {
            writePings(batch);
            fill(batch);
            if (batch.isReadable()) {
                onWritten(batch.readableBytes());
            }
            return batch.isReadable();
        } catch (RuntimeException | Error e) {
            // Records that were taken out of the send buffers are lost, so the stream of this connection cannot go on.
            exceptionCaught(context, e);
            return false;
        }
    }

    private boolean canWrite(Channel channel) {
        return isEstablished() && channel.isActive() && channel.isWritable() && (pingDue || pongDue || hasWork());
    }

    private void pumpLater() {
        if (!pumpAgain) {
            pumpAgain = true;
            channel().eventLoop().execute(() -> {
                pumpAgain = false;
                pump();
            });
        }
    }

    private void writePings(ByteBuf batch) {
        if (pongDue) {
            pongDue = false;
            FrameDescriptor.writeHeader(batch, FrameDescriptor.PONG_BYTES, FrameDescriptor.PONG);
            batch.writeLongLE(pingSentAt).writeLongLE(receivedMessages());
            batch.writeLongLE(pingReceivedAt).writeLongLE(endpoint.clock.getAsLong());
        }
        if (pingDue) {
            pingDue = false;
            FrameDescriptor.writeHeader(batch, FrameDescriptor.PING_BYTES, FrameDescriptor.PING);
            batch.writeLongLE(endpoint.clock.getAsLong());
        }
    }

    @Override
    public final void tick(long nowNanos) {
        liveness.tick(nowNanos);
        if (nowNanos - trimmedAt >= TRIM_NANOS) {
            trimmedAt = nowNanos;
            batches.trim();
        }
        if (!established) {
            // The time-out also ends a connection that was refused and does not read the answer.
            if (nowNanos - openedAt > endpoint.config.times().handshakeTimeout().toNanos()) {
                close(
                        CloseCause.HANDSHAKE_TIMEOUT,
                        "no handshake within " + endpoint.config.times().handshakeTimeout());
            } else if (closeCause == null) {
                onUnestablished(nowNanos - openedAt);
            }
        } else if (closeCause != null) {
            return;
        } else if (liveness.isIdle(nowNanos)) {
            close(
                    CloseCause.IDLE,
                    "nothing heard for " + endpoint.config.times().idleTimeout());
        } else {
            pingDue |= liveness.takePing(nowNanos);
            onTick(nowNanos);
            pump();
        }
    }

    /** Closes the connection; the first cause counts. */
    public final ChannelFuture close(CloseCause cause, String detail) {
        endsFor(cause, detail);
        // Bypass the TLS handler, if there is one: it would wait until its close_notify is written.
        ChannelHandlerContext first = context.pipeline().firstContext();
        // A connection without handlers is closed already
        return first == null ? context.channel().close() : first.close();
    }

    /** The connection is about to be closed for this cause. */
    public final void endsFor(CloseCause cause, String detail) {
        if (closeCause == null) {
            closeCause = cause;
            closeDetail = detail;
            if (decoder != null) {
                decoder.close();
            }
        }
    }

    @Override
    public final void channelInactive(ChannelHandlerContext ctx) {
        ticker.remove(this);
        batches.release();
        if (decoder != null) {
            decoder.close();
        }
        CloseCause cause = closeCause == null ? CloseCause.REMOTE_CLOSED : closeCause;
        closeCause = cause;
        onGone(cause, closeDetail.isEmpty() ? "the other end closed the connection" : closeDetail);
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext ctx, Throwable failure) {
        if (failure instanceof IOException) {
            close(CloseCause.IO_ERROR, String.valueOf(failure.getMessage()));
        } else {
            LOG.error(
                    "connection with {} failed: this is a defect in millrace",
                    ctx.channel().remoteAddress(),
                    failure);
            close(CloseCause.INTERNAL, failure.toString());
        }
    }
}
