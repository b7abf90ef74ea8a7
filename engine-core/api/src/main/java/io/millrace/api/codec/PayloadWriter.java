// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.codec;

import java.nio.ByteBuffer;

/** Writes the bytes of one value, see {@link io.millrace.api.SpoutCollector#emitInto}. */
@FunctionalInterface
public interface PayloadWriter {

    /**
     * Writes all bytes that were announced. It must not emit.
     *
     * @param target the buffer, big-endian; it must be full at the end, by its position. It may be memory that other
     *     processes read, and must not be kept or used after this call
     */
    void write(ByteBuffer target);

    /**
     * Calls {@link #write}, and checks that the target is full.
     *
     * @throws IllegalStateException if it is not full
     */
    default void fill(ByteBuffer target) {
        int length = target.remaining();
        write(target);
        if (target.hasRemaining()) {
            throw new IllegalStateException("the writer of a payload has written " + (length - target.remaining())
                    + " of " + length + " bytes: write as many as were announced, by puts that move the position");
        }
    }

    /** Returns the written bytes in an array of this length. */
    default byte[] toBytes(int length) {
        if (length < 0) {
            throw new IllegalArgumentException("a payload has " + length + " bytes: use 0 or more");
        }
        byte[] bytes = new byte[length];
        fill(ByteBuffer.wrap(bytes));
        return bytes;
    }
}
