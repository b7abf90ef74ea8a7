// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.liveness;

import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that this process keeps locked while it lives. It shows others whether the process lives: the consumers of its
 * rings, and the supervisor that removes its directory. Any thread may call any method.
 *
 * <p>The kernel keeps one such lock per process and file, whichever channel took it, and drops it when the process
 * closes <em>any</em> channel on that file. So this class keeps all locks of the JVM in one map, and never opens one of
 * these files a second time. Links to the file count as the file itself.
 */
public final class ProcessLock implements AutoCloseable {
    private static final String SUFFIX = ".lock";
    private static final String UNLOCKED_SUFFIX = ".unlocked";
    private static final int ATTEMPTS = 10;

    /** Locks of this JVM by file key; static because the kernel keeps them per process. Guarded by itself. */
    private static final Map<Object, ProcessLock> HELD = new HashMap<>();

    /**
     * Channels on files that a copy of this class in another class loader has locked: closing one would drop that lock.
     */
    private static final List<Foreign> OPEN_PROBES = new ArrayList<>();

    private final Path file;
    private final Object key;
    private final FileChannel channel;
    private int users = 1;
    private boolean closed;

    private record Foreign(Object key, FileChannel channel) {}

    private ProcessLock(Path file, Object key, FileChannel channel) {
        this.file = file;
        this.key = key;
        this.channel = channel;
    }

    /** Makes a lock file with a unique name in this directory, and locks it. */
    public static ProcessLock acquire(Path directory) throws IOException {
        return acquire(directory, "process");
    }

    /** Acquires a lock as {@link #acquire(Path)} does; the file is called {@code prefix-<pid>-<random>.lock}. */
    public static ProcessLock acquire(Path directory, String prefix) throws IOException {
        for (int attempt = 1; ; attempt++) {
            String name = prefix
                    + '-'
                    + ProcessHandle.current().pid()
                    + '-'
                    + Long.toHexString(ThreadLocalRandom.current().nextLong());
            Path unlocked = directory.resolve(name + UNLOCKED_SUFFIX);
            try {
                ProcessLock held = tryAcquire(unlocked, directory.resolve(name + SUFFIX));
                if (held != null) {
                    return held;
                }
                if (attempt == ATTEMPTS) {
                    throw new IOException("new files in " + directory + " are locked already: does it support locks?");
                }
            } catch (NoSuchFileException e) {
                // A supervisor deleted the file before it was locked.
                if (attempt == ATTEMPTS || !Files.isDirectory(directory)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Returns null if another process holds a lock on the new file, as one does for a moment that asks whether it is
     * dead.
     */
    private static ProcessLock tryAcquire(Path unlocked, Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                unlocked,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                MappedMemory.ownerOnly(unlocked, "rw-------"));
        try {
            Object key = keyOf(unlocked);
            ProcessLock held = new ProcessLock(file, key, channel);
            // Other threads see lock and entry at once: one that probed the file in between would drop the lock.
            synchronized (HELD) {
                if (channel.tryLock() == null) {
                    channel.close();
                    Files.deleteIfExists(unlocked);
                    return null;
                }
                HELD.put(key, held);
            }
            try {
                // The final name appears after the lock is held: a visible file that is not locked is dead.
                Files.move(unlocked, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                synchronized (HELD) {
                    HELD.remove(key);
                }
                throw e;
            }
            return held;
        } catch (IOException | RuntimeException e) {
            channel.close();
            Files.deleteIfExists(unlocked);
            throw e;
        }
    }

    /**
     * Whether the process that made this lock file, or the file it links to, lives. A missing file proves nothing, so
     * it counts as alive: only {@link SharedDirectory} and {@link #close} delete such files, after the death or the
     * close.
     */
    public static boolean isAlive(Path lockFile) throws IOException {
        synchronized (HELD) {
            Object key;
            try {
                key = keyOf(lockFile);
                if (HELD.containsKey(key)) {
                    return true;
                }
                for (int i = 0; i < OPEN_PROBES.size(); i++) {
                    if (OPEN_PROBES.get(i).key.equals(key)) {
                        return probeAgain(i);
                    }
                }
                return probe(lockFile, key);
            } catch (NoSuchFileException e) {
                return true;
            }
        }
    }

    private static boolean probe(Path lockFile, Object key) throws IOException {
        FileChannel probe = FileChannel.open(lockFile, StandardOpenOption.READ);
        boolean mayClose = true;
        try {
            return isLocked(probe);
        } catch (OverlappingFileLockException e) {
            mayClose = false;
            OPEN_PROBES.add(new Foreign(key, probe));
            return true;
        } finally {
            if (mayClose) {
                probe.close();
            }
        }
    }

    private static boolean probeAgain(int index) throws IOException {
        FileChannel probe = OPEN_PROBES.get(index).channel;
        try {
            boolean locked = isLocked(probe);
            OPEN_PROBES.remove(index);
            probe.close();
            return locked;
        } catch (OverlappingFileLockException e) {
            return true;
        }
    }

    private static boolean isLocked(FileChannel probe) throws IOException {
        // A shared lock, so that two concurrent probes do not take each other for the owner.
        try (FileLock lock = probe.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        }
    }

    private static Object keyOf(Path file) throws IOException {
        Object key = Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class)
                .fileKey();
        return key != null ? key : file.toRealPath();
    }

    /** The lock file, which other processes pass to {@link #isAlive}. */
    public Path file() {
        return file;
    }

    /** Keeps the lock until {@link #release}, even if {@link #close} is called before. */
    public synchronized void retain() {
        if (users == 0) {
            throw new IllegalStateException("the process lock " + file + " is closed: acquire another one");
        }
        users++;
    }

    /** Gives back one {@link #retain}. */
    public synchronized void release() {
        if (--users == 0) {
            unlock();
        }
    }

    /** Unlocks and deletes the file as soon as everything that was opened with it is closed. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            release();
        }
    }

    private void unlock() {
        // A new file may have the same key as soon as the channel is closed.
        synchronized (HELD) {
            HELD.remove(key);
            try (channel) {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException("cannot unlock " + file, e);
            }
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
