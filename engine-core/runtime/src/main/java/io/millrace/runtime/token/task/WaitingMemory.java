// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import java.util.concurrent.atomic.AtomicLong;

/** The memory of all tuples of a worker that wait for tokens as objects. Any thread may call it. */
final class WaitingMemory {

    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();

    WaitingMemory(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Adds bytes, also beyond the bound: an emission is never delayed. */
    void add(long more) {
        bytes.addAndGet(more);
    }

    boolean isFull() {
        return bytes.get() >= mostBytes;
    }
}
