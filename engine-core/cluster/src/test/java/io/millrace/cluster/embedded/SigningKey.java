// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.KeyStore.PrivateKeyEntry;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import jdk.security.jarsigner.JarSigner;

/** A self-signed key that signs jars. */
final class SigningKey {

    private static final String PASSWORD = "changeit";

    private final PrivateKeyEntry entry;

    /** Makes a key with the keytool of this JDK. */
    SigningKey(Path directory) throws Exception {
        Path file = directory.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "author",
                        "-dname",
                        "CN=author",
                        "-keyalg",
                        "EC")
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes());
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).as(output).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        entry = (PrivateKeyEntry) keys.getEntry("author", new KeyStore.PasswordProtection(PASSWORD.toCharArray()));
    }

    /** Returns a signed copy beside the jar. */
    Path sign(Path jar) throws Exception {
        JarSigner signer = new JarSigner.Builder(
                        entry.getPrivateKey(),
                        CertificateFactory.getInstance("X.509").generateCertPath(List.of(entry.getCertificateChain())))
                .build();
        Path signed = jar.resolveSibling("signed-" + jar.getFileName());
        try (ZipFile in = new ZipFile(jar.toFile());
                OutputStream out = Files.newOutputStream(signed)) {
            signer.sign(in, out);
        }
        return signed;
    }
}
