// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.TransportException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * TLS 1.3 or 1.2 in which the server alone shows a certificate, as in HTTPS. Files are PEM, and are read again for new
 * connections when one of them has changed. The suppliers may be called by any thread.
 */
public final class ServerTls {

    private ServerTls() {}

    private record Server(OwnCertificate own, SSLContext context) {}

    /**
     * Returns the engines of connections that a server accepts.
     *
     * @param certificate the server's certificate, and its chain to a trusted one
     * @param key the certificate's private key: PKCS#8, not encrypted
     * @param settings the beginning of the names of the settings, for errors
     * @throws TransportException if a file cannot be used
     */
    public static Supplier<SSLEngine> acceptor(Path certificate, Path key, String settings) {
        Renewed<Server> server = new Renewed<>(
                List.of(certificate, key),
                () -> server(certificate, key, settings),
                now -> now.own().renewed());
        return () -> {
            SSLEngine engine = server.current().context().createSSLEngine();
            engine.setUseClientMode(false);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setProtocols(TlsIdentity.PROTOCOLS);
            engine.setSSLParameters(parameters);
            return engine;
        };
    }

    /**
     * Returns the sockets of a client, which checks the certificate of its server.
     *
     * @param trusted certificates of the authorities that sign those of servers
     * @param settings the beginning of the names of the settings, for errors
     * @throws TransportException if the file cannot be used
     */
    public static Supplier<SSLSocketFactory> dialler(Path trusted, String settings) {
        Renewed<SSLSocketFactory> client = new Renewed<>(
                List.of(trusted), () -> client(trusted, settings), now -> "the authorities in " + trusted);
        return client::current;
    }

    private static Server server(Path certificate, Path key, String settings) {
        try {
            OwnCertificate own = OwnCertificate.load(certificate, key, settings);
            own.warnIfExpired(certificate);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.keys().getKeyManagers(), new TrustManager[0], null);
            return new Server(own, context);
        } catch (GeneralSecurityException | IOException e) {
            throw unusable(certificate, settings + OwnCertificate.CERTIFICATE, e);
        }
    }

    private static SSLSocketFactory client(Path trusted, String settings) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            TrustManager[] authorities = {PeerCertificates.load(trusted, Set.of(), settings)};
            context.init(null, authorities, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException | IOException e) {
            throw unusable(trusted, settings + PeerCertificates.TRUSTED, e);
        }
    }

    private static TransportException unusable(Path file, String setting, Exception cause) {
        return new TransportException("cannot use " + file + " (" + setting + "): " + cause.getMessage(), cause);
    }
}
