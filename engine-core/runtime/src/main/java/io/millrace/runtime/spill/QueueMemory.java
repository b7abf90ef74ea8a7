// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The blocks that one queue may have: one of its own for its newest records, one of its own for reading files, and
 * those of the pool. So a queue always goes on at the pace of the disk, whatever other queues hold. Its owner and the
 * disk's thread call it.
 */
final class QueueMemory {

    private final BlockPool pool;
    private final Runnable onRoom;
    private final AtomicReference<Block> forWriting = new AtomicReference<>();
    private final AtomicReference<Block> forReading = new AtomicReference<>();

    /**
     * @param onRoom action that runs in the thread that gives a block back
     * @throws OutOfMemoryError if there is no memory for its own blocks
     */
    QueueMemory(BlockPool pool, Runnable onRoom) {
        this.pool = pool;
        this.onRoom = onRoom;
        forWriting.setPlain(pool.allocate(forWriting));
        forReading.setPlain(pool.allocate(forReading));
    }

    BlockPool pool() {
        return pool;
    }

    /** Takes this many blocks, or none of them. Only the owner calls it. */
    boolean take(int blocks, boolean emptyQueue, Deque<Block> into) {
        Block own = forWriting.getAndSet(null);
        int shared = own == null ? blocks : blocks - 1;
        if (shared == 0 || pool.reserve(shared, emptyQueue)) {
            if (own != null) {
                own.clear();
                into.addLast(own);
            }
            if (fill(shared, into)) {
                return true;
            }
            giveBack(into);
        } else if (own != null) {
            forWriting.set(own);
        }
        return false;
    }

    private boolean fill(int shared, Deque<Block> into) {
        for (int i = 0; i < shared; i++) {
            Block block = pool.get();
            if (block == null) {
                pool.cancel(shared - i);
                return false;
            }
            into.addLast(block);
        }
        return true;
    }

    private void giveBack(Deque<Block> blocks) {
        while (!blocks.isEmpty()) {
            release(blocks.pollLast());
        }
    }

    /** Returns a block for the content of a file; null if there is none now. Only the disk's thread calls it. */
    Block takeForReading() {
        Block own = forReading.getAndSet(null);
        if (own != null) {
            return own;
        }
        if (!pool.reserve(1, false)) {
            return null;
        }
        Block block = pool.get();
        if (block == null) {
            pool.cancel(1);
        }
        return block;
    }

    void release(Block block) {
        AtomicReference<Block> home = block.home();
        if (home == null) {
            pool.release(block);
        } else {
            home.set(block);
        }
        // The call comes after a volatile write: an owner that marks itself as refused either sees the block when it
        // looks again, or is woken
        onRoom.run();
    }
}
