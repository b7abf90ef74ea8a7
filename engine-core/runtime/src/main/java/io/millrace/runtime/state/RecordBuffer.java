// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory that grows, for a block that is being written. Confined to the thread of its codec. */
final class RecordBuffer {

    private static final int FIRST_CAPACITY = 1 << 14;
    /** The largest capacity, as some virtual machines have no larger arrays. */
    private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

    private final ValuesCodec codec;
    private ByteBuffer buffer = allocate(FIRST_CAPACITY);
    /** The end of the written bytes. */
    private int at;

    RecordBuffer(ValuesCodec codec) {
        this.codec = codec;
    }

    void clear() {
        at = 0;
    }

    void put(byte value) {
        reserve(1);
        buffer.put(at++, value);
    }

    void putInt(int value) {
        reserve(Integer.BYTES);
        buffer.putInt(at, value);
        at += Integer.BYTES;
    }

    /** Writes a record. */
    void record(Object[] values) {
        int size = codec.sizeOf(values);
        reserve(BlockDescriptor.MAX_LENGTH + size);
        int rest = size;
        for (; rest >= 0x80; rest >>>= 7) {
            buffer.put(at++, (byte) (rest | 0x80));
        }
        buffer.put(at++, (byte) rest);
        at = codec.write(buffer, at, values);
    }

    /** Returns the written bytes, which are valid until the next write. */
    ByteBuffer written() {
        return buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(0).limit(at);
    }

    private void reserve(int bytes) {
        long needed = (long) at + bytes;
        if (needed <= buffer.capacity()) {
            return;
        }
        if (needed > MAX_CAPACITY) {
            throw new CodecException(
                    "the states of a partition or task take more than 2 GiB: keep less, or by more keys");
        }
        ByteBuffer larger = allocate((int) Math.min(Math.max(needed, 2L * buffer.capacity()), MAX_CAPACITY));
        larger.put(0, buffer, 0, at);
        buffer = larger;
    }

    private static ByteBuffer allocate(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }
}
