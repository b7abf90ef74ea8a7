// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/**
 * The memory of all send buffers of a transport, in chunks of one size. Producers take, event loops give back. Memory
 * stays in the pool; only memory that was taken beyond the bound goes back to the JVM.
 */
public final class ChunkPool {

    private final int chunkBytes;
    private final long maxBytes;
    private final MpmcVarHandleArrayQueue<ByteBuffer> free;
    private final ByteBuffer zeros;
    private final AtomicLong used = new AtomicLong();

    public ChunkPool(int chunkBytes, long maxBytes) {
        this.chunkBytes = chunkBytes;
        this.maxBytes = maxBytes;
        this.free = new MpmcVarHandleArrayQueue<>((int) Math.max(2, Math.min(1 << 20, maxBytes / chunkBytes)));
        this.zeros = ByteBuffer.allocateDirect(chunkBytes);
    }

    int chunkBytes() {
        return chunkBytes;
    }

    public long usedBytes() {
        return used.get();
    }

    /** A chunk of zeros, or null if the bound is reached and {@code forced} is not set. */
    Chunk take(boolean forced) {
        if (used.addAndGet(chunkBytes) > maxBytes && !forced) {
            used.addAndGet(-chunkBytes);
            return null;
        }
        ByteBuffer memory = free.poll();
        if (memory == null) {
            try {
                memory = ByteBuffer.allocateDirect(chunkBytes);
            } catch (OutOfMemoryError e) {
                used.addAndGet(-chunkBytes);
                throw e;
            }
        }
        return new Chunk(memory);
    }

    /** Takes a chunk back whose first {@code dirtyBytes} may differ from zero. */
    void give(Chunk chunk, int dirtyBytes) {
        chunk.memory.put(0, zeros, 0, dirtyBytes);
        free.offer(chunk.memory);
        used.addAndGet(-chunkBytes);
    }
}
