package io.millrace.benchmarks.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory for the files of one measurement, in memory; gone when this process ends, also when it is interrupted. */
public final class Scratch implements AutoCloseable {
    private final Path directory;
    private final Thread removal = new Thread(this::delete, "removal");

    public Scratch() throws IOException {
        directory = Files.createTempDirectory(Machine.sharedMemory(), "millrace-benchmark-");
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

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(removal);
        delete();
    }
}
