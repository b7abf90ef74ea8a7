// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import io.millrace.transport.InboundMessage;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The implementation of {@link InboundMessage}. The object is used again if the message was released before the handler
 * returned, so that a handler which releases at once costs no object per message.
 */
final class ReceivedMessage implements InboundMessage {

    private final AtomicBoolean released = new AtomicBoolean(true);
    private ReceiveBuffer bytes;
    private int offset;
    private int length;
    private long senderClockOffset;
    private long sent;
    private long connection;
    private byte[] payload;
    private int payloadAt;

    /** @param apart the payload; null if there is none */
    void wrap(
            ReceiveBuffer held,
            int at,
            int messageLength,
            byte[] apart,
            int apartAt,
            long clockOffset,
            long sentAt,
            long from) {
        held.hold();
        bytes = held;
        offset = at;
        length = messageLength;
        senderClockOffset = clockOffset;
        sent = sentAt;
        connection = from;
        payload = apart;
        payloadAt = apartAt;
        released.set(false);
    }

    boolean isReleased() {
        return released.get();
    }

    @Override
    public int targetTask() {
        return bytes.task();
    }

    @Override
    public ByteBuffer buffer() {
        return bytes.view();
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public byte[] payload() {
        return payload;
    }

    @Override
    public int payloadAt() {
        return payloadAt;
    }

    @Override
    public long senderClockOffsetNanos() {
        return senderClockOffset;
    }

    @Override
    public long sentNanos() {
        return sent;
    }

    @Override
    public long connection() {
        return connection;
    }

    @Override
    public void release() {
        // Clear it before the object may be used again
        payload = null;
        if (released.compareAndSet(false, true)) {
            bytes.release();
        }
    }
}
