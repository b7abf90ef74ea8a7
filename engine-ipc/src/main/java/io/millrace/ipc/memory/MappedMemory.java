// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.memory;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The words of a mapped file, little-endian, for any thread of any process that maps it. The memory stays mapped until
 * this object and all its views are garbage, so no access faults because another thread closed something.
 */
public final class MappedMemory {
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final int CHUNK = 1 << 20;

    /** After so many calls the virtual machine has compiled {@link #compareAndSet}. */
    private static final int INTERPRETED = 5_000;

    /** Calls so far. Not exact: threads overwrite each other's counts. */
    private static int interpreted;

    private static byte[][] pending;

    private final ByteBuffer buffer;

    private MappedMemory(ByteBuffer buffer) {
        this.buffer = buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Makes a file of zeros that no other user may read, and maps it. Every byte is written before it is mapped, so a
     * full file system is an exception here and not a fault at a later store.
     *
     * @throws IOException if the file exists, or there is no room for it; the file is deleted then
     */
    public static MappedMemory create(Path file, int length) throws IOException {
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, ownerOnly(file, "rw-------"))) {
            try {
                ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(length, CHUNK));
                for (int written = 0; written < length; ) {
                    zeros.clear().limit(Math.min(zeros.capacity(), length - written));
                    written += channel.write(zeros);
                }
                return new MappedMemory(channel.map(FileChannel.MapMode.READ_WRITE, 0, length));
            } catch (IOException e) {
                String room = roomBeside(file);
                Files.deleteIfExists(file);
                throw new IOException(
                        "cannot make " + file + " of " + length + " bytes (" + e.getMessage() + "; " + room
                                + "): make room there, make it smaller, or use another directory",
                        e);
            }
        }
    }

    /** Maps the first {@code length} bytes of a file, or all of it if {@code length} is 0. */
    public static MappedMemory open(Path file, int length) throws IOException {
        return map(file, length, true);
    }

    /** Opens the file as {@link #open} does, but stores throw. */
    public static MappedMemory openReadOnly(Path file, int length) throws IOException {
        return map(file, length, false);
    }

    private static MappedMemory map(Path file, int length, boolean writable) throws IOException {
        Set<StandardOpenOption> options =
                writable ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE) : Set.of(StandardOpenOption.READ);
        try (FileChannel channel = FileChannel.open(file, options)) {
            long size = channel.size();
            if (size < length || size > Integer.MAX_VALUE) {
                throw new IOException(file + " has " + size + " bytes, expected at least " + length
                        + " and below 2 GiB: it is truncated, or it is something else");
            }
            FileChannel.MapMode mode = writable ? FileChannel.MapMode.READ_WRITE : FileChannel.MapMode.READ_ONLY;
            return new MappedMemory(channel.map(mode, 0, length == 0 ? size : length));
        }
    }

    /** The attribute that gives a new file these permissions, or none where the file system has no permissions. */
    public static FileAttribute<?>[] ownerOnly(Path file, String permissions) {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static String roomBeside(Path file) {
        try {
            return Files.getFileStore(file.toAbsolutePath().getParent()).getUsableSpace() + " bytes are free";
        } catch (IOException e) {
            return "free space unknown";
        }
    }

    public int length() {
        return buffer.capacity();
    }

    /** Another view of all bytes, little-endian, with a position and limit of its own. */
    public ByteBuffer view() {
        return buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    public long getPlain(int offset) {
        return (long) LONG.get(buffer, offset);
    }

    public long getAcquire(int offset) {
        return (long) LONG.getAcquire(buffer, offset);
    }

    public long getVolatile(int offset) {
        return (long) LONG.getVolatile(buffer, offset);
    }

    public void putPlain(int offset, long value) {
        LONG.set(buffer, offset, value);
    }

    public void putRelease(int offset, long value) {
        LONG.setRelease(buffer, offset, value);
    }

    public void putVolatile(int offset, long value) {
        LONG.setVolatile(buffer, offset, value);
    }

    public boolean compareAndSet(int offset, long expected, long value) {
        if (interpreted < INTERPRETED) {
            interpreted++;
            requireWord((long) LONG.getVolatile(buffer, offset));
        }
        return LONG.compareAndSet(buffer, offset, expected, value);
    }

    /**
     * If the file was truncated, loads, stores and a compiled compareAndSet throw an {@link InternalError}, but the
     * interpreter's compareAndSet kills the virtual machine. So a load comes first while the interpreter may run.
     */
    private static void requireWord(long loaded) {
        // The error of that load is pending until the virtual machine is entered; this allocation enters it.
        pending = new byte[1][(int) loaded & 1];
    }

    public int getIntPlain(int offset) {
        return (int) INT.get(buffer, offset);
    }

    public void putIntPlain(int offset, int value) {
        INT.set(buffer, offset, value);
    }

    public void putIntRelease(int offset, int value) {
        INT.setRelease(buffer, offset, value);
    }

    /** Orders all loads and stores before it before all loads and stores after it. */
    public static void fullFence() {
        VarHandle.fullFence();
    }
}
