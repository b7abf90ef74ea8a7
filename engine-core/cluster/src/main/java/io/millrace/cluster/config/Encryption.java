// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import static io.millrace.runtime.settings.ClusterKeys.TRANSPORT_TLS_ALLOWED;
import static io.millrace.runtime.settings.ClusterKeys.TRANSPORT_TLS_CERTIFICATE;
import static io.millrace.runtime.settings.ClusterKeys.TRANSPORT_TLS_KEY;
import static io.millrace.runtime.settings.ClusterKeys.TRANSPORT_TLS_TRUSTED;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.error.TopologyException;
import io.millrace.transport.TlsSettings;
import io.millrace.transport.TransportException;
import io.millrace.transport.tls.Tls;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The settings of encryption between nodes. */
public final class Encryption {

    private static final List<ConfigKey<String>> FILES =
            List.of(TRANSPORT_TLS_CERTIFICATE, TRANSPORT_TLS_KEY, TRANSPORT_TLS_TRUSTED);

    private Encryption() {}

    /**
     * Returns the TLS settings of a worker's transport, or null if connections are not encrypted.
     *
     * @throws TopologyException if some but not all of the files are named
     */
    public static TlsSettings of(Config config) {
        List<ConfigKey<String>> missing =
                FILES.stream().filter(key -> config.get(key).isEmpty()).toList();
        boolean names = !config.get(TRANSPORT_TLS_ALLOWED).isEmpty();
        if (missing.size() == FILES.size() && !names) {
            return null;
        }
        if (!missing.isEmpty()) {
            throw new TopologyException("not set: "
                    + missing.stream().map(ConfigKey::name).collect(Collectors.joining(", "))
                    + "; other keys of transport.tls are: set certificate, key and trusted, or none of them");
        }
        return new TlsSettings(
                Directories.path(config, TRANSPORT_TLS_CERTIFICATE),
                Directories.path(config, TRANSPORT_TLS_KEY),
                Directories.path(config, TRANSPORT_TLS_TRUSTED),
                Arrays.stream(config.get(TRANSPORT_TLS_ALLOWED).split(","))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toSet()));
    }

    /**
     * Checks that workers of this node can start with these settings.
     *
     * @throws TopologyException with one line that names the setting and the file
     */
    public static void check(Config config) {
        TlsSettings settings = of(config);
        if (settings != null) {
            try {
                Tls.verify(settings);
            } catch (TransportException e) {
                throw new TopologyException(e.getMessage(), e);
            }
        }
    }

    /** Returns the settings for a worker process, with absolute paths, as its working directory is another one. */
    public static Map<String, String> forWorkers(Config config) {
        Map<String, String> values = new TreeMap<>();
        if (of(config) != null) {
            FILES.forEach(
                    key -> values.put(key.name(), Directories.path(config, key).toString()));
            values.put(TRANSPORT_TLS_ALLOWED.name(), config.get(TRANSPORT_TLS_ALLOWED));
        }
        return values;
    }
}
