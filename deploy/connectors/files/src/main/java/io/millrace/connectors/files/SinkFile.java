// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A temporary file, and the lines that are not in it yet. An exception of a write loses none of them: the next flush
 * writes them again, at the same position. The file is created by the first flush.
 */
final class SinkFile {

    private final FileOperations files;
    private final Path path;

    private byte[] buffer;
    private int buffered;
    private long written;
    private FileOperations.Output output;
    private boolean durable;
    private IOException lost;

    /** @param room in bytes, for the lines between two flushes; it grows if need be */
    SinkFile(FileOperations files, Path path, int room) {
        this.files = files;
        this.path = path;
        buffer = new byte[room];
    }

    void append(byte[] line) {
        int needed = buffered + line.length + 1;
        if (needed > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(needed, 2 * buffer.length));
        }
        System.arraycopy(line, 0, buffer, buffered, line.length);
        buffer[needed - 1] = '\n';
        buffered = needed;
    }

    int buffered() {
        return buffered;
    }

    long bytes() {
        return written + buffered;
    }

    Path path() {
        return path;
    }

    void flush() throws IOException {
        if (output == null && !durable) {
            output = files.create(path);
        }
        if (buffered > 0) {
            output.write(written, buffer, buffered);
            written += buffered;
            buffered = 0;
        }
    }

    /**
     * Writes all, makes it durable and closes the file. May be repeated after a failed flush, but not after a failed
     * fsync: then what was written may be lost, though a second fsync would succeed.
     */
    void finish() throws IOException {
        if (lost != null) {
            throw lost;
        }
        if (durable) {
            return;
        }
        flush();
        try {
            output.force();
            output.close();
        } catch (IOException e) {
            lost = new IOException(
                    "cannot make " + path + " durable, what it contains may be lost: " + e.getMessage(), e);
            throw lost;
        }
        durable = true;
        output = null;
        buffer = null;
    }

    /** Returns whether the file cannot be finished any more. */
    boolean isLost() {
        return lost != null;
    }

    /** Closes and removes the file. */
    void discard() throws IOException {
        if (output != null) {
            output.close();
            output = null;
        }
        files.delete(path);
    }
}
