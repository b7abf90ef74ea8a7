// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;

/** A Kryo input that accepts no length that the remaining bytes cannot hold. One per codec, confined to its thread. */
final class BoundedInput extends Input {

    /** The most elements without any bytes, such as objects of a class without fields. */
    private static final int FREE_ELEMENTS = 1 << 16;

    /** Refuses a number of elements that is too large, before an array for them is allocated. */
    int elements(int count) {
        if (count < 0 || count > limit - position + FREE_ELEMENTS) {
            throw new KryoException(count + " elements in " + (limit - position) + " bytes");
        }
        return count;
    }

    @Override
    public int readVarIntFlag(boolean optimizePositive) {
        return elements(super.readVarIntFlag(optimizePositive));
    }

    @Override
    public byte[] readBytes(int length) {
        return super.readBytes(elements(length));
    }

    @Override
    public int[] readInts(int length) {
        return super.readInts(elements(length));
    }

    @Override
    public int[] readInts(int length, boolean optimizePositive) {
        return super.readInts(elements(length), optimizePositive);
    }

    @Override
    public long[] readLongs(int length) {
        return super.readLongs(elements(length));
    }

    @Override
    public long[] readLongs(int length, boolean optimizePositive) {
        return super.readLongs(elements(length), optimizePositive);
    }

    @Override
    public float[] readFloats(int length) {
        return super.readFloats(elements(length));
    }

    @Override
    public double[] readDoubles(int length) {
        return super.readDoubles(elements(length));
    }

    @Override
    public short[] readShorts(int length) {
        return super.readShorts(elements(length));
    }

    @Override
    public char[] readChars(int length) {
        return super.readChars(elements(length));
    }

    @Override
    public boolean[] readBooleans(int length) {
        return super.readBooleans(elements(length));
    }
}
