// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A copy of a message on the heap, which holds no memory and no credit of the transport. */
final class HeapMessage implements InboundMessage {

    private final int targetTask;
    private final ByteBuffer copy;
    private final long clockOffsetNanos;
    private final long sentNanos;

    /** Copies the message, and releases it. */
    HeapMessage(InboundMessage message) {
        targetTask = message.targetTask();
        clockOffsetNanos = message.senderClockOffsetNanos();
        sentNanos = message.sentNanos();
        copy = ByteBuffer.allocate(message.length())
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(0, message.buffer(), message.offset(), message.length());
        message.release();
    }

    @Override
    public int targetTask() {
        return targetTask;
    }

    @Override
    public ByteBuffer buffer() {
        return copy;
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public int length() {
        return copy.capacity();
    }

    @Override
    public long senderClockOffsetNanos() {
        return clockOffsetNanos;
    }

    @Override
    public long sentNanos() {
        return sentNanos;
    }

    @Override
    public void release() {
        // The copy is on the heap: there is nothing to release
    }
}
