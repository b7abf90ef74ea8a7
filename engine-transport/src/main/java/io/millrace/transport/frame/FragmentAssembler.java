package io.millrace.transport.frame;

import io.millrace.transport.CloseCause;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Assembles the one message of a channel that arrives in fragments. Owned by the connection's event loop. Memory grows with what was received, not with the length that was announced.
 */
public final class FragmentAssembler {

    private static final int FIRST_CAPACITY = 256 * 1024;

    private ByteBuf memory;
    private int expectedBytes;
    private long creditBytes;

    public boolean isOpen() {
        return memory != null;
    }

    /** Credit that the fragments received so far have cost. */
    public long creditBytes() {
        return creditBytes;
    }

    public void begin(ByteBufAllocator allocator, int messageBytes) {
        memory = allocator.directBuffer(Math.min(messageBytes, FIRST_CAPACITY), messageBytes);
        expectedBytes = messageBytes;
        creditBytes = 0;
    }

    public void add(ByteBuf in, int index, int length, int recordBytes) {
        if (length > expectedBytes - memory.writerIndex()) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE, "fragments of a message exceed its length of " + expectedBytes + " bytes");
        }
        memory.writeBytes(in, index, length);
        creditBytes += recordBytes;
    }

    /** The whole message; the caller owns it. */
    public ByteBuf finish() {
        if (memory.writerIndex() != expectedBytes) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE, "a message of " + expectedBytes + " bytes ends after " + memory.writerIndex());
        }
        ByteBuf whole = memory;
        memory = null;
        creditBytes = 0;
        return whole;
    }

    /** The connection is gone; returns whether a message was incomplete. */
    public boolean abandon() {
        if (memory == null) {
            return false;
        }
        memory.release();
        memory = null;
        return true;
    }
}
