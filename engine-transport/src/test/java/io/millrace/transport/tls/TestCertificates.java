package io.millrace.transport.tls;

import io.millrace.transport.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Certificates that the JDK's keytool makes, once for all tests of a JVM and without leaving a file: an authority "ca"
 * and the certificates that it signed ("node" and "renewed" for this machine, "expired", "future", "elsewhere" for
 * another host), an authority "otherca" with its "stranger", and "alone", which is signed by itself and has expired.
 */
public final class TestCertificates {

    private static final String PASSWORD = "changeit";
    private static final String HERE = "SAN=dns:localhost,ip:127.0.0.1";
    private static final long KEYTOOL_SECONDS = 60;

    private static KeyStore store;

    private TestCertificates() {}

    /** Writes the PEM files of a node that has the certificate {@code alias} and trusts {@code trusted}. */
    public static TlsSettings settings(Path directory, String alias, String... trusted) {
        Path certificate = directory.resolve(alias + ".crt");
        Path key = directory.resolve(alias + ".key");
        Path authorities = directory.resolve(alias + "-trusted.crt");
        try {
            write(certificate, key, alias);
            StringBuilder all = new StringBuilder();
            for (String authority : trusted) {
                all.append(pem("CERTIFICATE", store().getCertificate(authority).getEncoded()));
            }
            Files.writeString(authorities, all);
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
        return new TlsSettings(certificate, key, authorities, Set.of());
    }

    public static void write(Path certificate, Path key, String alias) throws IOException, GeneralSecurityException {
        StringBuilder chain = new StringBuilder();
        for (Certificate link : store().getCertificateChain(alias)) {
            chain.append(pem("CERTIFICATE", link.getEncoded()));
        }
        Files.writeString(certificate, chain);
        PrivateKey privateKey = (PrivateKey) store().getKey(alias, PASSWORD.toCharArray());
        Files.writeString(key, pem("PRIVATE KEY", privateKey.getEncoded()));
    }

    private static String pem(String label, byte[] content) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + label + "-----\n";
    }

    public static synchronized KeyStore store() {
        if (store == null) {
            store = make();
        }
        return store;
    }

    private static KeyStore make() {
        try {
            Path directory = Files.createTempDirectory("millrace-certificates");
            Path file = directory.resolve("all.p12");
            try {
                keytool(file, "ca", null, "-ext", "bc:c", "-validity", "3650");
                keytool(file, "otherca", null, "-ext", "bc:c");
                keytool(file, "node", "ca", "-ext", HERE);
                keytool(file, "renewed", "ca", "-ext", HERE);
                keytool(file, "expired", "ca", "-ext", HERE, "-startdate", "-20d", "-validity", "10");
                keytool(file, "future", "ca", "-ext", HERE, "-startdate", "+20d");
                keytool(file, "elsewhere", "ca", "-ext", "SAN=dns:elsewhere.example,ip:192.0.2.1");
                keytool(file, "stranger", "otherca", "-ext", HERE);
                keytool(file, "alone", null, "-ext", HERE, "-startdate", "-20d", "-validity", "10");
                KeyStore made = KeyStore.getInstance("PKCS12");
                try (InputStream in = Files.newInputStream(file)) {
                    made.load(in, PASSWORD.toCharArray());
                }
                return made;
            } finally {
                Files.deleteIfExists(file);
                Files.deleteIfExists(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static void keytool(Path file, String alias, String signer, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-alias",
                alias,
                "-dname",
                "CN=" + alias));
        if (signer != null) {
            command.addAll(List.of("-signer", signer));
        }
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream out = process.getInputStream()) {
            String said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError(command + " failed: " + said);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            process.destroyForcibly();
        }
    }
}
