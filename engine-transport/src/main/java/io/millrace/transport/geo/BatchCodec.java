// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;

/** Compresses the bytes of batches. One thread at a time may use an object. */
public interface BatchCodec {

    /** Returns the largest compressed size of so many bytes. */
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
     * @param originalLength the number of bytes before compression
     * @return false if these bytes are not the compressed form of so many
     */
    boolean decompress(ByteBuffer source, int offset, int length, ByteBuffer target, int originalLength);
}
