// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.flow.CreditGrants;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.flow.InboundChannel;
import io.millrace.transport.flow.MessageReader;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.ProtocolViolation;
import io.millrace.transport.frame.Refusal;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.collections.Int2ObjectHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The acceptor's end of a connection: passes frames to its {@link InboundHandshake}, its channels and its {@link
 * MessageReader}, and writes what its {@link CreditGrants} have. Runs on its event loop. The socket is always read: the
 * credit that was granted bounds what may be received.
 */
public final class InboundConnection extends Connection {

    private static final Logger LOG = LoggerFactory.getLogger(InboundConnection.class);

    private final InboundHandshake handshake;
    private final CreditGrants grants;
    private final ClockOffset senderClock = new ClockOffset();
    private final Int2ObjectHashMap<InboundChannel> channels = new Int2ObjectHashMap<>();

    // any thread
    private final AtomicBoolean woken = new AtomicBoolean();

    /** The reader of messages; null until the connection is accepted. */
    private MessageReader messages;

    public InboundConnection(Endpoint endpoint, Ticker ticker, Admission admission) {
        super(endpoint, ticker);
        this.handshake = new InboundHandshake(endpoint, admission, this);
        this.grants = new CreditGrants(endpoint, this::wake);
    }

    // ---- its life ----

    @Override
    void onOpened() {
        handshake.onOpened();
    }

    @Override
    void onEncryptedPeer(String detail) {
        handshake.onEncryptedPeer(detail);
    }

    /** Returns the refusal, not encrypted, for a peer that should have spoken TLS. */
    public Refusal refusePlain() {
        return handshake.refusePlain();
    }

    /** The peer was accepted, and the answer was written. */
    void onAccepted(String sender) {
        messages = new MessageReader(endpoint, context().alloc(), sender);
        establish();
        pump();
    }

    /** Any thread: closes this connection, then runs {@code then} on its event loop. */
    void executeClose(CloseCause cause, String detail, Runnable then) {
        channel().eventLoop().execute(() -> close(cause, detail).addListener(done -> then.run()));
    }

    /** Any thread: asks {@link Admission} again, as other workers are expected now. */
    void executeAdmission() {
        try {
            channel().eventLoop().execute(handshake::onExpected);
        } catch (RejectedExecutionException e) {
            LOG.debug("a peer was expected after the transport was closed");
        }
    }

    @Override
    void onUnestablished(long ageNanos) {
        handshake.onAge(ageNanos);
    }

    @Override
    void onTick(long nowNanos) {
        grants.tick();
        tellSenderClock(nowNanos);
    }

    @Override
    void onGone(CloseCause cause, String detail) {
        handshake.onGone(cause, detail, wasEstablished());
        long cut = 0;
        for (InboundChannel channel : channels.values()) {
            cut += channel.abandon() ? 1 : 0;
        }
        endpoint.drops.add(DropCause.INCOMPLETE, cut);
        if (messages != null) {
            messages.onGone();
        }
    }

    // ---- what comes ----

    @Override
    void onOtherFrame(int type, int flags, ByteBuf in, int index, int length) {
        if (!isEstablished()) {
            handshake.onFrame(type, in, index, length);
            return;
        }
        switch (type) {
            case FrameDescriptor.DATA -> onData(flags, in, index, length);
            case FrameDescriptor.CONTROL -> messages.onControl(in, index, length);
            case FrameDescriptor.LIMITED -> onLimited(in, index, length);
            default -> throw new ProtocolViolation(CloseCause.GARBAGE, "a frame of type " + type + " for a receiver");
        }
    }

    private void onData(int flags, ByteBuf in, int index, int length) {
        int body = length - FrameDescriptor.DATA_HEADER_BYTES;
        if (body < 0) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a DATA of " + length + " bytes");
        }
        InboundChannel channel = channel(in.getIntLE(index + FrameDescriptor.DATA_CHANNEL_OFFSET));
        long position = in.getLongLE(index + FrameDescriptor.DATA_POSITION_OFFSET);
        channel.onReceived(position, body);
        messages.onData(channel, in, index, length);
        if ((flags & FrameDescriptor.FLAG_LIMITED) != 0) {
            channel.onLimited(position + body, in.getIntLE(index + FrameDescriptor.DATA_CREDIT_OFFSET));
        }
    }

    private InboundChannel channel(int id) {
        InboundChannel channel = channels.get(id);
        if (channel == null) {
            if (id < 0) {
                throw new ProtocolViolation(CloseCause.GARBAGE, "channel " + id + " is negative");
            }
            if (channels.size() >= endpoint.config.limits().maxChannels()) {
                throw new ProtocolViolation(
                        CloseCause.TOO_MANY_CHANNELS,
                        "channel " + id + " is one more than "
                                + endpoint.config.limits().maxChannels());
            }
            channel = new InboundChannel(id, grants, endpoint);
            channels.put(id, channel);
        }
        return channel;
    }

    private void onLimited(ByteBuf in, int index, int length) {
        int entries = length - FrameDescriptor.HEADER_BYTES;
        if (entries % FrameDescriptor.LIMITED_ENTRY_BYTES != 0) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a LIMITED of " + length + " bytes");
        }
        for (int at = index + FrameDescriptor.HEADER_BYTES;
                at < index + length;
                at += FrameDescriptor.LIMITED_ENTRY_BYTES) {
            channel(in.getIntLE(at))
                    .onLimited(
                            in.getLongLE(at + FrameDescriptor.LIMITED_POSITION_OFFSET),
                            in.getIntLE(at + FrameDescriptor.LIMITED_CREDIT_OFFSET));
        }
    }

    @Override
    long receivedMessages() {
        return messages == null ? 0 : messages.received();
    }

    @Override
    void onConfirmed(long confirmed) {
        if (confirmed != 0) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a receiver sends no messages that could be confirmed");
        }
    }

    // ---- what goes ----

    /** Any thread: there may be something to grant. */
    private void wake() {
        EventLoop loop = channel().eventLoop();
        // Within a read on this loop, pump() is called at its end.
        if (!(loop.inEventLoop() && isReading()) && woken.compareAndSet(false, true)) {
            try {
                loop.execute(this::onWake);
            } catch (RejectedExecutionException e) {
                LOG.debug("credit given back after the transport was closed");
            }
        }
    }

    private void onWake() {
        woken.set(false);
        pump();
    }

    @Override
    void onRoundTrip(long nowNanos, long rttNanos) {
        super.onRoundTrip(nowNanos, rttNanos);
        grants.onRoundTrip(nowNanos, rttNanos);
    }

    @Override
    void onClockSample(long sentAt, long receivedAt, long answeredAt, long nowNanos) {
        senderClock.sample(sentAt, receivedAt, answeredAt, nowNanos);
        tellSenderClock(nowNanos);
    }

    private void tellSenderClock(long nowNanos) {
        if (senderClock.isKnown()) {
            messages.senderClock(senderClock.nanos(), senderClock.errorNanos(nowNanos));
        }
    }

    @Override
    boolean wantsPing() {
        return grants.takePing();
    }

    @Override
    boolean hasWork() {
        return grants.hasWork();
    }

    @Override
    void fill(ByteBuf batch) {
        grants.write(batch, receivedMessages());
    }

    @Override
    void onWritten(int bytes) {
        // Credits and pongs are not counted as traffic.
    }
}
