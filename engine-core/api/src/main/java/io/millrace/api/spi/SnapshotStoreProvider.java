package io.millrace.api.spi;

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/** Opens the stores of one kind of location, such as {@code file:} or {@code s3:}. Found by {@link java.util.ServiceLoader}
 * in the engine and in the jars of the topology. */
public interface SnapshotStoreProvider {

    /** Returns the scheme of its locations, in small letters. */
    String scheme();

    /**
     * Opens a store.
     *
     * @param location with this scheme
     * @param settings of the topology, all as text by key
     * @throws IOException if it cannot be reached or written to, in one line with the remedy
     */
    SnapshotStore open(URI location, Map<String, String> settings) throws IOException;

    /**
     * Tells whether this node sees an object that another one has written. So a submit finds out whether all nodes of a topology have one
     * place under its name. It must create nothing. By default the location is opened, and the object read; a provider whose {@link #open}
     * creates the location, or does not find out whether it can be written to, has to do so otherwise.
     *
     * @param name of the object
     * @param content that it has
     * @return false if there is no such object, or it has another content
     * @throws IOException if the location is not there, or cannot be reached or written to, in one line with the remedy
     */
    default boolean sees(URI location, Map<String, String> settings, String name, byte[] content) throws IOException {
        try (SnapshotStore store = open(location, settings)) {
            return ByteBuffer.wrap(content).equals(store.read(name, 0, content.length));
        } catch (NoSuchFileException | EOFException e) {
            return false;
        }
    }
}
