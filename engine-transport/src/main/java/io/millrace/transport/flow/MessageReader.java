// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.frame.FragmentAssembler;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.ProtocolViolation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Splits the frames of one accepted connection into messages, assembles fragments, and delivers messages to the {@link
 * InboundHandler}. Runs on the connection's event loop.
 */
public final class MessageReader {

    private static final Logger LOG = LoggerFactory.getLogger(MessageReader.class);

    /** The payload offset of a message without a payload. */
    private static final int NONE = -1;

    private final Endpoint endpoint;
    private final ByteBufAllocator allocator;
    private final String sender;
    private final SenderCounts.Counts counts;
    private final long connection;
    private ReceivedMessage message = new ReceivedMessage();
    private long received;
    private long senderClockOffset = InboundMessage.UNKNOWN_CLOCK;
    private boolean handlerFailed;

    public MessageReader(Endpoint endpoint, ByteBufAllocator allocator, String sender) {
        this.endpoint = endpoint;
        this.allocator = allocator;
        this.sender = sender;
        this.counts = endpoint.senders.admit(sender);
        this.connection = endpoint.connections.incrementAndGet();
    }

    /** Messages received so far. */
    public long received() {
        return received;
    }

    /** Sets the sender's clock minus this one, and its error, for messages from now on. */
    public void senderClock(long offsetNanos, long errorNanos) {
        senderClockOffset = offsetNanos;
        counts.clock(offsetNanos, errorNanos);
    }

    /** The connection is gone. */
    public void onGone() {
        counts.clock(0, 0);
        try {
            endpoint.inbound.onClosed(connection);
        } catch (RuntimeException e) {
            onHandlerFailed(e);
        }
    }

    /** A DATA frame that its channel has accepted. */
    public void onData(InboundChannel channel, ByteBuf in, int index, int length) {
        endpoint.receivedBytes.addAndGet(length);
        long before = received;
        try {
            readRecords(channel, in, index + FrameDescriptor.DATA_HEADER_BYTES, index + length);
        } finally {
            endpoint.receivedMessages.addAndGet(received - before);
            counts.add(received - before, 0, length);
            if (senderClockOffset == InboundMessage.UNKNOWN_CLOCK) {
                counts.addUntimed(received - before);
            }
        }
    }

    private void readRecords(InboundChannel channel, ByteBuf in, int from, int to) {
        ReceiveBuffer held = null;
        int heldFrom = 0;
        try {
            for (int at = from; at < to; ) {
                int word = recordWord(in, at, to);
                int bytes = FrameDescriptor.recordBytes(word);
                if ((word & FrameDescriptor.RECORD_WHOLE) != FrameDescriptor.RECORD_WHOLE) {
                    onFragment(channel, word, in, at);
                } else {
                    if (channel.assembler.isOpen()) {
                        throw new ProtocolViolation(
                                CloseCause.GARBAGE, "a message within the fragments of another one");
                    }
                    if (held == null) {
                        held = hold(channel, in, at, to);
                        heldFrom = at;
                    }
                    held.addCredit(bytes);
                    if (!FrameDescriptor.isVoid(word)) {
                        deliverWhole(held, word, in, at, heldFrom);
                    }
                }
                at += bytes;
            }
        } finally {
            if (held != null) {
                held.release();
            }
        }
    }

    private void deliverWhole(ReceiveBuffer held, int word, ByteBuf in, int at, int heldFrom) {
        int offset = at - heldFrom + FrameDescriptor.RECORD_HEADER_BYTES;
        int length = FrameDescriptor.recordLength(word);
        if (!FrameDescriptor.isTimed(word)) {
            deliver(held, offset, length, null, NONE, InboundMessage.UNKNOWN_TIME);
            return;
        }
        if (length < FrameDescriptor.RECORD_TIME_BYTES) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a timed message without its time");
        }
        deliver(
                held,
                offset + FrameDescriptor.RECORD_TIME_BYTES,
                length - FrameDescriptor.RECORD_TIME_BYTES,
                null,
                NONE,
                in.getLongLE(at + FrameDescriptor.RECORD_HEADER_BYTES));
    }

    private static int recordWord(ByteBuf in, int at, int to) {
        if (to - at < FrameDescriptor.RECORD_HEADER_BYTES) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a record head is cut off");
        }
        int word = in.getIntLE(at);
        if (FrameDescriptor.recordBytes(word) > to - at) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE, "a record of " + FrameDescriptor.recordLength(word) + " bytes is cut off");
        }
        return word;
    }

    private ReceiveBuffer hold(InboundChannel channel, ByteBuf in, int from, int to) {
        ByteBuf copy = allocator.directBuffer(to - from, to - from);
        copy.writeBytes(in, from, to - from);
        return new ReceiveBuffer(channel, copy, 0);
    }

    private void onFragment(InboundChannel channel, int word, ByteBuf in, int at) {
        FragmentAssembler assembler = channel.assembler;
        int from = at + FrameDescriptor.RECORD_HEADER_BYTES;
        int length = FrameDescriptor.recordLength(word);
        if (FrameDescriptor.isFirst(word) == assembler.isOpen() || FrameDescriptor.isVoid(word)) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a fragment out of place");
        }
        if (FrameDescriptor.isFirst(word)) {
            if (length < FrameDescriptor.RECORD_PREFIX_BYTES) {
                throw new ProtocolViolation(CloseCause.GARBAGE, "a first fragment without the message's length");
            }
            int messageBytes = in.getIntLE(from);
            if (messageBytes < 0 || messageBytes > endpoint.config.messages().messageMaxBytes()) {
                throw new ProtocolViolation(
                        CloseCause.OVERSIZED,
                        "a message of " + messageBytes + " bytes is above the bound of "
                                + endpoint.config.messages().messageMaxBytes());
            }
            from += FrameDescriptor.RECORD_PREFIX_BYTES;
            length -= FrameDescriptor.RECORD_PREFIX_BYTES;
            assembler.begin(allocator, messageBytes, payload(channel, in, from, length, messageBytes));
        }
        if (length == 0) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a fragment without bytes, which could go on for ever");
        }
        int bytes = FrameDescriptor.recordBytes(word);
        assembler.add(in, from, length, bytes);
        channel.onAdded();
        channel.onHeld(bytes);
        if (FrameDescriptor.isLast(word)) {
            long creditBytes = assembler.creditBytes();
            byte[] payload = assembler.payload();
            ReceiveBuffer whole = new ReceiveBuffer(channel, assembler.finish(), creditBytes);
            channel.onWhole();
            try {
                deliver(whole, 0, whole.view().capacity(), payload, assembler.payloadAt(), InboundMessage.UNKNOWN_TIME);
            } finally {
                whole.release();
            }
        } else {
            channel.onFragment();
        }
    }

    /** Finds the payload of a message, and reserves memory for it, as only its length has been announced. */
    private long payload(InboundChannel channel, ByteBuf in, int from, int length, int messageBytes) {
        if (length <= 0) {
            return InboundHandler.NO_PAYLOAD;
        }
        long found;
        try {
            ByteBuffer first = in.nioBuffer(from, length).order(ByteOrder.LITTLE_ENDIAN);
            found = endpoint.inbound.payload(channel.id(), first, 0, length, messageBytes);
        } catch (RuntimeException e) {
            onHandlerFailed(e);
            return InboundHandler.NO_PAYLOAD;
        }
        boolean reserved = found != InboundHandler.NO_PAYLOAD && channel.tryReserve((int) found);
        return reserved ? found : InboundHandler.NO_PAYLOAD;
    }

    private void deliver(ReceiveBuffer held, int offset, int length, byte[] payload, int payloadAt, long sent) {
        received++;
        ReceivedMessage next = message;
        next.wrap(held, offset, length, payload, payloadAt, senderClockOffset, sent, connection);
        try {
            endpoint.inbound.onMessage(next);
        } catch (RuntimeException e) {
            next.release();
            onHandlerFailed(e);
        }
        if (!next.isReleased()) {
            message = new ReceivedMessage();
        }
    }

    /** A CONTROL frame. */
    public void onControl(ByteBuf in, int index, int length) {
        endpoint.receivedBytes.addAndGet(length);
        int end = index + length;
        int from = index + FrameDescriptor.CONTROL_HEADER_BYTES;
        counts.add(0, 0, length);
        ByteBuffer view = in.nioBuffer(from, end - from).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = from; at < end; ) {
            int word = recordWord(in, at, end);
            int bytes = FrameDescriptor.recordLength(word) - FrameDescriptor.RECORD_PREFIX_BYTES;
            if ((word & FrameDescriptor.RECORD_WHOLE) != FrameDescriptor.RECORD_WHOLE || bytes < 0) {
                throw new ProtocolViolation(CloseCause.GARBAGE, "a control message in fragments or without a target");
            }
            if (!FrameDescriptor.isVoid(word)) {
                int task = in.getIntLE(at + FrameDescriptor.RECORD_HEADER_BYTES);
                int offset = at - from + FrameDescriptor.RECORD_HEADER_BYTES + FrameDescriptor.RECORD_PREFIX_BYTES;
                deliverControl(task, view, offset, bytes);
            }
            at += FrameDescriptor.recordBytes(word);
        }
    }

    private void deliverControl(int task, ByteBuffer view, int offset, int length) {
        received++;
        counts.add(1, 1, 0);
        endpoint.receivedControls.incrementAndGet();
        try {
            endpoint.inbound.onControl(task, view, offset, length);
        } catch (RuntimeException e) {
            onHandlerFailed(e);
        }
    }

    private void onHandlerFailed(RuntimeException failure) {
        endpoint.drops.add(DropCause.HANDLER_FAILED, 1);
        if (!handlerFailed) {
            handlerFailed = true;
            LOG.error(
                    "the inbound handler threw on a message of worker {}; further ones of this connection are only counted",
                    sender,
                    failure);
        }
    }
}
