// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Plain, unaligned, absolute access to numbers in a buffer, independent of the buffer's byte order. */
final class LittleEndian {

    private static final VarHandle SHORTS =
            MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static short getShort(ByteBuffer buffer, int index) {
        return (short) SHORTS.get(buffer, index);
    }

    static int getInt(ByteBuffer buffer, int index) {
        return (int) INTS.get(buffer, index);
    }

    static long getLong(ByteBuffer buffer, int index) {
        return (long) LONGS.get(buffer, index);
    }

    static void putShort(ByteBuffer buffer, int index, short value) {
        SHORTS.set(buffer, index, value);
    }

    static void putInt(ByteBuffer buffer, int index, int value) {
        INTS.set(buffer, index, value);
    }

    static void putLong(ByteBuffer buffer, int index, long value) {
        LONGS.set(buffer, index, value);
    }

    /** Writes an unsigned LEB128 and returns the index behind it. */
    static int putLength(ByteBuffer buffer, int index, int length) {
        int rest = length;
        int at = index;
        while (rest >= 0x80) {
            buffer.put(at++, (byte) (rest | 0x80));
            rest >>>= 7;
        }
        buffer.put(at++, (byte) rest);
        return at;
    }
}
