// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.memory;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The head of every mapped file of this module. It tells rings, doorbells and other files apart.
 *
 * <pre>
 *    0               8         12           16              24
 *    +---------------+---------+------------+---------------+
 *    | magic         | version | doorbell   | file length   |  ... ring or doorbell
 *    +---------------+---------+------------+---------------+
 *      published last            offset of the waiting word
 * </pre>
 */
public final class SharedFile {
    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int DOORBELL_OFFSET = 12;
    public static final int FILE_LENGTH_OFFSET = 16;
    public static final int HEAD_LENGTH = 24;

    /** "MILLRING" and "MILLBELL", first character in the lowest byte. */
    public static final long RING_MAGIC = 0x474E49524C4C494DL;

    public static final long BELL_MAGIC = 0x4C4C45424C4C494DL;

    /** Raised with every change of a layout, or of what each side relies on. Both sides must have the same version. */
    public static final int VERSION = 6;

    private SharedFile() {}

    /** Makes a file valid: whoever sees the magic sees all that was stored before. */
    public static void publish(MappedMemory memory, long magic, int doorbellOffset) {
        memory.putIntPlain(VERSION_OFFSET, VERSION);
        memory.putIntPlain(DOORBELL_OFFSET, doorbellOffset);
        memory.putPlain(FILE_LENGTH_OFFSET, memory.length());
        memory.putVolatile(MAGIC_OFFSET, magic);
    }

    /**
     * @return the magic, which is one of the two
     * @throws IOException if the file is neither, of another version, or shorter than it says
     */
    public static long check(Path file, MappedMemory memory, long actualLength) throws IOException {
        if (memory.length() < HEAD_LENGTH) {
            throw new IOException(file + " has " + memory.length() + " bytes, too few for a head: it is truncated");
        }
        long magic = memory.getVolatile(MAGIC_OFFSET);
        if (magic != RING_MAGIC && magic != BELL_MAGIC) {
            throw new IOException(file + " begins with 0x" + Long.toHexString(magic)
                    + ": it is neither a ring nor a doorbell of Millrace, or the process that made it has died");
        }
        int version = memory.getIntPlain(VERSION_OFFSET);
        if (version != VERSION) {
            throw new IOException(file + " has layout version " + version + ", this program knows " + VERSION
                    + ": run the same release on both sides");
        }
        long length = memory.getPlain(FILE_LENGTH_OFFSET);
        if (length != actualLength) {
            throw new IOException(file + " has " + actualLength + " bytes, its head says " + length
                    + ": it is truncated or damaged, delete it");
        }
        return magic;
    }
}
