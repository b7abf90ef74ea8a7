// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.TlsSettings;
import io.millrace.transport.TransportException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The contents of the files of {@link TlsSettings} when they were read. Immutable; any thread. Every connection gets a
 * context of its own, so that no connection resumes the session of another one: each certificate is checked on each
 * connection.
 */
final class TlsIdentity {

    static final String CERTIFICATE_KEY = "transport.tls.certificate";
    static final String PRIVATE_KEY_KEY = "transport.tls.key";
    static final String TRUSTED_KEY = "transport.tls.trusted";

    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final X509Certificate certificate;
    private final KeyManagerFactory keys;
    private final PeerCertificates peers;

    private TlsIdentity(X509Certificate certificate, KeyManagerFactory keys, PeerCertificates peers) {
        this.certificate = certificate;
        this.keys = keys;
        this.peers = peers;
    }

    static TlsIdentity load(TlsSettings settings) {
        List<X509Certificate> chain =
                PemFile.read(CERTIFICATE_KEY, settings.certificate()).certificates();
        X509Certificate own = chain.get(0);
        PrivateKey key = PemFile.read(PRIVATE_KEY_KEY, settings.key()).privateKey(own);
        List<X509Certificate> trusted =
                PemFile.read(TRUSTED_KEY, settings.trusted()).certificates();
        try {
            if (!belongs(key, own.getPublicKey())) {
                throw new TransportException(
                        settings.key() + " (" + PRIVATE_KEY_KEY + ") is not the key of the first certificate in "
                                + settings.certificate() + " (" + CERTIFICATE_KEY + "), which is "
                                + PeerCertificates.describe(own) + ": put the two of one node there",
                        null);
            }
            return new TlsIdentity(
                    own, keys(key, chain), new PeerCertificates(authorities(trusted), settings.allowedNames()));
        } catch (GeneralSecurityException | IOException e) {
            throw new TransportException(
                    "cannot use " + settings.certificate() + " (" + CERTIFICATE_KEY + ") with " + settings.trusted()
                            + " (" + TRUSTED_KEY + "): " + e.getMessage(),
                    e);
        }
    }

    private static boolean belongs(PrivateKey key, PublicKey to) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] text = {1, 2, 3};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(text);
        byte[] signed = signature.sign();
        signature.initVerify(to);
        signature.update(text);
        return signature.verify(signed);
    }

    private static KeyManagerFactory keys(PrivateKey key, List<X509Certificate> chain)
            throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        char[] inMemoryOnly = {};
        store.setKeyEntry("own", key, inMemoryOnly, chain.toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, inMemoryOnly);
        return factory;
    }

    private static X509ExtendedTrustManager authorities(List<X509Certificate> trusted)
            throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        for (int i = 0; i < trusted.size(); i++) {
            store.setCertificateEntry("trusted" + i, trusted.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    X509Certificate certificate() {
        return certificate;
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
            context.init(keys.getKeyManagers(), new TrustManager[] {peers}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has TLS", e);
        }
    }
}
