package io.millrace.cluster.config;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.error.TopologyException;
import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * A daemon's data directory, held by one process at a time. Whoever holds it knows that the holder before is dead, as the
 * kernel has released its lock; so what that one left under the directory's instance id may be taken over.
 */
public final class ExclusiveDirectory implements AutoCloseable {

    private static final String LOCK_PREFIX = "daemon";
    private static final String LOCK_SUFFIX = ".lock";
    private static final String INSTANCE = "instance";

    private final Path path;
    private final ProcessLock lock;
    private final String instance;

    private ExclusiveDirectory(Path path, ProcessLock lock, String instance) {
        this.path = path;
        this.lock = lock;
        this.instance = instance;
    }

    /** Makes the directory that a setting names, and holds it. */
    public static ExclusiveDirectory hold(Config config, ConfigKey<String> key) {
        Path path = Directories.make(config, key);
        ProcessLock lock = null;
        try {
            lock = ProcessLock.acquire(path, LOCK_PREFIX);
            Path other = otherHolder(path, lock.file());
            if (other != null) {
                throw new TopologyException(path + " (" + key.name() + ") belongs to the running process "
                        + other.getFileName().toString().split("-")[1] + ": stop it or set another " + key.name());
            }
            return new ExclusiveDirectory(path, lock, instance(path));
        } catch (IOException e) {
            release(lock);
            throw new TopologyException(path + " (" + key.name() + ") cannot be used: " + Directories.reason(e), e);
        } catch (RuntimeException e) {
            release(lock);
            throw e;
        }
    }

    public Path path() {
        return path;
    }

    /** The same for every process that holds this directory, and for no other directory. */
    public String instance() {
        return instance;
    }

    @Override
    public void close() {
        release(lock);
    }

    private static Path otherHolder(Path path, Path own) throws IOException {
        List<Path> locks;
        try (Stream<Path> files = Files.list(path)) {
            locks = files.filter(file -> file.getFileName().toString().startsWith(LOCK_PREFIX + "-")
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
        byte[] random = new byte[8];
        ThreadLocalRandom.current().nextBytes(random);
        String fresh = HexFormat.of().formatHex(random);
        Files.writeString(file, fresh);
        return fresh;
    }

    private static void release(ProcessLock lock) {
        if (lock != null) {
            lock.close();
        }
    }
}
