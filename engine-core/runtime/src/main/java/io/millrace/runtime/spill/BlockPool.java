// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/**
 * The blocks that all queues of a worker share, up to a number. A block that came back is used again. Any thread may
 * call it.
 *
 * <p>The last blocks, as many as the longest record takes, are for queues that are empty: so no queue keeps another
 * queue from its first record.
 */
final class BlockPool {

    private final IntFunction<ByteBuffer> allocator;
    private final int blockBytes;
    private final int crowdedFrom;
    private final int forEmptyQueues;
    private final IntConsumer onShortage;
    private final MpmcVarHandleArrayQueue<Block> free;
    private final AtomicInteger taken = new AtomicInteger();

    /** The most blocks, which is lowered if the process gets less memory than it may have. */
    private final AtomicInteger limit;

    /**
     * @param allocator throws an OutOfMemoryError if there is no memory
     * @param crowdedFrom number of taken blocks from which on full blocks go to files
     * @param forEmptyQueues number of blocks that are kept for queues that are empty
     * @param onShortage consumer of the number of blocks if the process gets no more memory
     */
    BlockPool(
            IntFunction<ByteBuffer> allocator,
            int blockBytes,
            int blocks,
            int crowdedFrom,
            int forEmptyQueues,
            IntConsumer onShortage) {
        this.allocator = allocator;
        this.blockBytes = blockBytes;
        this.limit = new AtomicInteger(blocks);
        this.crowdedFrom = crowdedFrom;
        this.forEmptyQueues = forEmptyQueues;
        this.onShortage = onShortage;
        this.free = new MpmcVarHandleArrayQueue<>(Math.max(2, blocks));
    }

    int blockBytes() {
        return blockBytes;
    }

    int taken() {
        return taken.get();
    }

    boolean isCrowded() {
        return taken.get() >= crowdedFrom;
    }

    /** Takes the right to this many blocks, or none of them. */
    boolean reserve(int blocks, boolean emptyQueue) {
        int before;
        do {
            before = taken.get();
            int most = limit.get() - (emptyQueue ? 0 : forEmptyQueues);
            if (before + blocks > most) {
                return false;
            }
        } while (!taken.compareAndSet(before, before + blocks));
        return true;
    }

    /** Gives a right back that was not used. */
    void cancel(int blocks) {
        taken.addAndGet(-blocks);
    }

    /** Returns a block for a right that was taken; null if the process gets no memory for it. */
    Block get() {
        Block block = free.poll();
        if (block == null) {
            try {
                return allocate(null);
            } catch (OutOfMemoryError e) {
                int present = taken.get() - 1;
                limit.accumulateAndGet(present, Math::min);
                onShortage.accept(present);
                return null;
            }
        }
        block.clear();
        return block;
    }

    /** Makes a block that goes back to this home; null for the pool. */
    Block allocate(AtomicReference<Block> home) {
        return new Block(allocator.apply(blockBytes), home);
    }

    /** Takes a block of the pool back. */
    void release(Block block) {
        // The block is put back before its right, so that a thread that takes the right finds the block
        free.offer(block);
        taken.decrementAndGet();
    }
}
