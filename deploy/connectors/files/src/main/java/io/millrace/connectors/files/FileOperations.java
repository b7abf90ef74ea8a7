// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What the sink asks of a file system, one system call each, so that tests can stop between any two. Used by one
 * thread.
 */
interface FileOperations {

    /** A file that was created and is written from its beginning. */
    interface Output extends Closeable {

        /** Writes at a position. After an exception any part of it may be written. */
        void write(long position, byte[] bytes, int length) throws IOException;

        /** Makes what was written durable. After an exception nothing is known about it, also not by a further call. */
        void force() throws IOException;
    }

    /** Fails if the file exists. */
    Output create(Path file) throws IOException;

    /** An error is not an answer: what cannot be looked at may exist. */
    boolean exists(Path file) throws IOException;

    long size(Path file) throws IOException;

    /** Atomic within a directory. */
    void rename(Path from, Path to) throws IOException;

    /** No effect if the file does not exist. */
    void delete(Path file) throws IOException;

    /** Returns the names in a directory. */
    List<String> list(Path directory) throws IOException;

    /** Makes creations, renames and deletions in a directory durable. */
    void forceDirectory(Path directory) throws IOException;
}
