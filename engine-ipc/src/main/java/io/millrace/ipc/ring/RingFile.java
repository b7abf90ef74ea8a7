// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.CELL_LENGTH;
import static io.millrace.ipc.ring.Descriptor.CELL_SHIFT;
import static io.millrace.ipc.ring.Descriptor.DESCRIPTOR_LENGTH;
import static io.millrace.ipc.ring.Descriptor.NO_POSITION;
import static io.millrace.ipc.ring.Descriptor.SLOT_ANNOUNCE;

import io.millrace.ipc.memory.MappedMemory;
import io.millrace.ipc.memory.SharedFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/** The mapped file of a ring, with its sizes. Consumer, producers and readers of the counters share it. */
final class RingFile {
    private static final int DATA_ALIGNMENT = 4096;
    private static final int LINE = 128;

    /** The largest record is this part of the ring, so that padding wastes little and eight fit. */
    private static final int RECORD_PART = 8;

    final Path path;
    final MappedMemory memory;
    final RingConfig config;
    final int cells;
    final int cellMask;
    final int lapShift;
    final int maxRecordCells;
    final int flagsOffset;
    final int descriptorsOffset;
    final int dataOffset;

    private RingFile(Path path, MappedMemory memory, RingConfig config) {
        this.path = path;
        this.memory = memory;
        this.config = config;
        this.cells = config.capacityBytes() >> CELL_SHIFT;
        this.cellMask = cells - 1;
        this.lapShift = Integer.numberOfTrailingZeros(cells);
        this.maxRecordCells = cells / RECORD_PART;
        this.flagsOffset = flagsOffset(config);
        this.descriptorsOffset = descriptorsOffset(config);
        this.dataOffset = dataOffset(config);
    }

    private static int flagsOffset(RingConfig config) {
        return Descriptor.slotOffset(config.maxProducers());
    }

    private static int descriptorsOffset(RingConfig config) {
        return alignTo(LINE, flagsOffset(config) + config.flags() * Long.BYTES) + LINE;
    }

    private static int dataOffset(RingConfig config) {
        int descriptors = config.capacityBytes() / CELL_LENGTH * DESCRIPTOR_LENGTH;
        return alignTo(DATA_ALIGNMENT, descriptorsOffset(config) + descriptors);
    }

    private static int alignTo(int alignment, int offset) {
        return offset + alignment - 1 & -alignment;
    }

    /**
     * Makes a ring under a temporary name; {@link #publish} gives it its final name.
     *
     * @param firstPosition where tail and free begin; 0 but for tests
     * @param doorbell number of the doorbell on the board, plus 1; 0 for the ring's own word
     */
    static RingFile create(Path file, RingConfig config, long firstPosition, int doorbell) throws IOException {
        Path unpublished = file.resolveSibling(file.getFileName() + "." + hex(newRegistration()) + ".new");
        MappedMemory memory = MappedMemory.create(unpublished, dataOffset(config) + config.capacityBytes());
        memory.putIntPlain(Descriptor.CAPACITY_OFFSET, config.capacityBytes());
        memory.putIntPlain(Descriptor.MAX_MESSAGE_OFFSET, config.maxMessageBytes());
        memory.putIntPlain(Descriptor.MAX_PRODUCERS_OFFSET, config.maxProducers());
        memory.putIntPlain(Descriptor.WINDOW_OFFSET, config.windowCells());
        memory.putIntPlain(Descriptor.FLAGS_OFFSET, config.flags());
        memory.putPlain(Descriptor.DOORBELL_OFFSET, doorbell);
        memory.putPlain(Descriptor.TAIL_OFFSET, firstPosition);
        memory.putPlain(Descriptor.FREE_OFFSET, firstPosition);
        memory.putPlain(Descriptor.READ_OFFSET, firstPosition);
        for (int slot = 0; slot < config.maxProducers(); slot++) {
            memory.putPlain(Descriptor.slotOffset(slot) + SLOT_ANNOUNCE, NO_POSITION);
        }
        return new RingFile(unpublished, memory, config);
    }

    /** Stores the consumer word and the magic, and makes the file visible under its final name, unless that exists. */
    RingFile publish(Path file, long consumerWord) throws IOException {
        memory.putPlain(Descriptor.CONSUMER_OFFSET, consumerWord);
        SharedFile.publish(memory, SharedFile.RING_MAGIC, Descriptor.WAITING_OFFSET);
        try {
            Files.createLink(file, path);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(file + " was made by somebody else at the same time: name another ring", e);
        } finally {
            Files.deleteIfExists(path);
        }
        return new RingFile(file, memory, config);
    }

    static RingFile open(Path file) throws IOException {
        return check(file, MappedMemory.open(file, 0));
    }

    static RingFile openReadOnly(Path file) throws IOException {
        return check(file, MappedMemory.openReadOnly(file, 0));
    }

    /** Checks name and size first: opening and closing a lock file of this process would drop its lock. */
    static boolean isRing(Path file, BasicFileAttributes attributes) {
        String name = file.getFileName().toString();
        if (name.endsWith(".owner")
                || name.endsWith(".lock")
                || !attributes.isRegularFile()
                || attributes.size() < Descriptor.SLOTS_OFFSET) {
            return false;
        }
        try {
            MappedMemory head = MappedMemory.openReadOnly(file, SharedFile.HEAD_LENGTH);
            return head.getPlain(SharedFile.MAGIC_OFFSET) == SharedFile.RING_MAGIC;
        } catch (IOException e) {
            return false;
        }
    }

    private static RingFile check(Path file, MappedMemory memory) throws IOException {
        if (SharedFile.check(file, memory, memory.length()) != SharedFile.RING_MAGIC) {
            throw new IOException(file + " is a doorbell, not a ring: name the ring's file");
        }
        try {
            RingConfig config = new RingConfig(
                    memory.getIntPlain(Descriptor.CAPACITY_OFFSET),
                    memory.getIntPlain(Descriptor.MAX_MESSAGE_OFFSET),
                    memory.getIntPlain(Descriptor.MAX_PRODUCERS_OFFSET),
                    memory.getIntPlain(Descriptor.WINDOW_OFFSET),
                    memory.getIntPlain(Descriptor.FLAGS_OFFSET));
            int length = dataOffset(config) + config.capacityBytes();
            if (length != memory.length()) {
                throw new IllegalArgumentException(memory.length() + " bytes long instead of " + length);
            }
            return new RingFile(file, memory, config);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " has a damaged head (" + e.getMessage() + "): delete it", e);
        }
    }

    int maxRecordBytes() {
        return maxRecordCells * CELL_LENGTH;
    }

    int descriptorOffset(long position) {
        return descriptorsOffset + Descriptor.descriptorOffset((int) position & cellMask, lapShift);
    }

    int cellOffset(long position) {
        return dataOffset + (((int) position & cellMask) << CELL_SHIFT);
    }

    long lapBits(long position) {
        return Descriptor.lapBits(position, lapShift);
    }

    /** The descriptor at a position, of any lap. */
    long descriptorAcquire(long position) {
        return memory.getAcquire(descriptorOffset(position));
    }

    boolean isDescribed(long word, long position) {
        return Descriptor.isDescribed(word, lapBits(position));
    }

    int flagOffset(int index) {
        return flagsOffset + Objects.checkIndex(index, config.flags()) * Long.BYTES;
    }

    /** The number of slots that were ever taken. */
    int slotsInUse() {
        long count = memory.getAcquire(Descriptor.SLOTS_IN_USE_OFFSET);
        return (int) Math.max(0, Math.min(count, config.maxProducers()));
    }

    boolean isClosed() {
        return memory.getVolatile(Descriptor.CLOSED_OFFSET) != 0;
    }

    /**
     * The exception for an error of the virtual machine at an access to the mapped memory: the file was truncated.
     *
     * @throws InternalError the same, if the file has its length
     */
    CorruptRingException truncated(InternalError fault) {
        long length;
        try {
            length = Files.size(path);
        } catch (IOException e) {
            fault.addSuppressed(e);
            throw fault;
        }
        if (length >= memory.length()) {
            throw fault;
        }
        return new CorruptRingException(
                path + " was cut short while it was in use, " + length + " of its " + memory.length()
                        + " bytes are left: make another ring, and find out who truncates files there",
                fault);
    }

    /** The link to the lock file of the process with this registration. */
    Path ownerLink(long registration) {
        return ownerLink(path, registration);
    }

    static Path ownerLink(Path file, long registration) {
        return file.resolveSibling(file.getFileName() + "." + hex(registration) + ".owner");
    }

    /** Random and never 0. */
    static long newRegistration() {
        return ThreadLocalRandom.current().nextLong() >>> 2 | 1;
    }

    /** Deletes the ring and the links of its owners. Memory that is mapped stays mapped. */
    static void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
        for (Path beside : siblings(file, "(owner|new)")) {
            Files.deleteIfExists(beside);
        }
    }

    /** The files beside a ring whose names consist of its name, a registration and this suffix. */
    static List<Path> siblings(Path file, String suffixPattern) throws IOException {
        String prefix = file.getFileName() + ".";
        List<Path> besides = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                file.toAbsolutePath().getParent(),
                beside -> beside.getFileName().toString().startsWith(prefix)
                        && beside.getFileName()
                                .toString()
                                .substring(prefix.length())
                                .matches("[0-9a-f]{16}\\." + suffixPattern))) {
            files.forEach(beside -> besides.add(file.resolveSibling(beside.getFileName())));
        }
        return besides;
    }

    static String hex(long registration) {
        return String.format("%016x", registration);
    }
}
