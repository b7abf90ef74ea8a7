// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.process.ExclusiveDirectory;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory of a node's workers in shared memory, held by one supervisor at a time, so that two with the same name
 * do not take over each other's workers. It is removed with the last worker's directory. The thread that starts and
 * ends the supervisor calls.
 */
final class NodeDirectory implements AutoCloseable {

    private static final int ATTEMPTS = 10;

    private final Path path;
    private final ProcessLock lock;

    private NodeDirectory(Path path, ProcessLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Creates and locks the directory, and removes those of other nodes that are not in use. */
    static NodeDirectory hold(Config config, String clusterId, String node) throws IOException {
        Path cluster = Directories.make(config, ClusterKeys.IPC_DIR).resolve(clusterId);
        Path path = cluster.resolve(node);
        for (int attempt = 1; ; attempt++) {
            try {
                PrivateDirectory.makeInner(cluster);
                PrivateDirectory.makeInner(path);
                NodeDirectory held = new NodeDirectory(
                        path, ExclusiveDirectory.lock(path, ClusterKeys.IPC_DIR, ClusterKeys.NODE_ID));
                removeUnused(cluster);
                return held;
            } catch (NoSuchFileException e) {
                // Another supervisor has just removed it, as it was empty
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        lock.close();
        Directories.removeIfEmpty(path);
        Directories.removeIfEmpty(path.getParent());
    }

    private static void removeUnused(Path cluster) throws IOException {
        List<Path> nodes;
        try (Stream<Path> found = Files.list(cluster)) {
            nodes = found.filter(Files::isDirectory).toList();
        }
        for (Path node : nodes) {
            try {
                if (!ExclusiveDirectory.isHeld(node)) {
                    Directories.removeIfEmpty(node);
                }
            } catch (NoSuchFileException e) {
                // The other supervisor has ended.
            }
        }
    }
}
