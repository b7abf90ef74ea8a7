// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file in shared memory that worker and engine map: the worker writes the first half, the engine the second. Confined
 * to the thread of one engine.
 */
final class SharedArea implements AutoCloseable {

    private static final int PAGE = 4096;
    private static final int BLOCK = 1 << 16;

    private final FileChannel channel;
    private final ByteBuffer memory;
    private final int half;

    /** The number of bytes from the beginning of this side's half that have memory behind them. */
    private int reserved;

    private SharedArea(FileChannel channel, long size) throws IOException {
        this.channel = channel;
        this.memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, size).order(ByteOrder.LITTLE_ENDIAN);
        this.half = memory.capacity() / 2;
    }

    /**
     * Makes the file, which takes memory only where it is written.
     *
     * @param largest the largest payload
     */
    static SharedArea create(Path file, long largest) throws IOException {
        long half = (largest + PAGE - 1) / PAGE * PAGE;
        return map(
                FileChannel.open(
                        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                2 * half);
    }

    static SharedArea open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return map(channel, channel.size());
    }

    private static SharedArea map(FileChannel channel, long size) throws IOException {
        try {
            return new SharedArea(channel, size);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    ByteBuffer memory() {
        return memory;
    }

    /** Returns the bytes that each side can write. */
    int half() {
        return half;
    }

    /**
     * Reserves memory for bytes that are about to be written: a write into the mapping ends the process if the file
     * system is full.
     *
     * @param base start of this side's half
     */
    void reserve(int base, int bytes) throws IOException {
        while (reserved < bytes) {
            ByteBuffer zeros = ByteBuffer.allocate(Math.min(BLOCK, half - reserved));
            while (zeros.hasRemaining()) {
                reserved += channel.write(zeros, (long) base + reserved);
            }
        }
    }

    /**
     * @throws EngineDeath if the engine has made the file smaller: access to the missing part would end this process
     */
    void check() throws IOException, EngineDeath {
        if (channel.size() < memory.capacity()) {
            throw new EngineDeath("it has made its shared memory smaller");
        }
    }

    /**
     * Gives the memory back before the garbage collector removes the mapping. Neither side may use the area any more.
     */
    void free() throws IOException {
        try (channel) {
            channel.truncate(0);
        }
    }

    /** Leaves the memory to the other side. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
