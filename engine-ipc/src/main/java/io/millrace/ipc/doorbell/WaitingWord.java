package io.millrace.ipc.doorbell;

import io.millrace.ipc.memory.MappedMemory;

/**
 * The word that says whether a thread waits: {number of waits, 1 bit waiting}. The number keeps one who was held up between seeing the
 * bit and clearing it from clearing the bit of a later wait.
 */
final class WaitingWord {
    private static final long WAITING = 1;

    private final MappedMemory memory;
    private final int offset;

    WaitingWord(MappedMemory memory, int offset) {
        this.memory = memory;
        this.offset = offset;
    }

    /** By the thread that waits. */
    void publish() {
        long next = (memory.getPlain(offset) | WAITING) + 2;
        memory.putVolatile(offset, next);
        // The word is visible before the caller looks for work again; the other side has a fence between work and this
        // word.
        MappedMemory.fullFence();
    }

    /** By the thread that waits; false if somebody has rung. */
    boolean cancel() {
        long word = memory.getAcquire(offset);
        return isWaiting(word) && memory.compareAndSet(offset, word, word & ~WAITING);
    }

    long read() {
        return memory.getVolatile(offset);
    }

    static boolean isWaiting(long word) {
        return (word & WAITING) != 0;
    }

    /** By whoever rings, after the wake-up is on its way: if it dies before, the bit stands and the next one rings. */
    void clear(long word) {
        memory.compareAndSet(offset, word, word & ~WAITING);
    }
}
