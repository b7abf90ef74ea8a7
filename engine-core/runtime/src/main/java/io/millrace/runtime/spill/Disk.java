package io.millrace.runtime.spill;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where segments are kept. Used by the disk's thread. A test puts one with faults in its place. */
interface Disk extends AutoCloseable {

    /** Removes what dead processes have left. */
    void removeDead() throws IOException;

    /** Makes an empty file. */
    DiskFile create(String name) throws IOException;

    /** Removes all that it has made. */
    @Override
    void close() throws IOException;

    /** A file that is open until it is deleted. */
    interface DiskFile {

        /** Returns the path, for messages. */
        String path();

        /** Writes some of the bytes from position to limit, and returns how many. */
        int write(ByteBuffer source, long offset) throws IOException;

        /** Reads some bytes, and returns how many; -1 at the end of the file. */
        int read(ByteBuffer target, long offset) throws IOException;

        /** Drops what is behind this offset. */
        void cut(long length) throws IOException;

        /** Closes and deletes it. If it cannot be deleted, it is cut, so that it takes no room. */
        void delete() throws IOException;
    }
}
