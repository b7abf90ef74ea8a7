// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Encodes blocks of earlier versions of the classes again with the present ones. Confined to the thread of its codecs.
 */
public final class BlockTranslation {

    private final ValuesCodec from;
    private final ValuesCodec to;
    private ByteBuffer block;
    private int at;
    private int end;
    private RecordBuffer out;

    /**
     * Makes a translation.
     *
     * @param from codec of {@link ValuesCodec#reading}
     */
    public BlockTranslation(ValuesCodec from, ValuesCodec to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Returns the block as the present classes are encoded. Only the parts that the translation needs are checked;
     * loading the block checks the rest.
     *
     * @param source block from position to limit, which stay as they are
     * @throws CodecException if the block is malformed
     */
    public ByteBuffer translate(ByteBuffer source) {
        block = source.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        at = source.position();
        end = source.limit();
        out = new RecordBuffer(to);
        for (int i = 0; i < BlockDescriptor.HEAD; i++) {
            out.put(next());
        }
        while (at < end) {
            section();
        }
        return out.written();
    }

    private void section() {
        byte kind = next();
        out.put(kind);
        record();
        require(BlockDescriptor.COUNT_LENGTH);
        int entries = block.getInt(at);
        at += BlockDescriptor.COUNT_LENGTH;
        out.putInt(entries);
        for (int left = entries; left > 0; left--) {
            Object[] entry = record();
            if (kind == BlockDescriptor.MAP || kind == BlockDescriptor.LIST) {
                for (long inner = count(entry); inner > 0; inner--) {
                    record();
                }
            }
        }
    }

    private static long count(Object[] entry) {
        if (entry.length == 2 && entry[1] instanceof Long count) {
            return count;
        }
        throw malformed();
    }

    private Object[] record() {
        long length = 0;
        int shift = 0;
        byte next;
        do {
            next = next();
            length |= (next & 0x7FL) << shift;
            shift += 7;
        } while (next < 0 && shift < 7 * BlockDescriptor.MAX_LENGTH);
        if (next < 0 || length > end - at) {
            throw malformed();
        }
        Object[] values = from.read(block, at, at + (int) length);
        at += (int) length;
        out.record(values);
        return values;
    }

    private byte next() {
        require(1);
        return block.get(at++);
    }

    private void require(int bytes) {
        if (end - at < bytes) {
            throw malformed();
        }
    }

    private static CodecException malformed() {
        return new CodecException("a block of states is malformed");
    }
}
