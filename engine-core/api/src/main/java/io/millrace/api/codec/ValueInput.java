package io.millrace.api.codec;

import java.io.InputStream;

/**
 * Gives the bytes of one object. Each method reads what that of the same name of {@link ValueOutput} wrote. A read
 * beyond the end throws, which a codec must not catch; only {@link #stream} says that it is at its end.
 */
public interface ValueInput {

    boolean readBoolean();

    byte readByte();

    short readShort();

    int readInt();

    long readLong();

    float readFloat();

    double readDouble();

    /** Reads a length or a count, at most the number of bytes that remain, so that it is safe to allocate for it. */
    int readSize();

    String readString();

    /** Reads this many bytes. */
    byte[] readBytes(int length);

    /** Returns how many bytes are left. */
    int remaining();

    /** Returns a stream that reads here and ends where the object does. Closing it has no effect. */
    InputStream stream();
}
