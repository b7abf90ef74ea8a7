// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import io.millrace.ipc.memory.MappedMemory;

/**
 * The word that says whether a thread waits, and how it is woken: {number of waits: 61 bits, being rung: 1 bit, how: 2
 * bits}. Because of the number, a thread that is delayed between loading the word and clearing it cannot clear a later
 * wait.
 */
final class WaitingWord {
    /** How the thread waits. */
    static final int NOT = 0;

    /** It reads its own pipe. */
    static final int READS = 1;

    /** It is parked. Its own process unparks it; others write to the pipe of its board. */
    static final int PARKED = 2;

    /**
     * It waits for a change of the lower half of this word. A process that cannot wake it so writes to the pipe of its
     * board.
     */
    static final int FUTEX = 3;

    private static final long HOW = 3;
    private static final long RINGING = 4;
    private static final long ONE_WAIT = 8;

    private final MappedMemory memory;
    private final int offset;

    WaitingWord(MappedMemory memory, int offset) {
        this.memory = memory;
        this.offset = offset;
    }

    MappedMemory memory() {
        return memory;
    }

    int offset() {
        return offset;
    }

    /** Begins a wait, and returns its word. Called by the thread that waits. */
    long publish(int how) {
        long next = (memory.getPlain(offset) & -ONE_WAIT) + ONE_WAIT + how;
        memory.putVolatile(offset, next);
        // The word is visible before the caller looks for work again. The other side has a fence between work and this
        // word.
        MappedMemory.fullFence();
        return next;
    }

    /** Changes how the thread waits, unless somebody has rung: then it returns 0. Called by the thread that waits. */
    long change(long published, int how) {
        long next = published & ~HOW | how;
        return memory.compareAndSet(offset, published, next) ? next : 0;
    }

    /** Ends the wait. Returns whether nobody has begun to ring. Called by the process of the thread that waits. */
    boolean cancel() {
        long word = memory.getAcquire(offset);
        while (how(word) != NOT) {
            if (memory.compareAndSet(offset, word, word & -ONE_WAIT)) {
                return (word & RINGING) == 0;
            }
            word = memory.getAcquire(offset);
        }
        return false;
    }

    long read() {
        return memory.getVolatile(offset);
    }

    static int how(long word) {
        return (int) (word & HOW);
    }

    static boolean isWaiting(long word) {
        return (word & HOW) != NOT && (word & RINGING) == 0;
    }

    /**
     * Says that the thread is being woken. A thread that is about to wait for a change of the word does not begin to
     * wait then. Until the word is cleared others ring too, so that it does not matter if the caller dies. Returns the
     * word, or 0 if it has changed meanwhile.
     */
    long markRinging(long word) {
        long next = word | RINGING;
        return word == next || memory.compareAndSet(offset, word, next) ? next : 0;
    }

    /** Ends the wait that this word began. Returns false if the word has changed meanwhile. */
    boolean clear(long word) {
        return memory.compareAndSet(offset, word, word & -ONE_WAIT);
    }
}
