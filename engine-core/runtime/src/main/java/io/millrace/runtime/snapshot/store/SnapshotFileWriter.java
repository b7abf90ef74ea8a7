// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.FOOTER_BYTES;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.FOOTER_CRC;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.FOOTER_INDEX_BYTES;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.FOOTER_INDEX_CRC;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.FOOTER_INDEX_OFFSET;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.FOOTER_MAGIC;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.FOOTER_VERSION;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.HEAD_BYTES;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.MAGIC;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.VERSION;

import io.millrace.api.spi.SnapshotStore;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a worker's file of one snapshot block by block. It keeps the index in memory, but no block. One thread. */
final class SnapshotFileWriter implements Closeable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final String file;
    private final SnapshotStore.Draft draft;
    private final OutputStream out;
    private final Map<BlockName, BlockLocation> blocks = new LinkedHashMap<>();
    private byte[] scratch;
    private long position;
    private String digest;

    /** Begins an object with this name. */
    SnapshotFileWriter(SnapshotStore store, String file) throws IOException {
        this.file = file;
        draft = store.write(file);
        out = new BufferedOutputStream(draft.out(), BUFFER_BYTES);
        write(ByteBuffer.allocate(HEAD_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(MAGIC)
                .flip());
    }

    /** Appends a block, whose content is from the position to the limit. */
    void put(BlockName name, ByteBuffer block) throws IOException {
        add(name, new BlockLocation(file, position, block.remaining(), Crc.of(block)));
        write(block.duplicate());
    }

    /** Notes a block that an earlier file contains. */
    void same(BlockName name, BlockLocation location) {
        add(name, location);
    }

    /** Appends the content of a block that was noted as being in an earlier file. */
    void copy(BlockName name, ByteBuffer block) throws IOException {
        blocks.put(name, new BlockLocation(file, position, block.remaining(), Crc.of(block)));
        write(block.duplicate());
    }

    private void add(BlockName name, BlockLocation location) {
        if (blocks.putIfAbsent(name, location) != null) {
            throw new IllegalStateException("block " + name + " was written twice: give each task and partition once");
        }
    }

    /** Completes the file and makes it visible. */
    void publish() throws IOException {
        ByteBuffer index = SnapshotFileIndex.encode(file, blocks);
        ByteBuffer footer = ByteBuffer.allocate(FOOTER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int crc = Crc.of(index);
        footer.putLong(FOOTER_INDEX_OFFSET, position);
        footer.putInt(FOOTER_INDEX_BYTES, index.remaining());
        footer.putInt(FOOTER_INDEX_CRC, crc);
        footer.putInt(FOOTER_VERSION, VERSION);
        footer.putInt(FOOTER_CRC, Crc.of(footer.slice(0, FOOTER_CRC)));
        footer.putLong(FOOTER_MAGIC, MAGIC);
        write(index);
        write(footer);
        out.flush();
        draft.publish();
        digest = Crc.digest(crc);
    }

    private void write(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (bytes.hasArray()) {
            out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), length);
        } else {
            if (scratch == null) {
                scratch = new byte[BUFFER_BYTES];
            }
            while (bytes.hasRemaining()) {
                int part = Math.min(scratch.length, bytes.remaining());
                bytes.get(scratch, 0, part);
                out.write(scratch, 0, part);
            }
        }
        position += length;
    }

    /** Returns the places of the blocks, in the order in which they were written. */
    Map<BlockName, BlockLocation> blocks() {
        return blocks;
    }

    /** Returns the length of the file so far. */
    long bytes() {
        return position;
    }

    /** Returns the checksum of the index after {@link #publish}. */
    String digest() {
        return digest;
    }

    /** Drops the file unless it was published. */
    @Override
    public void close() throws IOException {
        draft.close();
    }
}
