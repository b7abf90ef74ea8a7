// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.TransportException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The certificate of this process and its private key, as they were in their files. Immutable; any thread. */
record OwnCertificate(X509Certificate certificate, KeyManagerFactory keys) {

    static final String CERTIFICATE = "certificate";
    static final String KEY = "key";

    private static final Logger LOG = LoggerFactory.getLogger(OwnCertificate.class);

    /**
     * Reads the files.
     *
     * @param settings the beginning of the names of the settings, for errors
     * @throws TransportException if a file cannot be used, or the two do not belong together
     */
    static OwnCertificate load(Path certificate, Path key, String settings)
            throws GeneralSecurityException, IOException {
        List<X509Certificate> chain =
                PemFile.read(settings + CERTIFICATE, certificate).certificates();
        X509Certificate own = chain.get(0);
        PrivateKey secret = PemFile.read(settings + KEY, key).privateKey(own);
        if (!belongs(secret, own.getPublicKey())) {
            throw new TransportException(
                    key + " (" + settings + KEY + ") is not the key of the first certificate in " + certificate + " ("
                            + settings + CERTIFICATE + "), which is " + PeerCertificates.describe(own)
                            + ": put the two of one node there",
                    null);
        }
        return new OwnCertificate(own, keys(secret, chain));
    }

    /** Logs a line if no peer accepts this certificate any more. */
    void warnIfExpired(Path file) {
        if (certificate.getNotAfter().getTime() < System.currentTimeMillis()) {
            LOG.warn(
                    "the certificate {} of this node ({}) expired at {}: every peer will refuse it; renew it, it is"
                            + " then read again",
                    PeerCertificates.describe(certificate),
                    file,
                    certificate.getNotAfter().toInstant());
        }
    }

    /** Returns the words of a log for this certificate when it is new. */
    String renewed() {
        return "the renewed certificate " + PeerCertificates.describe(certificate) + ", valid until "
                + certificate.getNotAfter().toInstant();
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

    static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
