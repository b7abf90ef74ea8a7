// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.TlsSettings;
import io.millrace.transport.TransportException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/**
 * The contents of the files of {@link TlsSettings} when they were read. Immutable; any thread. Every connection gets a
 * context of its own, so that no connection resumes the session of another one: each certificate is checked on each
 * connection.
 */
final class TlsIdentity {

    private static final String SETTINGS = "transport.tls.";

    static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final OwnCertificate own;
    private final PeerCertificates peers;

    private TlsIdentity(OwnCertificate own, PeerCertificates peers) {
        this.own = own;
        this.peers = peers;
    }

    static TlsIdentity load(TlsSettings settings) {
        try {
            return new TlsIdentity(
                    OwnCertificate.load(settings.certificate(), settings.key(), SETTINGS),
                    PeerCertificates.load(settings.trusted(), settings.allowedNames(), SETTINGS));
        } catch (GeneralSecurityException | IOException e) {
            throw new TransportException(
                    "cannot use " + settings.certificate() + " (" + SETTINGS + OwnCertificate.CERTIFICATE + ") with "
                            + settings.trusted() + " (" + SETTINGS + PeerCertificates.TRUSTED + "): "
                            + e.getMessage(),
                    e);
        }
    }

    OwnCertificate own() {
        return own;
    }

    X509Certificate certificate() {
        return own.certificate();
    }

    /** The engine of one connection to a host, named as in the address that is dialled. */
    SSLEngine dialler(String host, int port) {
        SSLEngine engine = context().createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(PROTOCOLS);
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** The engine of one accepted connection. */
    SSLEngine acceptor() {
        SSLEngine engine = context().createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(PROTOCOLS);
        parameters.setNeedClientAuth(true);
        engine.setSSLParameters(parameters);
        return engine;
    }

    private SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.keys().getKeyManagers(), new TrustManager[] {peers}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has TLS", e);
        }
    }
}
