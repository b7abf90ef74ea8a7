// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Objects as files below a directory, which all nodes of a topology reach. A draft is a file beside the object, and
 * gets the object's name when its bytes are on the disk. Any thread may call it.
 */
public final class FileSnapshotStore implements SnapshotStore {

    /** The mark of a draft's name: name, mark, number. Names of objects do not contain it. */
    static final char DRAFT_MARK = '~';

    /** The most attempts to make a directory that another process removes because it is empty. */
    private static final int MOST_ATTEMPTS = 100;

    private final Path root;
    private final Disk disk;
    private final FilePermissions permissions;
    private final LongSupplier draftIds;

    /** Forces a file, or the names in a directory, to the disk. A test watches the order. */
    interface Disk {

        /** The disk of the operating system. */
        Disk REAL = FileSnapshotStore::force;

        void force(Path path) throws IOException;
    }

    /** Opens a directory that exists. */
    FileSnapshotStore(Path root, Disk disk, FilePermissions permissions, LongSupplier draftIds) {
        this.root = root.toAbsolutePath().normalize();
        this.disk = disk;
        this.permissions = permissions;
        this.draftIds = draftIds;
    }

    @Override
    public Draft write(String name) throws IOException {
        Path target = file(name);
        try {
            for (int attempt = 1; ; attempt++) {
                makeDirectories(target.getParent());
                Path draft = target.resolveSibling(
                        target.getFileName().toString() + DRAFT_MARK + Long.toHexString(draftIds.getAsLong()));
                try {
                    FileChannel channel = FileChannel.open(
                            draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), permissions.file());
                    return new FileDraft(name, draft, target, channel, disk, root);
                } catch (NoSuchFileException | FileAlreadyExistsException e) {
                    // The directory was removed meanwhile, or the number was drawn before
                    if (attempt == MOST_ATTEMPTS) {
                        throw e;
                    }
                }
            }
        } catch (IOException e) {
            throw StoreErrors.explained("write " + name, location(), e);
        }
    }

    /** Creates the missing parts of a directory, while other processes may remove it because it is empty. */
    private void makeDirectories(Path directory) throws IOException {
        if (directory.equals(root) || Files.isDirectory(directory)) {
            return;
        }
        makeDirectories(directory.getParent());
        try {
            Files.createDirectory(directory, permissions.directory());
        } catch (FileAlreadyExistsException e) {
            if (Files.isRegularFile(directory)) {
                throw e;
            }
        } catch (NoSuchFileException e) {
            // The parent was removed meanwhile: the draft cannot be created, which is tried again
        }
    }

    @Override
    public ByteBuffer read(String name, long offset, int length) throws IOException {
        Path file = file(name);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (offset < 0 || length < 0 || offset > channel.size() - length) {
                throw endOf(name, offset, length, channel.size());
            }
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, offset + bytes.position()) < 0) {
                    throw endOf(name, offset, length, channel.size());
                }
            }
            return bytes.flip();
        } catch (NoSuchFileException | EOFException e) {
            throw e;
        } catch (IOException e) {
            throw StoreErrors.explained("read " + name, location(), e);
        }
    }

    private static EOFException endOf(String name, long offset, int length, long size) {
        return new EOFException(
                name + " has " + size + " bytes: there are no " + length + " bytes from byte " + offset + " on");
    }

    @Override
    public long length(String name) throws IOException {
        Path file = file(name);
        try {
            return Files.isRegularFile(file) ? Files.size(file) : -1;
        } catch (NoSuchFileException e) {
            return -1;
        } catch (IOException e) {
            throw StoreErrors.explained("find " + name, location(), e);
        }
    }

    @Override
    public List<Entry> list(String prefix) throws IOException {
        List<Entry> entries = new ArrayList<>();
        FileWalk.of(root, prefix, location(), (name, file, bytes) -> {
            if (name.indexOf(DRAFT_MARK) < 0 && isName(name)) {
                entries.add(new Entry(name, bytes));
            }
        });
        entries.sort(Comparator.comparing(Entry::name));
        return entries;
    }

    private static boolean isName(String name) {
        try {
            SnapshotStore.requireName(name);
            return true;
        } catch (IllegalArgumentException e) {
            // The file is not one of this store
            return false;
        }
    }

    @Override
    public void removeDrafts(String prefix, Predicate<String> dead) throws IOException {
        List<Path> drafts = new ArrayList<>();
        FileWalk.of(root, prefix, location(), (name, file, bytes) -> {
            int mark = name.lastIndexOf(DRAFT_MARK);
            if (mark >= 0 && isName(name.substring(0, mark)) && dead.test(name.substring(0, mark))) {
                drafts.add(file);
            }
        });
        for (Path draft : drafts) {
            remove(draft, draft.getFileName().toString());
        }
    }

    @Override
    public void delete(String name) throws IOException {
        remove(file(name), name);
    }

    /** Removes a file, and the directories in which it was the last file. */
    private void remove(Path file, String name) throws IOException {
        try {
            Files.deleteIfExists(file);
            for (Path directory = file.getParent(); !directory.equals(root); directory = directory.getParent()) {
                Files.deleteIfExists(directory);
            }
        } catch (DirectoryNotEmptyException e) {
            // The directory contains other files
        } catch (IOException e) {
            throw StoreErrors.explained("delete " + name, location(), e);
        }
    }

    @Override
    public String location() {
        return root.toString();
    }

    @Override
    public void close() {
        // Files are closed as soon as they are read
    }

    private Path file(String name) {
        return root.resolve(SnapshotStore.requireName(name));
    }

    private static void force(Path path) throws IOException {
        boolean directory = Files.isDirectory(path);
        if (directory && !path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            // Windows cannot open a directory, and writes its names through by itself
            return;
        }
        try (FileChannel channel =
                FileChannel.open(path, directory ? StandardOpenOption.READ : StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
