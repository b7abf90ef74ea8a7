// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.codec;

import java.io.OutputStream;

/**
 * Takes the bytes of one object. An object has at most 64 MiB, and a tuple at most {@code topology.message.max.bytes};
 * beyond that a write throws, which a codec must not catch.
 */
public interface ValueOutput {

    void writeBoolean(boolean value);

    /** Writes the low 8 bits. */
    void writeByte(int value);

    /** Writes the low 16 bits. */
    void writeShort(int value);

    void writeInt(int value);

    void writeLong(long value);

    void writeFloat(float value);

    void writeDouble(double value);

    /** Writes a length or a count in 1 to 5 bytes, fewer for small values. */
    void writeSize(int size);

    /** Writes a text of any characters with its length. */
    void writeString(String value);

    /** Writes bytes without their number. */
    void writeBytes(byte[] bytes, int offset, int length);

    /** Writes bytes without their number. */
    default void writeBytes(byte[] bytes) {
        writeBytes(bytes, 0, bytes.length);
    }

    /** Returns a stream that writes to this output. Closing it has no effect. */
    OutputStream stream();
}
