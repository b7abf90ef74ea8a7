// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static io.millrace.runtime.spill.SegmentDescriptor.HEAD_CRC;
import static io.millrace.runtime.spill.SegmentDescriptor.HEAD_LENGTH;
import static io.millrace.runtime.spill.SegmentDescriptor.HEAD_MAGIC;
import static io.millrace.runtime.spill.SegmentDescriptor.HEAD_NAME;
import static io.millrace.runtime.spill.SegmentDescriptor.HEAD_NAME_BYTES;
import static io.millrace.runtime.spill.SegmentDescriptor.HEAD_NUMBER;
import static io.millrace.runtime.spill.SegmentDescriptor.HEAD_VERSION;
import static io.millrace.runtime.spill.SegmentDescriptor.MAGIC;
import static io.millrace.runtime.spill.SegmentDescriptor.VERSION;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.zip.CRC32C;

/** A file with blocks of one queue, which is appended to and read from its beginning. Used by the disk's thread. */
final class Segment {

    private final Disk.DiskFile file;
    private final ArrayDeque<Extent> unread = new ArrayDeque<>();
    private long length;

    /** Whether the segment takes no more blocks. */
    private boolean full;

    /** The place of a block in the file, and its content when it was written. */
    private record Extent(long offset, int length, int records, long content) {}

    private Segment(Disk.DiskFile file) {
        this.file = file;
    }

    /** Makes the file with its head. No part of it stays if that fails. */
    static Segment create(Disk disk, String fileName, ByteBuffer head) throws IOException {
        Segment segment = new Segment(disk.create(fileName));
        try {
            segment.write(head);
            segment.length = head.limit();
            return segment;
        } catch (IOException e) {
            try {
                segment.delete();
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    static ByteBuffer head(long number, String queue) {
        byte[] name = queue.getBytes(StandardCharsets.UTF_8);
        ByteBuffer head = ByteBuffer.allocate(HEAD_NAME + name.length).order(ByteOrder.LITTLE_ENDIAN);
        head.putLong(HEAD_MAGIC, MAGIC);
        head.putInt(HEAD_VERSION, VERSION);
        head.putInt(HEAD_LENGTH, head.capacity());
        head.putLong(HEAD_NUMBER, number);
        head.putInt(HEAD_NAME_BYTES, name.length);
        head.put(HEAD_NAME, name);
        CRC32C crc = new CRC32C();
        crc.update(head.array());
        return head.putInt(HEAD_CRC, (int) crc.getValue());
    }

    String path() {
        return file.path();
    }

    long length() {
        return length;
    }

    boolean isFull() {
        return full;
    }

    void close() {
        full = true;
    }

    boolean hasUnread() {
        return !unread.isEmpty();
    }

    /** Returns the bytes of content of the oldest block that was not read. */
    long nextContent() {
        return unread.getFirst().content;
    }

    /** Appends a block. If that fails, the file keeps the earlier blocks. */
    void append(Block block) throws IOException {
        try {
            write(block.sealed());
        } catch (IOException e) {
            cut(e);
            throw e;
        }
        unread.addLast(new Extent(length, block.end(), block.records(), block.content()));
        length += block.end();
    }

    private void cut(IOException failure) {
        try {
            file.cut(length);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private void write(ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            if (file.write(source, length + source.position()) <= 0) {
                throw new IOException("no byte was written");
            }
        }
    }

    /** Reads the oldest block that was not read. It stays unread if that fails. */
    void read(Block block, Block.Damage damage) throws IOException {
        Extent extent = unread.getFirst();
        ByteBuffer target = block.toFill(extent.length);
        while (target.hasRemaining() && file.read(target, extent.offset + target.position()) > 0) {
            // The loop ends when the block is filled, or the file ends
        }
        int filled = target.position();
        if (filled < extent.length) {
            damage.found(filled, "the file ends");
        }
        block.check(filled, extent.records, extent.content, damage);
        unread.removeFirst();
    }

    /** Gives up the oldest block that was not read. */
    void skip(Block block) {
        Extent extent = unread.removeFirst();
        block.check(0, extent.records, extent.content, (offset, what) -> {});
    }

    /** Returns the offset of the oldest block that was not read. */
    long nextOffset() {
        return unread.getFirst().offset;
    }

    void delete() throws IOException {
        file.delete();
    }
}
