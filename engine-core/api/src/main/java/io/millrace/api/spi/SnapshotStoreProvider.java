// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.spi;

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/**
 * Opens the stores of one kind of location, such as {@code file:} or {@code s3:}. Found by {@link
 * java.util.ServiceLoader} in the engine and in the jars of the topology.
 */
public interface SnapshotStoreProvider {

    /** Returns the scheme of the provider's locations, in lower case. */
    String scheme();

    /**
     * Opens a store.
     *
     * @param location a location with this scheme
     * @param settings all settings of the topology, as text by key
     * @throws IOException with one line and the remedy, if the store cannot be reached or written to
     */
    SnapshotStore open(URI location, Map<String, String> settings) throws IOException;

    /**
     * Tells whether this node sees an object that another one has written. A submit finds out in this way whether all
     * nodes of a topology share the location. The method must create nothing. By default it opens the location, and
     * reads the object; a provider whose {@link #open} creates the location, or does not find out whether it can be
     * written to, must override it.
     *
     * @param name the name of the object
     * @param content the content of the object
     * @return false if there is no such object, or it has another content
     * @throws IOException with one line and the remedy, if the location does not exist, or cannot be reached or written
     *     to
     */
    default boolean sees(URI location, Map<String, String> settings, String name, byte[] content) throws IOException {
        try (SnapshotStore store = open(location, settings)) {
            return ByteBuffer.wrap(content).equals(store.read(name, 0, content.length));
        } catch (NoSuchFileException | EOFException e) {
            return false;
        }
    }
}
