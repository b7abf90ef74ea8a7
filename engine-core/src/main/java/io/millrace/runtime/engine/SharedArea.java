package io.millrace.runtime.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file in shared memory that worker and engine map. Confined to the thread of one engine. */
final class SharedArea {

    private static final int PAGE = 4096;

    private final ByteBuffer memory;
    private final int half;

    private SharedArea(ByteBuffer memory) {
        this.memory = memory;
        this.half = memory.capacity() / 2;
    }

    /**
     * Makes the file, which takes memory only where it is written.
     *
     * @param largest the largest payload
     */
    static SharedArea create(Path file, long largest) throws IOException {
        long half = (largest + PAGE - 1) / PAGE * PAGE;
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return map(channel, 2 * half);
        }
    }

    static SharedArea open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return map(channel, channel.size());
        }
    }

    private static SharedArea map(FileChannel channel, long size) throws IOException {
        return new SharedArea(
                channel.map(FileChannel.MapMode.READ_WRITE, 0, size).order(ByteOrder.LITTLE_ENDIAN));
    }

    ByteBuffer memory() {
        return memory;
    }

    /** Returns how many bytes each side can write. */
    int half() {
        return half;
    }
}
