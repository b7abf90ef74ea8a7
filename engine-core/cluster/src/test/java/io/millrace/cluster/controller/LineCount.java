// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The number of complete lines of a file to which lines are appended. Used by one thread. */
final class LineCount {

    private final Path file;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private long position;
    private long lines;

    LineCount(Path file) {
        this.file = file;
    }

    /** Returns the present number; 0 if there is no such file yet. */
    long now() {
        if (Files.notExists(file)) {
            return 0;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            for (int count = channel.read(buffer.clear(), position);
                    count > 0;
                    count = channel.read(buffer.clear(), position)) {
                position += count;
                buffer.flip();
                while (buffer.hasRemaining()) {
                    lines += buffer.get() == '\n' ? 1 : 0;
                }
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
