// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The received bytes that messages point into, and the credit that they cost. It is reference-counted: the event loop
 * holds one reference while it delivers messages, and each message holds another one. The last release, on any thread,
 * frees memory and credit.
 */
final class ReceiveBuffer {

    private final InboundChannel channel;
    private final ByteBuf memory;
    private final ByteBuffer view;
    private final AtomicInteger holders = new AtomicInteger(1);
    private long creditBytes;

    /** Becomes the owner of {@code memory}; {@code creditBytes} are counted as held already. */
    ReceiveBuffer(InboundChannel channel, ByteBuf memory, long creditBytes) {
        this.channel = channel;
        this.creditBytes = creditBytes;
        this.memory = memory;
        this.view = memory.nioBuffer(0, memory.writerIndex()).order(ByteOrder.LITTLE_ENDIAN);
    }

    ByteBuffer view() {
        return view;
    }

    int task() {
        return channel.id();
    }

    /** Adds credit that the bytes cost. Event loop, before the last message is delivered. */
    void addCredit(int bytes) {
        creditBytes += bytes;
        channel.onHeld(bytes);
    }

    void hold() {
        holders.incrementAndGet();
    }

    void release() {
        if (holders.decrementAndGet() == 0) {
            memory.release();
            channel.onReleased(creditBytes);
        }
    }
}
