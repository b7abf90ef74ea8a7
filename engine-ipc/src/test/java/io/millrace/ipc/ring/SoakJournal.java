// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What the threads of a process are about to commit and have committed, in a mapped file that outlives a killed
 * process. Each thread writes its own part; the process that started it reads.
 */
final class SoakJournal {
    private static final int PART = 128;
    private static final int INTENDED = 0;
    private static final int COMMITTED = 8;
    private static final int BYTES = 16;
    private static final int ABORTS = 24;
    private static final int GIVEN_UP = 32;

    private final MappedMemory memory;

    private SoakJournal(MappedMemory memory) {
        this.memory = memory;
    }

    static SoakJournal create(Path file, int threads) throws IOException {
        return new SoakJournal(MappedMemory.create(file, threads * PART));
    }

    static SoakJournal open(Path file) throws IOException {
        return new SoakJournal(MappedMemory.open(file, 0));
    }

    /** Called before the commit: messages up to this number arrive if it takes place. */
    void intend(int thread, int messages) {
        memory.putVolatile(thread * PART + INTENDED, messages);
    }

    /** Called after the commit. */
    void committed(int thread, long bytes) {
        add(thread, BYTES, bytes);
        memory.putVolatile(thread * PART + COMMITTED, intended(thread));
    }

    void aborted(int thread) {
        add(thread, ABORTS, 1);
    }

    void gaveUp(int thread) {
        add(thread, GIVEN_UP, 1);
        memory.putVolatile(thread * PART + INTENDED, committed(thread));
    }

    private void add(int thread, int counter, long count) {
        memory.putPlain(thread * PART + counter, memory.getPlain(thread * PART + counter) + count);
    }

    int intended(int thread) {
        return (int) memory.getVolatile(thread * PART + INTENDED);
    }

    int committed(int thread) {
        return (int) memory.getVolatile(thread * PART + COMMITTED);
    }

    long bytes(int thread) {
        return memory.getVolatile(thread * PART + BYTES);
    }

    long aborts(int thread) {
        return memory.getVolatile(thread * PART + ABORTS);
    }

    long givenUp(int thread) {
        return memory.getVolatile(thread * PART + GIVEN_UP);
    }
}
