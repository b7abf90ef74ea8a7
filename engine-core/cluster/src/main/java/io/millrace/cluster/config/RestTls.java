package io.millrace.cluster.config;

import static io.millrace.runtime.settings.ClusterKeys.REST_TLS_CERTIFICATE;
import static io.millrace.runtime.settings.ClusterKeys.REST_TLS_KEY;
import static io.millrace.runtime.settings.ClusterKeys.REST_TLS_TRUSTED;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.error.TopologyException;
import io.millrace.transport.TransportException;
import io.millrace.transport.tls.ServerTls;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;

/** The settings of encryption of REST. Files are read again when they have changed. */
public final class RestTls {

    private static final String SETTINGS = "rest.tls.";
    private static final List<ConfigKey<String>> FILES = List.of(REST_TLS_CERTIFICATE, REST_TLS_KEY, REST_TLS_TRUSTED);

    private RestTls() {}

    /**
     * Returns the engines of connections to a controller or supervisor; empty if they are not encrypted.
     *
     * @throws TopologyException with one line, if a file cannot be used, or some but not all of them are named
     */
    public static Optional<Supplier<SSLEngine>> server(Config config) {
        List<ConfigKey<String>> missing =
                FILES.stream().filter(key -> config.get(key).isEmpty()).toList();
        if (missing.size() == FILES.size()) {
            return Optional.empty();
        }
        if (!missing.isEmpty()) {
            throw new TopologyException("not set: "
                    + missing.stream().map(ConfigKey::name).collect(Collectors.joining(", "))
                    + "; other keys of rest.tls are: a controller or supervisor needs certificate, key and trusted, or"
                    + " none of them");
        }
        try {
            return Optional.of(ServerTls.acceptor(
                    Directories.path(config, REST_TLS_CERTIFICATE), Directories.path(config, REST_TLS_KEY), SETTINGS));
        } catch (TransportException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }

    /**
     * Returns the sockets of a client, or of a node that asks others; empty if connections are not encrypted.
     *
     * @throws TopologyException with one line, if the file cannot be used
     */
    public static Optional<Supplier<SSLSocketFactory>> client(Config config) {
        if (config.get(REST_TLS_TRUSTED).isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(ServerTls.dialler(Directories.path(config, REST_TLS_TRUSTED), SETTINGS));
        } catch (TransportException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }
}
