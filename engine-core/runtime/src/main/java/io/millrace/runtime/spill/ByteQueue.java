// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.nio.ByteBuffer;

/** Waiting records of bytes, first in, first out. Only the thread that owns the queue calls it, and no method waits. */
public interface ByteQueue extends AutoCloseable {

    /**
     * Appends a copy of the bytes from position to limit. The buffer stays as it is.
     *
     * @return false if there is no room now: nothing was appended, and the caller holds its sources back
     */
    boolean offer(ByteBuffer record);

    /**
     * Takes the oldest record.
     *
     * @return its bytes from position to limit, little-endian, valid until the next call of offer, poll or close; null
     *     if the queue is empty or its oldest record has to be read first
     */
    ByteBuffer poll();

    /** Returns the bytes of the records that wait. */
    long bytes();

    /** Returns how many of these bytes are in files. */
    long spilledBytes();

    /** Returns how many records wait. */
    long count();

    /** Drops the waiting records, and gives memory and files back. */
    @Override
    void close();
}
