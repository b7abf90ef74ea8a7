package io.millrace.benchmarks.ipc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The directory of one cell's files, in memory; gone when this process ends, also when it is interrupted. */
final class Scratch implements AutoCloseable {
    private final Path directory;
    private final Thread removal = new Thread(this::delete, "removal");

    Scratch() throws IOException {
        directory = Files.createTempDirectory(Machine.sharedMemory(), "millrace-benchmark-");
        Runtime.getRuntime().addShutdownHook(removal);
    }

    Path directory() {
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

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(removal);
        delete();
    }
}
