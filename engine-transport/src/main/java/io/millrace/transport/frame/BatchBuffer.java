// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The memory of one connection's batches, used on its event loop. The socket nearly always takes a batch at once, so
 * the next batch can use the same memory. Netty's pool does not cache buffers of this size, and filling a new one with
 * zeros would take longer than all other work for a small batch.
 */
public final class BatchBuffer {

    private final int bytes;
    private ByteBuf memory;
    private boolean taken;

    /** @param bytes size of a batch */
    public BatchBuffer(int bytes) {
        this.bytes = bytes;
    }

    /** An empty buffer for one batch; the caller releases it. */
    public ByteBuf take(ByteBufAllocator allocator) {
        if (memory != null && memory.refCnt() > 1) {
            // The previous batch is still being written
            release();
        }
        if (memory == null) {
            memory = allocator.directBuffer(bytes);
        }
        taken = true;
        return memory.clear().retain();
    }

    /** Called regularly: frees the memory if no batch was made since the last call. */
    public void trim() {
        if (!taken) {
            release();
        }
        taken = false;
    }

    /** Frees the memory, once a batch that is being written is done. */
    public void release() {
        if (memory != null) {
            memory.release();
            memory = null;
        }
    }
}
