// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.codec;

import java.io.InputStream;

/**
 * Gives the bytes of one object. Each method reads the value that the method of the same name of {@link ValueOutput}
 * wrote. A read beyond the end throws, which a codec must not catch; only {@link #stream} reports its end.
 */
public interface ValueInput {

    boolean readBoolean();

    byte readByte();

    short readShort();

    int readInt();

    long readLong();

    float readFloat();

    double readDouble();

    /** Reads a length or a count, at most the number of remaining bytes, so that it is safe to allocate for it. */
    int readSize();

    String readString();

    /** Reads this many bytes. */
    byte[] readBytes(int length);

    /** Returns the number of remaining bytes. */
    int remaining();

    /** Returns a stream that reads these bytes and ends with the object. Closing it has no effect. */
    InputStream stream();
}
