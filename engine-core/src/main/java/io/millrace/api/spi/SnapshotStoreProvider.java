package io.millrace.api.spi;

import java.io.IOException;
import java.net.URI;
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
}
