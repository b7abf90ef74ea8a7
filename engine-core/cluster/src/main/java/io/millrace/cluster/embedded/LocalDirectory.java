// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.model.ClusterRecord;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one embedded cluster, {@code <temp>/millrace-<user>/<id>}, with the lock {@code
 * <id>-<pid>-<random>.lock} beside it. The id is also the cluster's id, so a dead cluster's directory names its
 * directory in shared memory.
 */
final class LocalDirectory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalDirectory.class);
    private static final String PREFIX = "local_";
    private static final String LOCK_SUFFIX = ".lock";
    private static final int ATTEMPTS = 5;

    /**
     * The least free room: with less the disk would fill while ZooKeeper writes its first log, after which it does not
     * answer.
     */
    private static final long NEEDED_BYTES = 16 << 20;

    private final Path path;
    private final Path ipc;
    private final String clusterId;
    private final ProcessLock lock;

    private LocalDirectory(Path path, Path ipc, String clusterId, ProcessLock lock) {
        this.path = path;
        this.ipc = ipc;
        this.clusterId = clusterId;
        this.lock = lock;
    }

    /**
     * Creates a home after removing those of dead processes.
     *
     * @throws TopologyException with one line, if the directory of temporary files cannot be written or is full
     */
    static LocalDirectory create(Path ipc) throws IOException {
        Path base = Path.of(System.getProperty("java.io.tmpdir"));
        return create(
                ipc, base, Files.isDirectory(base) ? Files.getFileStore(base).getUsableSpace() : 0);
    }

    /** @param freeBytes the free bytes in the directory of temporary files */
    static LocalDirectory create(Path ipc, Path temporary, long freeBytes) {
        if (freeBytes < NEEDED_BYTES) {
            throw unusable(
                    temporary,
                    "has " + freeBytes / 1024 + " KiB free, and needs " + NEEDED_BYTES / 1024
                            + " KiB for ZooKeeper, jars and logs",
                    null);
        }
        try {
            return retrying(ipc, temporary);
        } catch (IOException e) {
            throw unusable(temporary, "cannot be written: " + Directories.reason(e), e);
        }
    }

    private static TopologyException unusable(Path temporary, String why, IOException cause) {
        return new TopologyException(
                "an embedded cluster cannot start: the directory of temporary files " + temporary + " " + why
                        + ": make room there, or name another one by MILLRACE_JAVA_OPTS=-Djava.io.tmpdir=DIR",
                cause);
    }

    private static LocalDirectory retrying(Path ipc, Path temporary) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return tryCreate(ipc, temporary);
            } catch (NoSuchFileException e) {
                // Another cluster ended and removed the common directory, which was empty.
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static LocalDirectory tryCreate(Path ipc, Path temporary) throws IOException {
        Path base = base(temporary);
        removeDead(base, ipc);
        String clusterId = PREFIX + ClusterRecord.newId();
        ProcessLock lock = ProcessLock.acquire(base, clusterId);
        try {
            Path path = PrivateDirectory.make(base.resolve(clusterId));
            return new LocalDirectory(path, ipc, clusterId, lock);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    /** Returns the first of a few names that no other account has taken. */
    static Path base(Path temporary) throws IOException {
        Path wanted = temporary.resolve("millrace-" + Directories.user());
        Path base = PrivateDirectory.makeFree(wanted);
        if (!base.equals(wanted)) {
            LOG.warn(
                    "{} {}: {} is taken",
                    wanted,
                    PrivateDirectory.problem(wanted).orElse("was taken"),
                    base);
        }
        return base;
    }

    Path path() {
        return path;
    }

    String clusterId() {
        return clusterId;
    }

    /** Removes all files, the lock last. */
    @Override
    public void close() {
        try {
            Directories.remove(ipc.resolve(clusterId));
            Directories.remove(path);
        } catch (IOException e) {
            LOG.warn("cannot remove {}: {}", path, Directories.reason(e));
        } finally {
            lock.close();
        }
        removeIfEmpty(path.getParent());
        if (ipc.equals(Directories.ipc(Config.empty()))) {
            removeIfEmpty(ipc);
        }
    }

    private static void removeIfEmpty(Path directory) {
        try {
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            LOG.debug("{} stays: {}", directory, Directories.reason(e));
        }
    }

    private static void removeDead(Path base, Path ipc) {
        List<Path> locks;
        try (Stream<Path> files = Files.list(base)) {
            locks = files.filter(file -> file.getFileName().toString().startsWith(PREFIX)
                            && file.getFileName().toString().endsWith(LOCK_SUFFIX))
                    .toList();
        } catch (IOException e) {
            LOG.warn("cannot look for directories of dead clusters: {}", Directories.reason(e));
            return;
        }
        for (Path file : locks) {
            try {
                if (!ProcessLock.isAlive(file)) {
                    removeDead(base, ipc, file);
                }
            } catch (IOException e) {
                LOG.warn("cannot remove the files of {}: {}", file, Directories.reason(e));
            }
        }
    }

    /** Removes the homes of dead clusters, whose workers end by themselves. The next cluster tries again if needed. */
    private static void removeDead(Path base, Path ipc, Path lockFile) throws IOException {
        String clusterId = lockFile.getFileName().toString().split("-")[0];
        Path memory = ipc.resolve(clusterId);
        if (Files.isDirectory(memory)) {
            try (Stream<Path> files = Files.walk(memory)) {
                for (Path file : files.filter(found -> found.toString().endsWith(LOCK_SUFFIX))
                        .toList()) {
                    if (Files.exists(file) && ProcessLock.isAlive(file)) {
                        return;
                    }
                }
            }
        }
        Directories.remove(memory);
        Directories.remove(base.resolve(clusterId));
        Files.deleteIfExists(lockFile);
        LOG.info("removed the files of the embedded cluster {}, whose process was killed", clusterId);
    }
}
