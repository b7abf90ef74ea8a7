// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import io.millrace.api.codec.PayloadWriter;
import java.nio.ByteBuffer;

/**
 * A value whose bytes are written straight into their final place, and which is encoded as a {@code byte[]}. Its writer
 * is called once. Confined to the thread that emits it.
 */
public final class UnwrittenBytes {

    private final int length;
    private PayloadWriter writer;

    /** @throws IllegalArgumentException if the length is negative or above the maximum of a tuple */
    public UnwrittenBytes(int length, PayloadWriter writer) {
        if (length < 0 || length > ValueFormat.MAX_BYTES) {
            throw new IllegalArgumentException("a payload has " + length + " bytes: use 0 to " + ValueFormat.MAX_BYTES);
        }
        this.length = length;
        this.writer = writer;
    }

    public int length() {
        return length;
    }

    public void writeTo(ByteBuffer buffer, int index) {
        take().fill(buffer.slice(index, length));
    }

    public byte[] toArray() {
        return take().toBytes(length);
    }

    /** Writes into an array of this length whose content does not matter any more. */
    public byte[] toArray(byte[] used) {
        take().fill(ByteBuffer.wrap(used));
        return used;
    }

    private PayloadWriter take() {
        PayloadWriter taken = writer;
        if (taken == null) {
            throw new IllegalStateException("a payload was written before, and its writer is called once");
        }
        writer = null;
        return taken;
    }
}
