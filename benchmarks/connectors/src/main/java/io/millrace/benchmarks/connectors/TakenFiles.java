// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A reader that takes the visible files of a directory away, by a thread of its own, so that they do not fill the disk.
 */
final class TakenFiles implements AutoCloseable {

    private static final long LOOK_NANOS = 50_000_000;

    private final Path directory;
    private final AtomicLong bytes = new AtomicLong();
    private final Thread thread = new Thread(this::run, "reader");
    private volatile boolean closed;

    TakenFiles(Path directory) {
        this.directory = directory;
        thread.start();
    }

    private void run() {
        while (!closed) {
            take();
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private synchronized void take() {
        try (Stream<Path> entries = Files.list(directory)) {
            List<Path> visible = entries.filter(
                            each -> !each.getFileName().toString().startsWith("."))
                    .toList();
            for (Path file : visible) {
                bytes.addAndGet(Files.size(file));
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot take the files of " + directory, e);
        }
    }

    /** Returns how many bytes all visible files had until now. */
    long all() {
        take();
        return bytes.get();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
