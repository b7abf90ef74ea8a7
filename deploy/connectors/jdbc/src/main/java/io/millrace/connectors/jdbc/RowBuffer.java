// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that are written one behind the other; its memory grows, and is used again. */
final class RowBuffer {

    private ByteBuffer buffer = ByteBuffer.allocate(0);

    /** Returns the buffer, behind what was written, with room for at least so many bytes. */
    ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int wanted = Math.max(buffer.position() + bytes, 2 * buffer.capacity());
            buffer = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), wanted)).position(buffer.position());
        }
        return buffer;
    }

    int size() {
        return buffer.position();
    }

    /** Returns what was written, and begins anew. */
    byte[] take() {
        byte[] all = Arrays.copyOf(buffer.array(), buffer.position());
        buffer.clear();
        return all;
    }
}
