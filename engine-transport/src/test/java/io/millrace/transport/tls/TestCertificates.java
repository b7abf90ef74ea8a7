// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Certificates that the JDK's keytool makes when they are asked for, once for all tests of a JVM and without leaving a
 * file: an authority "ca" and what it signed ("node" and "renewed" for this machine, "expired", "future", "elsewhere"
 * for another host), an authority "otherca" with its "stranger", and "alone", which is signed by itself and has
 * expired.
 */
public final class TestCertificates {

    private static final String PASSWORD = "changeit";
    private static final String HERE = "SAN=dns:localhost,ip:127.0.0.1";
    private static final long KEYTOOL_SECONDS = 60;

    private static final Set<String> MADE = new HashSet<>();

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
                all.append(pem(
                        "CERTIFICATE",
                        store(authority).getCertificate(authority).getEncoded()));
            }
            Files.writeString(authorities, all);
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
        return new TlsSettings(certificate, key, authorities, Set.of());
    }

    public static void write(Path certificate, Path key, String alias) throws IOException, GeneralSecurityException {
        StringBuilder chain = new StringBuilder();
        for (Certificate link : store(alias).getCertificateChain(alias)) {
            chain.append(pem("CERTIFICATE", link.getEncoded()));
        }
        Files.writeString(certificate, chain);
        PrivateKey privateKey = (PrivateKey) store(alias).getKey(alias, PASSWORD.toCharArray());
        Files.writeString(key, pem("PRIVATE KEY", privateKey.getEncoded()));
    }

    private static String pem(String label, byte[] content) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + label + "-----\n";
    }

    /** With these certificates, and those that were asked for before. */
    public static synchronized KeyStore store(String... aliases) {
        try {
            if (store == null) {
                store = KeyStore.getInstance("PKCS12");
                store.load(null, PASSWORD.toCharArray());
            }
            if (!List.of(aliases).stream().allMatch(MADE::contains)) {
                make(aliases);
            }
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static void make(String... aliases) throws IOException, GeneralSecurityException {
        Path directory = Files.createTempDirectory("millrace-certificates");
        Path file = directory.resolve("all.p12");
        try {
            try (OutputStream out = Files.newOutputStream(file)) {
                store.store(out, PASSWORD.toCharArray());
            }
            for (String alias : aliases) {
                make(file, alias);
            }
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, PASSWORD.toCharArray());
            }
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(directory);
        }
    }

    private static void make(Path file, String alias) throws IOException {
        if (!MADE.add(alias)) {
            return;
        }
        switch (alias) {
            case "ca" -> keytool(file, "ca", null, "-ext", "bc:c", "-validity", "3650");
            case "otherca" -> keytool(file, "otherca", null, "-ext", "bc:c");
            case "node", "renewed" -> signed(file, alias, "ca", "-ext", HERE);
            case "expired" -> signed(file, alias, "ca", "-ext", HERE, "-startdate", "-20d", "-validity", "10");
            case "future" -> signed(file, alias, "ca", "-ext", HERE, "-startdate", "+20d");
            case "elsewhere" -> signed(file, alias, "ca", "-ext", "SAN=dns:elsewhere.example,ip:192.0.2.1");
            case "stranger" -> signed(file, alias, "otherca", "-ext", HERE);
            case "alone" -> keytool(file, alias, null, "-ext", HERE, "-startdate", "-20d", "-validity", "10");
            default -> throw new AssertionError("no certificate '" + alias + "'");
        }
    }

    private static void signed(Path file, String alias, String signer, String... more) throws IOException {
        make(file, signer);
        keytool(file, alias, signer, more);
    }

    private static void keytool(Path file, String alias, String signer, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                // The password may be guessed fast
                "-J-Dkeystore.pkcs12.macIterationCount=1",
                "-J-Dkeystore.pkcs12.certPbeIterationCount=1",
                "-J-Dkeystore.pkcs12.keyPbeIterationCount=1",
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
