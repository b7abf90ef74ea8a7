// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * The connections of a client to REST. Immutable.
 *
 * @param tls the sockets of connections that are encrypted; empty for plain HTTP
 */
public record HttpWire(Optional<Supplier<SSLSocketFactory>> tls) {

    /** Connections without encryption. */
    public static final HttpWire PLAIN = new HttpWire(Optional.empty());

    /** Returns the address of a server. */
    String base(String host, int port) {
        return (tls.isPresent() ? "https" : "http") + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + port;
    }

    /** Returns a connection that is not connected yet. */
    HttpURLConnection open(String url) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection(Proxy.NO_PROXY);
        if (tls.isPresent() && connection instanceof HttpsURLConnection encrypted) {
            encrypted.setSSLSocketFactory(tls.get().get());
        }
        return connection;
    }

    /** Warns if this secret can be heard on its way to the host. */
    void sends(String secret, String base, String host) {
        if (tls.isEmpty()) {
            PlainHttp.sends(secret, base, host);
        }
    }
}
