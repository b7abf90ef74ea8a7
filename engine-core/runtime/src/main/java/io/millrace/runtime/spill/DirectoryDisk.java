// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Segments in a directory of this process, with a lock beside it that proves that the process lives. The directory is
 * made with the first segment, and made again if it has vanished. Segments stay open until they are deleted, so those
 * of a vanished directory can still be read. If another account owns the name of the base, as is possible in
 * {@code /tmp}, the next of a few names is taken.
 */
final class DirectoryDisk implements Disk {

    private static final String PREFIX = "queues";

    private final Path base;
    private final List<SharedDirectory> directories = new ArrayList<>();

    /** @param base base of the directories of all processes of this user on this node */
    DirectoryDisk(Path base) {
        this.base = base;
    }

    @Override
    public void removeDead() throws IOException {
        removeDead(base);
    }

    /** Removes the directories of dead processes of this account. */
    static void removeDead(Path base) throws IOException {
        for (Path each : PrivateDirectory.names(base)) {
            SharedDirectory.removeDead(each);
        }
    }

    @Override
    public DiskFile create(String name) throws IOException {
        if (directories.isEmpty()) {
            return createInNewDirectory(name);
        }
        try {
            return open(directories.get(directories.size() - 1), name);
        } catch (NoSuchFileException e) {
            return createInNewDirectory(name);
        }
    }

    private DiskFile createInNewDirectory(String name) throws IOException {
        Path made =
                PrivateDirectory.isOthers(base) ? PrivateDirectory.makeFree(base) : PrivateDirectory.makeInner(base);
        SharedDirectory directory = SharedDirectory.create(made, PREFIX);
        directories.add(directory);
        return open(directory, name);
    }

    private static DiskFile open(SharedDirectory directory, String name) throws IOException {
        Path file = directory.path().resolve(name);
        return new OpenFile(
                file,
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                        MappedMemory.ownerOnly(file, "rw-------")));
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (SharedDirectory directory : directories) {
            try {
                directory.close();
            } catch (UncheckedIOException e) {
                failure = e.getCause();
            }
        }
        directories.clear();
        if (failure != null) {
            throw failure;
        }
        for (Path each : PrivateDirectory.names(base)) {
            if (PrivateDirectory.isOwn(each)) {
                removeIfUnused(each);
            }
        }
    }

    private static void removeIfUnused(Path base) throws IOException {
        try {
            Files.deleteIfExists(base);
        } catch (DirectoryNotEmptyException e) {
            // Another process uses the directory
        }
    }

    private record OpenFile(Path file, FileChannel channel) implements DiskFile {

        @Override
        public String path() {
            return file.toString();
        }

        @Override
        public int write(ByteBuffer source, long offset) throws IOException {
            return channel.write(source, offset);
        }

        @Override
        public int read(ByteBuffer target, long offset) throws IOException {
            return channel.read(target, offset);
        }

        @Override
        public void cut(long length) throws IOException {
            channel.truncate(length);
        }

        @Override
        public void delete() throws IOException {
            try (channel) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    channel.truncate(0);
                    throw e;
                }
            }
        }
    }
}
