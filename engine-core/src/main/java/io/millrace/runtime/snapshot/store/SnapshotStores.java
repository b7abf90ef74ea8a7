package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.api.spi.SnapshotStoreProvider;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Opens the store of a location by its scheme. Any thread may call it. */
public final class SnapshotStores {

    private SnapshotStores() {}

    /**
     * Opens a store.
     *
     * @param location an absolute path, or a URI whose scheme a {@link SnapshotStoreProvider} has
     * @param settings of the topology, all as text by key
     * @throws IOException if it cannot be opened, in one line with the remedy
     */
    public static SnapshotStore open(String location, Map<String, String> settings) throws IOException {
        return open(location, settings, providers());
    }

    static SnapshotStore open(
            String location, Map<String, String> settings, Iterable<? extends SnapshotStoreProvider> providers)
            throws IOException {
        URI uri = uri(location.strip());
        return provider(uri, location, providers).open(uri, settings);
    }

    /**
     * Tells whether this node sees an object that another one has written, as {@link SnapshotStoreProvider#sees} does.
     *
     * @throws IOException if the location cannot be reached or written to, in one line with the remedy
     */
    public static boolean sees(String location, Map<String, String> settings, String name, byte[] content)
            throws IOException {
        URI uri = uri(location.strip());
        return provider(uri, location, providers()).sees(uri, settings, name, content);
    }

    private static Iterable<SnapshotStoreProvider> providers() {
        return ServiceLoader.load(SnapshotStoreProvider.class, SnapshotStoreProvider.class.getClassLoader());
    }

    private static SnapshotStoreProvider provider(
            URI uri, String location, Iterable<? extends SnapshotStoreProvider> providers) throws IOException {
        Map<String, SnapshotStoreProvider> byScheme = new TreeMap<>();
        providers.forEach(provider -> byScheme.put(provider.scheme(), provider));
        SnapshotStoreProvider provider = byScheme.get(uri.getScheme().toLowerCase(Locale.ROOT));
        if (provider == null) {
            throw new IOException("no store for '" + location + "': the schemes are "
                    + String.join(":, ", byScheme.keySet()) + ":; others need their connector on the class path");
        }
        return provider;
    }

    private static URI uri(String location) throws IOException {
        if (location.startsWith("/")) {
            return Path.of(location).toUri();
        }
        try {
            URI uri = new URI(location);
            if (uri.isAbsolute()) {
                return uri;
            }
        } catch (URISyntaxException e) {
            throw new IOException(
                    "'" + location + "' is no location of snapshots: " + e.getReason() + " at character "
                            + (e.getIndex() + 1) + ": write an absolute path, or a URI such as file:///mnt/snapshots",
                    e);
        }
        throw new IOException("'" + location
                + "' is no location of snapshots: write an absolute path, or a URI such as file:///mnt/snapshots");
    }
}
