// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.config.SecretSettings;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.api.spi.SnapshotStoreProvider;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Opens the store of a location by its scheme. Any thread may call it. */
public final class SnapshotStores {

    private SnapshotStores() {}

    /**
     * Opens a store.
     *
     * @param location absolute path, or URI whose scheme a {@link SnapshotStoreProvider} has
     * @param settings settings of the topology, all as text by key
     * @param connectors class loader in which providers are looked for beside those of the engine; it is preferred
     * @throws IOException if the store cannot be opened, with one line that has the remedy
     */
    public static SnapshotStore open(String location, Map<String, String> settings, ClassLoader connectors)
            throws IOException {
        return open(location, settings, providers(location, connectors));
    }

    static SnapshotStore open(
            String location, Map<String, String> settings, Iterable<? extends SnapshotStoreProvider> providers)
            throws IOException {
        URI uri = uri(location.strip());
        return provider(uri, location, providers).open(uri, settings);
    }

    /** Opens a store of the engine's own schemes. */
    public static SnapshotStore open(String location, Map<String, String> settings) throws IOException {
        return open(location, settings, own());
    }

    /** Returns whether the engine itself has the scheme of a location, so that no connector of a topology is needed. */
    public static boolean isOwn(String location) throws IOException {
        String scheme = uri(location.strip()).getScheme().toLowerCase(Locale.ROOT);
        for (SnapshotStoreProvider provider : own()) {
            if (provider.scheme().equals(scheme)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether this node sees an object that another node has written, as {@link SnapshotStoreProvider#sees}
     * does.
     *
     * @throws IOException if the location cannot be reached or written to, with one line that has the remedy
     */
    public static boolean sees(String location, Map<String, String> settings, String name, byte[] content)
            throws IOException {
        URI uri = uri(location.strip());
        return provider(uri, location, own()).sees(uri, settings, name, content);
    }

    private static Iterable<SnapshotStoreProvider> own() {
        return ServiceLoader.load(SnapshotStoreProvider.class, SnapshotStoreProvider.class.getClassLoader());
    }

    private static List<SnapshotStoreProvider> providers(String location, ClassLoader connectors) throws IOException {
        List<SnapshotStoreProvider> providers = new ArrayList<>();
        try {
            own().forEach(providers::add);
            ServiceLoader.load(SnapshotStoreProvider.class, connectors).forEach(providers::add);
        } catch (ServiceConfigurationError e) {
            throw new IOException(
                    "the connector of '" + SecretSettings.shownText(location) + "' cannot be loaded: " + e.getMessage(),
                    e);
        }
        return providers;
    }

    private static SnapshotStoreProvider provider(
            URI uri, String location, Iterable<? extends SnapshotStoreProvider> providers) throws IOException {
        Map<String, SnapshotStoreProvider> byScheme = new TreeMap<>();
        providers.forEach(provider -> byScheme.put(provider.scheme(), provider));
        SnapshotStoreProvider provider = byScheme.get(uri.getScheme().toLowerCase(Locale.ROOT));
        if (provider == null) {
            throw new IOException("no store for '" + SecretSettings.shownText(location) + "': the schemes are "
                    + String.join(":, ", byScheme.keySet())
                    + ":; others need their connector in the jar of the topology, or by --lib");
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
                    "'" + SecretSettings.shownText(location) + "' is no location of snapshots: " + e.getReason()
                            + " at character " + (e.getIndex() + 1)
                            + ": write an absolute path, or a URI such as file:///mnt/snapshots",
                    e);
        }
        throw new IOException("'" + SecretSettings.shownText(location)
                + "' is no location of snapshots: write an absolute path, or a URI such as file:///mnt/snapshots");
    }
}
