// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.process;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.config.Secrets;
import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A daemon's data directory, held by one process at a time. The holder knows that the previous holder is dead, as the
 * kernel has released its lock. It may therefore take over the registrations that that process left under the
 * directory's instance id.
 */
public final class ExclusiveDirectory implements AutoCloseable {

    private static final String LOCK_PREFIX = "daemon";
    private static final String LOCK_SUFFIX = ".lock";
    private static final String INSTANCE = "instance";
    private static final int INSTANCE_BYTES = 8;

    private final Path path;
    private final ProcessLock lock;
    private final String instance;

    private ExclusiveDirectory(Path path, ProcessLock lock, String instance) {
        this.path = path;
        this.lock = lock;
        this.instance = instance;
    }

    /** Creates the directory that a setting names, and locks it. */
    public static ExclusiveDirectory hold(Config config, ConfigKey<String> key) {
        Path path = Directories.make(config, key);
        ProcessLock lock = null;
        try {
            lock = lock(path, key, key);
            return new ExclusiveDirectory(path, lock, instance(path));
        } catch (IOException e) {
            release(lock);
            throw new TopologyException(path + " (" + key.name() + ") cannot be used: " + Directories.reason(e), e);
        }
    }

    /**
     * Locks an existing directory, and removes the lock files of dead processes.
     *
     * @param key the setting that names the directory
     * @param remedy the setting to change if another process holds it
     */
    public static ProcessLock lock(Path path, ConfigKey<String> key, ConfigKey<String> remedy) throws IOException {
        return lock(path, LOCK_PREFIX, key, remedy);
    }

    /** Locks a directory as {@link #lock(Path, ConfigKey, ConfigKey)} does, beside locks with another prefix. */
    static ProcessLock lock(Path path, String prefix, ConfigKey<String> key, ConfigKey<String> remedy)
            throws IOException {
        ProcessLock lock = ProcessLock.acquire(path, prefix);
        try {
            Path other = otherHolder(path, prefix, lock.file());
            if (other != null) {
                throw new TopologyException(path + " (" + key.name() + ") belongs to the running process "
                        + other.getFileName().toString().split("-")[1] + ": stop it or set another " + remedy.name());
            }
            return lock;
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Whether a live process holds the directory. Removes the lock files of dead processes. */
    public static boolean isHeld(Path path) throws IOException {
        return otherHolder(path, LOCK_PREFIX, null) != null;
    }

    public Path path() {
        return path;
    }

    /** Returns the id of this directory, the same for every process that holds it. */
    public String instance() {
        return instance;
    }

    @Override
    public void close() {
        release(lock);
    }

    private static Path otherHolder(Path path, String prefix, Path own) throws IOException {
        List<Path> locks;
        try (Stream<Path> files = Files.list(path)) {
            locks = files.filter(file -> file.getFileName().toString().startsWith(prefix + "-")
                            && file.getFileName().toString().endsWith(LOCK_SUFFIX)
                            && !file.equals(own))
                    .toList();
        }
        for (Path file : locks) {
            if (!ProcessLock.isAlive(file)) {
                Files.deleteIfExists(file);
            } else if (Files.exists(file)) {
                return file;
            }
        }
        return null;
    }

    private static String instance(Path path) throws IOException {
        Path file = path.resolve(INSTANCE);
        if (Files.exists(file)) {
            return Files.readString(file).strip();
        }
        String fresh = Secrets.hex(INSTANCE_BYTES);
        Files.writeString(file, fresh);
        return fresh;
    }

    private static void release(ProcessLock lock) {
        if (lock != null) {
            lock.close();
        }
    }
}
