// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.TransportException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The contents of a PEM file (RFC 7468); {@code key} is the setting that names it. Immutable. */
record PemFile(String key, Path path, String text) {

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String PRIVATE_KEY = "PRIVATE KEY";

    static PemFile read(String key, Path path) {
        try {
            return new PemFile(key, path, Files.readString(path, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new TransportException("cannot read " + path + " (" + key + "): " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        return e instanceof AccessDeniedException
                ? "permission denied: let the user " + System.getProperty("user.name") + " read it"
                : String.valueOf(e.getMessage());
    }

    /** All certificates, at least one. */
    List<X509Certificate> certificates() {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (byte[] block : blocks(CERTIFICATE)) {
                certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block)));
            }
        } catch (CertificateException e) {
            throw unusable("has a certificate that cannot be read (" + e.getMessage() + "): write it again", e);
        }
        if (certificates.isEmpty()) {
            throw unusable("has no '-----BEGIN CERTIFICATE-----': convert it to PEM", null);
        }
        return certificates;
    }

    /** The one private key, which must have the algorithm of {@code certificate}. */
    PrivateKey privateKey(X509Certificate certificate) {
        List<byte[]> blocks = blocks(PRIVATE_KEY);
        if (blocks.size() != 1) {
            String what = text.contains("BEGIN ENCRYPTED PRIVATE KEY")
                    ? "is encrypted"
                    : "has " + blocks.size() + " times '-----BEGIN PRIVATE KEY-----' and not once";
            throw unusable(
                    what + ": write one key as plain PKCS#8, as by 'openssl pkcs8 -topk8 -nocrypt', readable by its"
                            + " user only",
                    null);
        }
        String algorithm = certificate.getPublicKey().getAlgorithm();
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(blocks.get(0)));
        } catch (GeneralSecurityException e) {
            throw unusable("is not a key of the kind of its certificate, which is " + algorithm, e);
        }
    }

    private List<byte[]> blocks(String label) {
        String begin = "-----BEGIN " + label + "-----";
        String end = "-----END " + label + "-----";
        List<byte[]> blocks = new ArrayList<>();
        for (int from = text.indexOf(begin); from >= 0; from = text.indexOf(begin, from)) {
            int to = text.indexOf(end, from);
            if (to < 0) {
                throw unusable("ends before '" + end + "': write it again", null);
            }
            try {
                blocks.add(Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to)));
            } catch (IllegalArgumentException e) {
                throw unusable("is not PEM between '" + begin + "' and its end: write it again", e);
            }
            from = to;
        }
        return blocks;
    }

    private TransportException unusable(String why, Exception cause) {
        return new TransportException(path + " (" + key + ") " + why, cause);
    }
}
