// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.nio.ByteBuffer;

/**
 * The bytes of a value, read where the engine has them ({@link Tuple#getView}). Numbers are big-endian. Any thread may
 * read it until its input is acked or failed; afterwards each read throws {@link IllegalStateException}. A read never
 * returns bytes of memory that has been reused meanwhile. An index outside throws {@link IndexOutOfBoundsException}.
 */
public interface PayloadView {

    /** Returns the number of bytes. */
    int length();

    byte get(int index);

    int getInt(int index);

    long getLong(int index);

    /** Copies bytes from {@code index} on. If this throws, the target may have been changed. */
    void get(int index, byte[] target, int offset, int length);

    /**
     * Copies as many bytes as remain in the target, from {@code index} on, and moves its position. If this throws, the
     * target may have been changed.
     */
    void get(int index, ByteBuffer target);
}
