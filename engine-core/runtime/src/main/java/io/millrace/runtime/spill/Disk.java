// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The files of segments. Used by the disk's thread. A test replaces it by one with faults. */
interface Disk extends AutoCloseable {

    /** Removes the files of dead processes. */
    void removeDead() throws IOException;

    /** Makes an empty file. */
    DiskFile create(String name) throws IOException;

    /** Removes all files that it has made. */
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

        /** Drops the bytes behind this offset. */
        void cut(long length) throws IOException;

        /** Closes and deletes the file. If it cannot be deleted, it is cut, so that it takes no room. */
        void delete() throws IOException;
    }
}
