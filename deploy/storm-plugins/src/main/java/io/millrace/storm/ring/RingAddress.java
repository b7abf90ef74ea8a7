// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * Names a worker as its topology's assignment does, and finds its ring by that name.
 *
 * <pre>
 *   base/storm-4711-9f3c.lock           held while the worker lives
 *   base/storm-4711-9f3c/in             the ring
 *   base/storm-4711-9f3c/worker         version, topology, host and port; appears when the ring is complete
 * </pre>
 *
 * @param topology id
 * @param host name of the supervisor's host, as the supervisor reports it
 * @param port of the worker
 */
record RingAddress(String topology, String host, int port) {
    /** Prefix of the directories. */
    static final String PREFIX = "storm";

    static final String RING = "in";

    /** Of what a record of the ring holds, and of the file below; the ring's own layout has another one. */
    static final String VERSION = "1";

    private static final String FILE = "worker";

    RingAddress {
        // A connection of no topology, as Storm's tests make them
        topology = topology == null ? "" : topology;
    }

    /** Says that the complete ring in this directory is this worker's. */
    void publish(Path directory) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("version", VERSION);
        properties.setProperty("topology", topology);
        properties.setProperty("host", host);
        properties.setProperty("port", Integer.toString(port));
        Path unpublished = directory.resolve(FILE + ".new");
        try (Writer writer = Files.newBufferedWriter(unpublished)) {
            properties.store(writer, null);
        }
        Files.move(unpublished, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Returns the ring of the living worker with this name.
     *
     * @throws IOException whose message says why it cannot be used
     */
    Optional<Path> find(Path base) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(base, PREFIX + "-*")) {
            for (Path directory : directories) {
                if (isOf(directory) && ProcessLock.isAlive(lockOf(directory))) {
                    found.add(directory.resolve(RING));
                }
            }
        }
        if (found.size() > 1) {
            throw new IOException("two living workers call themselves " + this + ": " + found);
        }
        return found.stream().findFirst();
    }

    private boolean isOf(Path directory) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(directory.resolve(FILE))) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            return false;
        } catch (java.nio.file.FileSystemException e) {
            // The lock of a directory, or a directory of another account
            return false;
        }
        boolean same = topology.equals(properties.getProperty("topology"))
                && host.equals(properties.getProperty("host"))
                && Integer.toString(port).equals(properties.getProperty("port"));
        String version = properties.getProperty("version");
        if (same && !VERSION.equals(version) && ProcessLock.isAlive(lockOf(directory))) {
            throw new IOException("its ring has version " + version + ", this worker's has " + VERSION
                    + ": give all workers the same millrace-storm-plugins");
        }
        return same;
    }

    /** Returns the lock that the worker with this directory holds while it lives. */
    static Path lockOf(Path directory) {
        return directory.resolveSibling(directory.getFileName() + ".lock");
    }

    @Override
    public String toString() {
        return host + ":" + port + " of " + topology;
    }
}
