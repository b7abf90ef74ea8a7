package io.millrace.transport.flow;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Received bytes that messages point into, with the credit that they cost. Made on the event loop, which holds one
 * reference while it hands out messages; each message holds one. The last release, on any thread, frees both.
 */
final class HeldBytes {

    private final InboundChannel channel;
    private final ByteBuf memory;
    private final ByteBuffer view;
    private final AtomicInteger holders = new AtomicInteger(1);
    private long creditBytes;

    /** Takes {@code memory} over, and {@code creditBytes} that are counted as held already. */
    HeldBytes(InboundChannel channel, ByteBuf memory, long creditBytes) {
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

    /** Event loop, before the last message is handed out. */
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
