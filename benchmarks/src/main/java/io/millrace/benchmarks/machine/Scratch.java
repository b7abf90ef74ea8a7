// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A directory for the files of one measurement, in memory; gone when this process ends, also when it is interrupted.
 */
public final class Scratch implements AutoCloseable {

    /** Other processes are being ended at the same time, and may still write. */
    private static final long LAST_WRITES_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Path directory;
    private final Thread removal = new Thread(this::deleteAtEnd, "removal");

    public Scratch() throws IOException {
        directory = Files.createTempDirectory(
                Machine.sharedMemory(),
                "millrace-benchmark-" + ProcessHandle.current().pid() + "-");
        Runtime.getRuntime().addShutdownHook(removal);
    }

    public Path directory() {
        return directory;
    }

    private void delete() {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory, e);
        }
    }

    private void deleteAtEnd() {
        long began = System.nanoTime();
        while (Files.exists(directory)) {
            try {
                delete();
            } catch (UncheckedIOException e) {
                if (System.nanoTime() - began > LAST_WRITES_NANOS) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(removal);
        delete();
    }
}
