// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * All access to metrics memory goes through this class: little-endian, absolute, with the memory order in the method's
 * name.
 */
final class MetricsMemory {

    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private MetricsMemory() {}

    static int plainGetInt(ByteBuffer memory, int index) {
        return (int) INTS.get(memory, index);
    }

    static void plainPutInt(ByteBuffer memory, int index, int value) {
        INTS.set(memory, index, value);
    }

    static void plainPutLong(ByteBuffer memory, int index, long value) {
        LONGS.set(memory, index, value);
    }

    static long plainGetLong(ByteBuffer memory, int index) {
        return (long) LONGS.get(memory, index);
    }

    static long getAcquire(ByteBuffer memory, int index) {
        return (long) LONGS.getAcquire(memory, index);
    }

    static void putRelease(ByteBuffer memory, int index, long value) {
        LONGS.setRelease(memory, index, value);
    }

    /** Adds to a word that only the calling thread writes. */
    static void addRelease(ByteBuffer memory, int index, long amount) {
        LONGS.setRelease(memory, index, (long) LONGS.get(memory, index) + amount);
    }
}
