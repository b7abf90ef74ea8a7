// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** A message with several owners, who only read it. It is released when the last of them releases it. Any thread. */
final class SharedMessage implements InboundMessage {

    private final InboundMessage message;
    private final int number;
    private final AtomicInteger owners;
    private final ByteBuffer buffer;
    private final int offset;
    private final int length;

    /**
     * @param number the number by which the owners know the stream
     * @param owners the number of owners
     */
    SharedMessage(InboundMessage message, int number, int owners) {
        this.message = message;
        this.number = number;
        this.owners = new AtomicInteger(owners);
        this.buffer = message.buffer();
        this.offset = message.offset();
        this.length = message.length();
    }

    @Override
    public int targetTask() {
        return number;
    }

    @Override
    public ByteBuffer buffer() {
        return buffer;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int length() {
        return length;
    }

    /** The offset of the entry's clock says nothing of the source's clock. */
    @Override
    public long senderClockOffsetNanos() {
        return UNKNOWN_CLOCK;
    }

    @Override
    public long sentNanos() {
        return UNKNOWN_TIME;
    }

    @Override
    public void release() {
        if (owners.decrementAndGet() == 0) {
            message.release();
        }
    }
}
