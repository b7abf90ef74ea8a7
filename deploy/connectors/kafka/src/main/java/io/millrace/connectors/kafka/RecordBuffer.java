// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Records in encoded form, one after the other, in blocks. A record is within one block:
 *
 * <pre>
 *   int32  partition   -1: none
 *   int32  key length  -1: no key
 *   bytes  key
 *   int32  value length
 *   bytes  value
 * </pre>
 *
 * <p>Blocks, because one array of all records would have to be copied as it grows, and again when its length is known.
 */
final class RecordBuffer {

    private static final int BLOCK_BYTES = 64 << 10;
    private static final int HEAD_BYTES = 3 * Integer.BYTES;

    private List<byte[]> blocks = new ArrayList<>();
    private long blockBytes;

    /** The block that is being filled; used again for the next one. */
    private ByteBuffer last = ByteBuffer.allocate(0);

    void add(OutRecord record) {
        int keyLength = record.key() == null ? 0 : record.key().length;
        ensure(HEAD_BYTES + keyLength + record.value().length);
        last.putInt(record.partition() == null ? -1 : record.partition());
        if (record.key() == null) {
            last.putInt(-1);
        } else {
            last.putInt(keyLength).put(record.key());
        }
        last.putInt(record.value().length).put(record.value());
    }

    private void ensure(int more) {
        if (last.remaining() < more) {
            endBlock();
            if (last.capacity() < more) {
                last = ByteBuffer.allocate(Math.max(BLOCK_BYTES, more));
            }
        }
    }

    private void endBlock() {
        if (last.position() > 0) {
            blocks.add(Arrays.copyOf(last.array(), last.position()));
            blockBytes += last.position();
            last.clear();
        }
    }

    long bytes() {
        return blockBytes + last.position();
    }

    boolean isEmpty() {
        return bytes() == 0;
    }

    /** Returns the blocks of all records, and begins anew. */
    List<byte[]> take() {
        endBlock();
        List<byte[]> all = blocks;
        blocks = new ArrayList<>();
        blockBytes = 0;
        return all;
    }

    /** Calls this for each record of what {@link #take} has returned. */
    static void forEach(List<byte[]> blocks, Consumer<OutRecord> action) {
        for (byte[] block : blocks) {
            ByteBuffer in = ByteBuffer.wrap(block);
            while (in.hasRemaining()) {
                int partition = in.getInt();
                byte[] key = next(in, in.getInt());
                byte[] value = next(in, in.getInt());
                action.accept(new OutRecord(partition < 0 ? null : partition, key, value));
            }
        }
    }

    private static byte[] next(ByteBuffer in, int length) {
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
