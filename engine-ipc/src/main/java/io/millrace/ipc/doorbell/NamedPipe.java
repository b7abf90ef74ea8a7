// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A named pipe of this process. One thread reads. Threads of this process write single bytes by it; others write by a
 * {@link PipeWriter}.
 */
final class NamedPipe implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NamedPipe.class);
    private static final long MKFIFO_SECONDS = 10;
    private static final long CLOSE_PARK_NANOS = 50_000;

    private static final byte[] ONE_BYTE = {0};

    private final Path path;
    private final RandomAccessFile file;
    private volatile boolean reading;
    private volatile boolean closed;

    private NamedPipe(Path path) throws IOException {
        this.path = path;
        // Opened for reading and writing: opening does not wait for the other end, and reading never sees the end of
        // file.
        this.file = new RandomAccessFile(path.toFile(), "rw");
    }

    /** Opens a pipe; null if there is none. */
    static NamedPipe openIfExists(Path path) throws IOException {
        return exists(path) ? new NamedPipe(path) : null;
    }

    /**
     * Makes those of these pipes that do not exist, all by one external command, as a process start costs milliseconds.
     * Where that is not possible, there are none afterwards.
     */
    static void make(List<Path> pipes) throws IOException {
        List<String> command = new ArrayList<>(List.of("mkfifo", "-m", "600", "--"));
        for (Path pipe : pipes) {
            if (!exists(pipe)) {
                command.add(pipe.toAbsolutePath().toString());
            }
        }
        if (command.size() > 4) {
            String problem = run(command);
            if (problem != null) {
                LOG.warn(
                        "no named pipes in {}, threads wake up later: mkfifo {}",
                        pipes.get(0).getParent(),
                        problem);
            }
        }
    }

    private static String run(List<String> command) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return "cannot be run: " + e.getMessage();
        }
        try {
            process.getOutputStream().close();
            if (!process.waitFor(MKFIFO_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "did not end in " + MKFIFO_SECONDS + " s";
            }
            return process.exitValue() == 0 ? null : "ended with " + process.exitValue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while making named pipes", e);
        }
    }

    static boolean exists(Path file) throws IOException {
        try {
            if (!Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isOther()) {
                throw new IOException(file + " is in the way of a named pipe: move it away");
            }
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    Path path() {
        return path;
    }

    /** Waits for bytes, and returns how many were read; 0 if the pipe was closed. */
    int read(byte[] bytes) {
        reading = true;
        try {
            return closed ? 0 : file.read(bytes);
        } catch (IOException e) {
            if (closed) {
                return 0;
            }
            throw new UncheckedIOException("cannot wait at the pipe " + path, e);
        } finally {
            reading = false;
        }
    }

    /** Writes a byte, unless the pipe was closed. */
    synchronized void write() {
        if (closed) {
            return;
        }
        try {
            file.write(ONE_BYTE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the pipe " + path, e);
        }
    }

    /** Releases a thread that reads in this process, and closes this end. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            // Looked at after the pipe is closed: a thread that begins to read later sees that, an earlier one needs
            // a byte.
            if (reading) {
                file.write(ONE_BYTE);
            }
            // The file descriptor must not be closed, and perhaps reused, while a thread is about to read from it.
            while (reading) {
                LockSupport.parkNanos(CLOSE_PARK_NANOS);
            }
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the pipe " + path, e);
        }
    }
}
