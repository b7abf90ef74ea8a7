// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.error.TopologyException;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.ipc.liveness.SharedDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of the sockets and shared memories of a worker's engines, and the guard that ends the engines and
 * removes the directory when the worker is gone. The tasks of a worker share it. Any thread.
 */
final class EngineDirectory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EngineDirectory.class);

    /** The longest path of a Unix socket on Linux, in bytes. */
    private static final int LONGEST_PATH = 107;

    private static final String PREFIX = "worker";

    /** The longest name below the base directory. */
    private static final String LONGEST_NAME = PREFIX + "-4194304-ffffffffffffffff/2147483647.1023/socket";

    private static final Path TEMPORARY = Path.of("/tmp");

    private final SharedDirectory directory;
    private final EngineGuard guard;

    /** The commands that the guard runs. Guarded by this. */
    private final Set<String> commands = new HashSet<>();

    private EngineDirectory(SharedDirectory directory, EngineGuard guard) {
        this.directory = directory;
        this.guard = guard;
    }

    static EngineDirectory open() {
        Path own = SharedDirectory.defaultBase();
        String name = own.getFileName() + "-engines";
        return open(List.of(own.resolveSibling(name), TEMPORARY.resolve(name)));
    }

    /** @param bases possible directories, the preferred one first */
    static EngineDirectory open(List<Path> bases) {
        Path base = bases.stream()
                .filter(each -> length(each) <= LONGEST_PATH)
                .findFirst()
                .orElseThrow(() -> new TopologyException("the socket of an engine below " + bases.get(0)
                        + " would have a path of " + length(bases.get(0)) + " bytes, and " + LONGEST_PATH
                        + " is the most: set java.io.tmpdir to a shorter directory"));
        try {
            Path free = PrivateDirectory.makeFree(base);
            endDead(free);
            SharedDirectory made = SharedDirectory.create(free, PREFIX);
            try {
                return new EngineDirectory(made, EngineGuard.start(made.path(), mark(made.path())));
            } catch (IOException e) {
                made.close();
                throw e;
            }
        } catch (IOException e) {
            throw new TopologyException(
                    "engines cannot have files below " + base + ": " + e.getMessage()
                            + ": remove what other accounts have there",
                    e);
        }
    }

    private static int length(Path base) {
        return base.resolve(LONGEST_NAME).toString().getBytes(StandardCharsets.UTF_8).length;
    }

    /** Ends the engines of workers whose guard was killed too. */
    private static void endDead(Path base) {
        try {
            SharedDirectory.listDead(base).forEach(dead -> ProcessTree.killMarked(mark(dead)));
            SharedDirectory.removeDead(base);
        } catch (IOException e) {
            LOG.warn("what dead workers have left below {} is not removed: {}", base, e.toString());
        }
    }

    private static String mark(Path directory) {
        return directory.getFileName() + ".";
    }

    /** Returns the mark of the processes of an engine. */
    String mark(String engine) {
        return mark(directory.path()) + engine;
    }

    /** Makes an empty directory for an engine. */
    Path directory(String engine) throws IOException {
        Path made = directory.path().resolve(engine);
        PrivateDirectory.remove(made);
        return Files.createDirectory(made);
    }

    /** Lets the guard run this command too when the worker is gone; it runs once however often this is called. */
    synchronized void atEnd(List<String> command, Map<String, String> environment) {
        String line = EngineGuard.line(command, environment);
        if (commands.add(line)) {
            guard.atEnd(line);
        }
    }

    /** Closes the directory after the end of all engines. If an engine lives nevertheless, the guard goes on. */
    @Override
    public void close() {
        guard.close(ProcessTree.noneMarked(mark(directory.path())));
        directory.close();
        try {
            Files.deleteIfExists(directory.path().getParent());
        } catch (IOException e) {
            // The directory is not empty: other workers use it
        }
    }
}
