// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;

/** Keeps the memory of acknowledged batches for later ones. Used by one thread. */
final class MessagePool {

    private static final int LEAST_BYTES = 1 << 10;

    private final long maxBytes;
    private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();
    private long freeBytes;

    /** @param maxBytes the most bytes that are kept */
    MessagePool(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Returns memory of at least so many bytes, with undefined content. */
    ByteBuffer take(int length) {
        ByteBuffer kept = free.poll();
        if (kept != null) {
            freeBytes -= kept.capacity();
            if (kept.capacity() >= length) {
                return kept;
            }
            // Batches have grown: the small buffers go, one by one
        }
        int capacity = Math.max(LEAST_BYTES, Integer.highestOneBit(length - 1) << 1);
        return ByteBuffer.allocate(Math.max(capacity, length)).order(ByteOrder.LITTLE_ENDIAN);
    }

    void give(ByteBuffer message) {
        if (freeBytes + message.capacity() <= maxBytes) {
            free.push(message);
            freeBytes += message.capacity();
        }
    }
}
