package io.millrace.transport.geo;

import java.nio.ByteBuffer;

/** Compresses the bytes of batches. One thread at a time may use an object. */
public interface BatchCodec {

    /** Returns the most bytes that so many may become. */
    int maxCompressed(int length);

    /**
     * Compresses bytes into another buffer.
     *
     * @return how many bytes were written
     */
    int compress(ByteBuffer source, int offset, int length, ByteBuffer target, int at);

    /**
     * Restores bytes into another buffer.
     *
     * @param originalLength how many bytes they were
     * @return false if these bytes are not the compressed form of so many
     */
    boolean decompress(ByteBuffer source, int offset, int length, ByteBuffer target, int originalLength);
}
