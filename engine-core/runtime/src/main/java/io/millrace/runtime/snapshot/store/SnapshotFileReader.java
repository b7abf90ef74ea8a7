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
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/** Reads files of workers, and detects any byte that has changed. Used by one thread. */
final class SnapshotFileReader {

    private final SnapshotStore store;

    SnapshotFileReader(SnapshotStore store) {
        this.store = store;
    }

    /**
     * Reads the places of the blocks of a worker.
     *
     * @param part part of the worker in the manifest
     */
    Map<BlockName, BlockLocation> index(WorkerPart part) throws IOException {
        String file = part.file();
        long bytes = store.length(file);
        if (bytes < 0) {
            throw new DamagedSnapshotException(file, "is missing");
        }
        if (bytes != part.bytes() || bytes < HEAD_BYTES + FOOTER_BYTES) {
            throw new DamagedSnapshotException(
                    file, "is damaged: it has " + bytes + " bytes instead of " + part.bytes());
        }
        requireMagic(file, read(file, 0, HEAD_BYTES, "its head"), 0);
        ByteBuffer footer = read(file, bytes - FOOTER_BYTES, FOOTER_BYTES, "its footer");
        requireMagic(file, footer, FOOTER_MAGIC);
        requireCrc(file, "its footer", footer.slice(0, FOOTER_CRC), footer.getInt(FOOTER_CRC));
        int version = footer.getInt(FOOTER_VERSION);
        if (version != VERSION) {
            throw new SnapshotFormatException(file, version, VERSION);
        }
        long offset = footer.getLong(FOOTER_INDEX_OFFSET);
        int length = footer.getInt(FOOTER_INDEX_BYTES);
        if (offset < HEAD_BYTES || length < 0 || offset + length != bytes - FOOTER_BYTES) {
            throw new DamagedSnapshotException(file, "is damaged: its footer does not fit its length");
        }
        int crc = footer.getInt(FOOTER_INDEX_CRC);
        if (!Crc.digest(crc).equals(part.digest())) {
            throw new DamagedSnapshotException(
                    file,
                    "is not the one that the manifest names: its index has the digest " + Crc.digest(crc)
                            + " instead of " + part.digest());
        }
        ByteBuffer index = read(file, offset, length, "its index");
        requireCrc(file, "its index", index, crc);
        return SnapshotFileIndex.decode(file, index);
    }

    /** Reads one block. */
    ByteBuffer block(BlockName name, BlockLocation location) throws IOException {
        ByteBuffer block = read(location.object(), location.offset(), location.length(), named(name));
        requireCrc(location.object(), named(name), block, location.crc());
        return block;
    }

    /** Reads a part of an object without checking its content. */
    ByteBuffer read(String object, long offset, int length, String what) throws IOException {
        try {
            return store.read(object, offset, length).order(ByteOrder.LITTLE_ENDIAN);
        } catch (NoSuchFileException e) {
            throw new DamagedSnapshotException(object, "is missing, which has " + what, e);
        } catch (EOFException e) {
            throw new DamagedSnapshotException(object, "is damaged: it ends before the end of " + what, e);
        }
    }

    static void requireCrc(String object, String what, ByteBuffer bytes, int crc) throws DamagedSnapshotException {
        int actual = Crc.of(bytes);
        if (actual != crc) {
            throw new DamagedSnapshotException(
                    object,
                    "is damaged: " + what + " has the checksum " + Crc.digest(actual) + " instead of "
                            + Crc.digest(crc));
        }
    }

    private static void requireMagic(String file, ByteBuffer bytes, int at) throws DamagedSnapshotException {
        if (bytes.getLong(at) != MAGIC) {
            throw new DamagedSnapshotException(file, "is damaged: it does not begin and end as a snapshot does");
        }
    }

    /** Returns the name of a block in messages. */
    static String named(BlockName name) {
        String what = switch (name.kind()) {
            case PARTITION -> "partition " + name.index();
            case TASK -> "state of task " + name.index();
            case POSITION -> "position of task " + name.index();
            case PREPARED -> "prepared work of task " + name.index();
            case CHANNEL -> "tuples on their way to task " + name.index();
        };
        return what + " of component '" + name.component() + "'";
    }
}
