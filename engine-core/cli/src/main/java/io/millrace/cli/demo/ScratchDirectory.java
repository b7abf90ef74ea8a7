// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.ipc.liveness.PrivateDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one demonstration, removed at its end. A process lock marks a directory in use, so the next run
 * removes the directories of killed runs.
 */
public final class ScratchDirectory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ScratchDirectory.class);
    private static final String PREFIX = "millrace-run-";
    private static final String DRAFT_PREFIX = "millrace-new-run-";
    private static final String LOCK = "lock";

    private final Path path;
    private final FileChannel lock;

    private ScratchDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Creates a scratch directory in the directory for temporary files, and removes those of dead processes. */
    public static ScratchDirectory make() {
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            sweep(parent);
            Path draft = Files.createTempDirectory(parent, DRAFT_PREFIX);
            FileChannel channel =
                    FileChannel.open(draft.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.lock();
            // A directory gets its final name after it is locked, as other runs remove unlocked ones.
            String number = draft.getFileName().toString().substring(DRAFT_PREFIX.length());
            return new ScratchDirectory(Files.move(draft, parent.resolve(PREFIX + number)), channel);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "cannot make a directory in " + parent + ": " + e + ": make it writable", e);
        }
    }

    public Path path() {
        return path;
    }

    public Path resolve(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        try {
            PrivateDirectory.remove(path);
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path + ": " + e.getMessage(), e);
        }
    }

    private static void sweep(Path parent) throws IOException {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path directory : directories) {
                removeIfDead(directory);
            }
        }
    }

    /**
     * Removes a directory of a dead run. A directory of another account does not belong to this account's runs,
     * whatever its name. The lock is opened without following a link, or waiting for a pipe's reader.
     */
    private static void removeIfDead(Path directory) {
        try {
            Path file = directory.resolve(LOCK);
            if (PrivateDirectory.isOwn(directory) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                        FileLock lock = channel.tryLock()) {
                    if (lock != null) {
                        PrivateDirectory.remove(directory);
                    }
                }
            }
        } catch (OverlappingFileLockException | IOException e) {
            LOG.debug("{} is not this process's to remove: {}", directory, e.toString());
        }
    }
}
