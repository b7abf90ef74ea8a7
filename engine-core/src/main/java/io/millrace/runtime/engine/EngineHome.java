package io.millrace.runtime.engine;

import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory of the sockets and shared memories of a worker's engines, and the guard that ends the engines and removes the directory when the worker is
 * gone. The tasks of a worker share it. Any thread.
 */
final class EngineHome implements AutoCloseable {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final Path directory;
    private final EngineGuard guard;

    private EngineHome(Path directory, EngineGuard guard) {
        this.directory = directory;
        this.guard = guard;
    }

    static EngineHome open() {
        try {
            Path base = Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
            Path directory = Files.createTempDirectory(
                    base,
                    "millrace-engines-",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return new EngineHome(directory, EngineGuard.start(directory, mark(directory)));
        } catch (IOException e) {
            throw new TopologyException("engines cannot have files in shared memory: " + e + ": free some of it", e);
        }
    }

    private static String mark(Path directory) {
        return directory.getFileName() + ".";
    }

    /** Returns what marks the processes of an engine. */
    String mark(String engine) {
        return mark(directory) + engine;
    }

    /** Makes an empty directory for an engine. */
    Path directory(String engine) throws IOException {
        Path made = directory.resolve(engine);
        remove(made);
        return Files.createDirectory(made);
    }

    /** Lets the guard run this command too when the worker is gone. */
    void atEnd(List<String> command) {
        guard.atEnd(command);
    }

    static void remove(Path tree) throws IOException {
        if (Files.notExists(tree)) {
            return;
        }
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    /** All engines have ended. */
    @Override
    public void close() throws IOException {
        guard.close();
        remove(directory);
    }
}
