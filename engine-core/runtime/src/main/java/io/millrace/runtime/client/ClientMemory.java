// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.ring.RingConfig;
import io.millrace.ipc.ring.RingConsumer;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.RingSizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A client's directory in shared memory, with its lock beside it and its inbound ring in it:
 * {@code <ipc.dir>/<cluster>/.clients/client-<pid>-<random>}. If its process is killed, the next client or a supervisor
 * removes it. The client's thread polls the ring; the thread that starts and ends the client makes and closes it.
 */
public final class ClientMemory implements AutoCloseable {

    /** The directory of all clients. No node has this name. */
    private static final String DIRECTORY = ".clients";

    private static final int CELL_BYTES = 64;
    private static final int MAX_PRODUCERS = 512;

    private final SharedDirectory directory;
    private final RingConsumer ring;

    ClientMemory(Path base, Config config) throws IOException {
        SharedDirectory.removeDead(base);
        directory = SharedDirectory.create(base, "client");
        try {
            int capacity = RingSizes.ringBytes(config);
            ring = RingConsumer.create(
                    directory.path().resolve("client.ring"),
                    new RingConfig(
                            capacity,
                            Math.toIntExact(config.get(TopologyKeys.MESSAGE_MAX_BYTES)),
                            MAX_PRODUCERS,
                            capacity / CELL_BYTES,
                            0),
                    directory.lock());
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** Removes from the directory of a cluster the directories of clients whose processes are proven dead. */
    public static void removeDead(Path cluster) throws IOException {
        SharedDirectory.removeDead(cluster.resolve(DIRECTORY));
    }

    /** Returns the directory of all clients of a worker's cluster on its node. */
    static Path baseOf(PeerEndpoint worker) {
        // <ipc.dir>/<cluster>/<node>/<topology>/<worker>/<lock>
        return Path.of(worker.process().lockFile())
                .getParent()
                .getParent()
                .getParent()
                .getParent()
                .resolve(DIRECTORY);
    }

    /** Returns whether a worker shares memory with processes of this machine, and this user may use it. */
    static boolean sees(PeerEndpoint worker) {
        if (worker.process().lockFile().isEmpty()) {
            return false;
        }
        Path lock = Path.of(worker.process().lockFile());
        try {
            return Files.isReadable(lock) && Files.isWritable(lock) && ProcessLock.isAlive(lock);
        } catch (IOException e) {
            return false;
        }
    }

    ProcessLock lock() {
        return directory.lock();
    }

    RingConsumer ring() {
        return ring;
    }

    @Override
    public void close() {
        try {
            ring.close();
        } finally {
            directory.close();
        }
    }
}
