// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * A file system in memory that can stop before each of its steps, as {@code kill -9} does, and lose what was not made
 * durable, as a power failure does. A write has two steps, so that half of it can be there.
 */
final class SimulatedFiles implements FileOperations {

    /** The process is dead. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super(null, null, false, false);
        }
    }

    private static final class Inode {
        private byte[] content = new byte[0];
        private byte[] durable = new byte[0];
    }

    private interface Change {
        void apply(TreeMap<Path, Inode> names);
    }

    private final TreeMap<Path, Inode> names = new TreeMap<>();
    private final TreeMap<Path, Inode> durableNames = new TreeMap<>();

    /** Changes of directories, in order, since these were made durable. */
    private final List<Change> changes = new ArrayList<>();

    private long stepsLeft = Long.MAX_VALUE;
    private long steps;
    private IOException writeFailure;
    private IOException forceFailure;

    /** Kills before the step with this number from now on, from 0. */
    void killAfter(long count) {
        stepsLeft = count;
    }

    void run() {
        stepsLeft = Long.MAX_VALUE;
    }

    long steps() {
        return steps;
    }

    void failWrites(IOException failure) {
        writeFailure = failure;
    }

    void failForce(IOException failure) {
        forceFailure = failure;
    }

    /**
     * Keeps what is durable, and a part of the rest that the seed selects: changes of names in order, and beginnings of
     * contents.
     */
    void losePower(long seed) {
        Random random = new Random(seed);
        changes.subList(0, random.nextInt(changes.size() + 1)).forEach(change -> change.apply(durableNames));
        changes.clear();
        names.clear();
        names.putAll(durableNames);
        names.values().forEach(inode -> {
            int more = Math.max(0, inode.content.length - inode.durable.length);
            inode.content = Arrays.copyOf(inode.content, inode.durable.length + random.nextInt(more + 1));
            inode.durable = inode.content;
        });
    }

    /** Returns the names that readers see. */
    List<String> visible() {
        return names.keySet().stream()
                .map(path -> path.getFileName().toString())
                .filter(name -> !name.startsWith("."))
                .toList();
    }

    List<String> hidden() {
        return names.keySet().stream()
                .map(path -> path.getFileName().toString())
                .filter(name -> name.startsWith("."))
                .toList();
    }

    String text(Path file) {
        return new String(names.get(file).content, StandardCharsets.UTF_8);
    }

    private void step() {
        if (--stepsLeft < 0) {
            stepsLeft = -1;
            throw new Killed();
        }
        steps++;
    }

    private void change(Change change) {
        change.apply(names);
        changes.add(change);
    }

    @Override
    public Output create(Path file) throws IOException {
        step();
        if (names.containsKey(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Inode inode = new Inode();
        change(map -> map.put(file, inode));
        return new Output() {

            @Override
            public void write(long position, byte[] bytes, int length) throws IOException {
                put((int) position, bytes, length / 2);
                if (writeFailure != null) {
                    throw writeFailure;
                }
                put((int) position, bytes, length);
            }

            private void put(int position, byte[] bytes, int length) {
                step();
                inode.content = Arrays.copyOf(inode.content, Math.max(inode.content.length, position + length));
                System.arraycopy(bytes, 0, inode.content, position, length);
            }

            @Override
            public void force() throws IOException {
                step();
                if (forceFailure != null) {
                    throw forceFailure;
                }
                inode.durable = inode.content.clone();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public boolean exists(Path file) {
        return file.equals(SinkRun.OUT) || names.containsKey(file);
    }

    @Override
    public long size(Path file) throws IOException {
        return inode(file).content.length;
    }

    private Inode inode(Path file) throws IOException {
        Inode inode = names.get(file);
        if (inode == null) {
            throw new NoSuchFileException(file.toString());
        }
        return inode;
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        step();
        Inode inode = inode(from);
        change(map -> {
            map.remove(from);
            map.put(to, inode);
        });
    }

    @Override
    public void delete(Path file) {
        step();
        change(map -> map.remove(file));
    }

    @Override
    public List<String> list(Path directory) {
        step();
        return names.keySet().stream()
                .filter(path -> path.getParent().equals(directory))
                .map(path -> path.getFileName().toString())
                .toList();
    }

    @Override
    public void forceDirectory(Path directory) {
        step();
        changes.forEach(change -> change.apply(durableNames));
        changes.clear();
    }
}
