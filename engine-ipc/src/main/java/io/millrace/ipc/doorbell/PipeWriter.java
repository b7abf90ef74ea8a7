// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The end of a named pipe of another thread or process to which any thread writes. Whoever reads the pipe removes it
 * when it ends, at any moment: then nobody is to be woken, and what is written goes nowhere.
 */
final class PipeWriter implements AutoCloseable {
    private final Path path;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(Short.BYTES);

    /** Null if there is no pipe, and after {@link #close}. */
    private FileChannel channel;

    private PipeWriter(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Opens a pipe, which need not exist. */
    static PipeWriter open(Path path) throws IOException {
        return new PipeWriter(path, NamedPipe.exists(path) ? channelOf(path) : null);
    }

    /**
     * Returns null if the pipe has gone. A {@link java.io.RandomAccessFile} would make a file then, which nobody
     * removes. For reading and writing, so that opening does not wait for the other end.
     */
    private static FileChannel channelOf(Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Writes a byte. */
    void write() {
        write(0, 1);
    }

    /** Writes a number of 16 bits. The kernel never divides so few bytes. */
    void writeNumber(int number) {
        write(number, Short.BYTES);
    }

    private synchronized void write(int number, int length) {
        boolean interrupted = false;
        try {
            while (channel != null) {
                // An interrupt closes the channel that is written to
                interrupted |= Thread.interrupted();
                bytes.clear().putShort((short) number).flip().limit(length);
                try {
                    channel.write(bytes);
                    return;
                } catch (ClosedByInterruptException e) {
                    channel = channelOf(path);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the pipe " + path, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the pipe " + path, e);
        } finally {
            channel = null;
        }
    }
}
