package io.millrace.runtime.spill;

import java.nio.ByteBuffer;

/** Records in the order in which they were offered. One thread calls it, and is never made to wait. */
public interface ByteQueue extends AutoCloseable {

    /** Adds a copy of what remains in the buffer. Returns false if there is no room: try again later. */
    boolean offer(ByteBuffer record);

    /** Removes and returns the first record, valid until the next call; null if there is none. */
    ByteBuffer poll();

    /** Returns how many bytes wait, in memory and in files. */
    long bytes();

    /** Returns how many of them are in files. */
    long spilledBytes();

    /** Returns how many records wait. */
    long count();

    @Override
    void close();
}
