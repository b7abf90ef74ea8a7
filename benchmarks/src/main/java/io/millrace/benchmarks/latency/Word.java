// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A number in memory that one thread writes and others read, also those of other processes; first 0. */
final class Word {

    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** No other written data lies within two cache lines. */
    private static final int OFFSET = 128;

    private static final int BYTES = 2 * OFFSET + Long.BYTES;

    private final ByteBuffer memory;

    private Word(ByteBuffer memory) {
        this.memory = memory;
    }

    static Word ofThisProcess() {
        return new Word(ByteBuffer.allocateDirect(BYTES));
    }

    /** Opens the word in a file, and makes the file if there is none. */
    static Word in(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Word(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
        }
    }

    long getAcquire() {
        return (long) WORD.getAcquire(memory, OFFSET);
    }

    void setRelease(long number) {
        WORD.setRelease(memory, OFFSET, number);
    }

    Sending sending() {
        return number -> {
            setRelease(number);
            return true;
        };
    }
}
