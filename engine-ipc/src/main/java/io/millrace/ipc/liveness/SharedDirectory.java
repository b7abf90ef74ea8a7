// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.liveness;

import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory of one process for its rings and doorbells, with permissions 0700. {@link #close} deletes it, or
 * {@link #removeDead} if its process was killed. Any thread may call any method.
 *
 * <pre>
 *   base/worker-4711-9f3c.lock     the process lock, held while the process lives; made before the directory
 *   base/worker-4711-9f3c/         the directory
 * </pre>
 */
public final class SharedDirectory implements AutoCloseable {
    private static final String SUFFIX = ".lock";
    private static final String UNLOCKED_SUFFIX = ".unlocked";
    private static final int ATTEMPTS = 10;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final Path path;
    private final ProcessLock lock;

    private SharedDirectory(Path path, ProcessLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /** The default base for this user: in shared memory on Linux, else in the directory of temporary files. */
    public static Path defaultBase() {
        return baseIn(SHARED_MEMORY, Path.of(System.getProperty("java.io.tmpdir")));
    }

    static Path baseIn(Path sharedMemory, Path temporary) {
        boolean memory = Files.isDirectory(sharedMemory) && Files.isWritable(sharedMemory);
        Path parent = memory ? sharedMemory : temporary;
        return parent.resolve("millrace-" + System.getProperty("user.name").replaceAll("[^A-Za-z0-9_.-]", "_"));
    }

    /** Makes {@code base/prefix-<pid>-<random>}, and base if need be. */
    public static SharedDirectory create(Path base, String prefix) throws IOException {
        if (!prefix.matches("[A-Za-z0-9_.-]+")) {
            throw new IllegalArgumentException("prefix is '" + prefix + "': use letters, digits, '_', '.' and '-'");
        }
        ProcessLock lock = acquire(base, prefix);
        try {
            Path path = directoryOf(lock.file());
            Files.createDirectory(path, MappedMemory.ownerOnly(path, "rwx------"));
            return new SharedDirectory(path, lock);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    private static ProcessLock acquire(Path base, String prefix) throws IOException {
        for (int attempt = 1; ; attempt++) {
            PrivateDirectory.make(base);
            try {
                return ProcessLock.acquire(base, prefix);
            } catch (NoSuchFileException e) {
                // Another process deleted the empty base.
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    public Path path() {
        return path;
    }

    /** The lock that is held while this process lives; rings are opened with it. */
    public ProcessLock lock() {
        return lock;
    }

    /** The directories in base whose process is proven dead. */
    public static List<Path> listDead(Path base) throws IOException {
        List<Path> dead = new ArrayList<>();
        for (Path lockFile : lockFiles(base, SUFFIX)) {
            if (!ProcessLock.isAlive(lockFile)) {
                dead.add(directoryOf(lockFile));
            }
        }
        return dead;
    }

    /**
     * Deletes the directories of dead processes in base, and returns them. Several processes may call this at a time.
     */
    public static List<Path> removeDead(Path base) throws IOException {
        List<Path> dead = listDead(base);
        for (Path directory : dead) {
            PrivateDirectory.remove(directory);
            Files.deleteIfExists(directory.resolveSibling(directory.getFileName() + SUFFIX));
        }
        for (Path unlocked : lockFiles(base, UNLOCKED_SUFFIX)) {
            if (!ProcessLock.isAlive(unlocked)) {
                Files.deleteIfExists(unlocked);
            }
        }
        return dead;
    }

    /** Lists none in another account's base, which could be replaced by another directory before they are removed. */
    private static List<Path> lockFiles(Path base, String suffix) throws IOException {
        if (!PrivateDirectory.isOwn(base)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(base)) {
            return files.filter(file -> file.getFileName().toString().endsWith(suffix))
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private static Path directoryOf(Path lockFile) {
        String name = lockFile.getFileName().toString();
        return lockFile.resolveSibling(name.substring(0, name.length() - SUFFIX.length()));
    }

    /** Deletes the directory with its content, and unlocks the process lock. */
    @Override
    public void close() {
        try {
            PrivateDirectory.remove(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path, e);
        } finally {
            lock.close();
        }
    }
}
