// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.spi;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Predicate;

/**
 * A store of snapshots: objects with names, which all nodes of a topology reach. Any thread may call it. A failed call
 * may be repeated.
 *
 * <p>A name has 1 to 512 characters: letters A to Z in either case, digits, {@code _}, {@code -} and {@code .}, in
 * parts of 1 to 200 characters that are separated by {@code /}; no part is {@code .} or {@code ..}.
 */
public interface SnapshotStore extends Closeable {

    /**
     * Returns a name that keeps the rules of names. Stores call it first.
     *
     * @throws IllegalArgumentException for a name that does not
     */
    static String requireName(String name) {
        return StoreNames.require(name);
    }

    /** An object that is being written. Used by one thread. */
    interface Draft extends Closeable {

        /** Returns the stream that takes the bytes. It may hold some, but does not gather small writes for speed. */
        OutputStream out();

        /**
         * Makes the object visible under its name, with all its bytes, and durable. It replaces an object of this name.
         * A reader sees either all bytes or no object.
         */
        void publish() throws IOException;

        /** Drops the object unless it was published. */
        @Override
        void close() throws IOException;
    }

    /**
     * An object that exists.
     *
     * @param bytes its length
     */
    record Entry(String name, long bytes) {}

    /**
     * Begins an object.
     *
     * @throws IOException with one line and the remedy, as all other errors except those that {@link #read} names
     */
    Draft write(String name) throws IOException;

    /**
     * Reads a part of an object.
     *
     * @param offset the offset of the first byte
     * @param length the number of bytes
     * @throws java.nio.file.NoSuchFileException if there is no such object
     * @throws java.io.EOFException if the object is shorter
     */
    ByteBuffer read(String name, long offset, int length) throws IOException;

    /** Returns the length of an object; -1 if there is no such object. */
    long length(String name) throws IOException;

    /** Returns the objects whose names begin with these characters, by name. */
    List<Entry> list(String prefix) throws IOException;

    /** Removes an object, if there is one. */
    void delete(String name) throws IOException;

    /**
     * Removes the drafts of writers that died between {@link #write} and the end of their draft. No other method shows
     * these drafts. A draft that is removed while its writer lives cannot be published any more. A store whose drafts
     * leave nothing does nothing.
     *
     * @param prefix the beginning of the names under which the drafts would have been published
     * @param dead decides by that name whether the writer is dead
     */
    default void removeDrafts(String prefix, Predicate<String> dead) throws IOException {}

    /** Returns the location of the store, as messages show it. */
    String location();
}
