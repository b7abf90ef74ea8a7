package io.millrace.ipc.doorbell;

import io.millrace.ipc.memory.MappedMemory;

/**
 * The word that says whether a thread waits: {number of waits: 63 bits, waiting: 1 bit}. Because of the number, a
 * thread that is delayed between loading the bit and clearing it cannot clear the bit of a later wait.
 */
final class WaitingWord {
    private static final long WAITING = 1;

    private final MappedMemory memory;
    private final int offset;

    WaitingWord(MappedMemory memory, int offset) {
        this.memory = memory;
        this.offset = offset;
    }

    /** Sets the bit; called by the thread that waits. */
    void publish() {
        long next = (memory.getPlain(offset) | WAITING) + 2;
        memory.putVolatile(offset, next);
        // The word is visible before the caller looks for work again. The other side has a fence between work and this
        // word.
        MappedMemory.fullFence();
    }

    /** Clears the bit; called by the thread that waits. False if somebody has rung. */
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

    /**
     * Clears the bit; called by a thread that rings, after the wake-up is sent. If it dies before, the next one rings.
     */
    void clear(long word) {
        memory.compareAndSet(offset, word, word & ~WAITING);
    }
}
