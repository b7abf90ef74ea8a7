package io.millrace.transport.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The memory of one connection's batches; on its event loop. The socket nearly always takes a batch at once, so the next one
 * can have the same memory. A pool does not keep pieces as large as a batch, and new ones are filled with zeros first, which
 * would take longer than all else that is done for a small batch.
 */
public final class BatchBuffer {

    private final int bytes;
    private ByteBuf memory;
    private boolean taken;

    /** @param bytes what a batch has room for */
    public BatchBuffer(int bytes) {
        this.bytes = bytes;
    }

    /** An empty buffer for one batch; whoever takes it releases it. */
    public ByteBuf take(ByteBufAllocator allocator) {
        if (memory != null && memory.refCnt() > 1) {
            // The batch before is still on its way
            release();
        }
        if (memory == null) {
            memory = allocator.directBuffer(bytes);
        }
        taken = true;
        return memory.clear().retain();
    }

    /** Now and then: gives the memory back if no batch was made since the last call. */
    public void trim() {
        if (!taken) {
            release();
        }
        taken = false;
    }

    /** Gives the memory back, as soon as a batch that is on its way has arrived. */
    public void release() {
        if (memory != null) {
            memory.release();
            memory = null;
        }
    }
}
