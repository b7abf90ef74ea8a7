// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A piece of a {@link SendBuffer}. Producers reserve by CAS and commit by the record's head word; a closed chunk takes
 * no more records. The memory is reused, the object is not: a producer that was descheduled with a reference to an old
 * chunk finds it closed.
 */
final class Chunk {

    private static final int CLOSED = 1 << 31;
    private static final VarHandle RESERVED;
    private static final VarHandle NEXT;
    private static final VarHandle WORDS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            RESERVED = lookup.findVarHandle(Chunk.class, "reserved", int.class);
            NEXT = lookup.findVarHandle(Chunk.class, "next", Chunk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final ByteBuffer memory;
    private final int capacity;

    // any thread
    private volatile int reserved;
    private volatile Chunk next;

    // event loop
    int read;

    /** {@code memory}: a direct buffer, so that its words are aligned, and all zero. */
    Chunk(ByteBuffer memory) {
        this.memory = memory;
        this.capacity = memory.capacity();
    }

    int capacity() {
        return capacity;
    }

    /** Reserves room for a record and returns its offset, or -1 if it does not fit any more. */
    int reserve(int bytes) {
        int end = reserved;
        while (end >= 0 && end + bytes <= capacity) {
            int witness = (int) RESERVED.compareAndExchange(this, end, end + bytes);
            if (witness == end) {
                return end;
            }
            end = witness;
        }
        return -1;
    }

    void close() {
        RESERVED.getAndBitwiseOr(this, CLOSED);
    }

    /** Closes the chunk only if no record begins at {@code end} or later. */
    boolean closeIfEmptyAt(int end) {
        return RESERVED.compareAndSet(this, end, end | CLOSED);
    }

    boolean isClosed() {
        return reserved < 0;
    }

    int end() {
        return reserved & ~CLOSED;
    }

    Chunk next() {
        return next;
    }

    boolean compareAndSetNext(Chunk follower) {
        return NEXT.compareAndSet(this, null, follower);
    }

    /** Publishes a record: its bytes must be in place before. */
    void putWordRelease(int index, int word) {
        WORDS.setRelease(memory, index, word);
    }

    /** Returns the head word of a record: 0 if the record is still being written; otherwise its bytes are visible. */
    int getWordAcquire(int index) {
        return (int) WORDS.getAcquire(memory, index);
    }
}
