package io.millrace.cluster;

import io.millrace.transport.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Authorities, and certificates of this machine that they sign, made by the JDK's keytool in a directory of a test. */
public final class Certificates {

    private static final String PASSWORD = "changeit";
    private static final long MOST_SECONDS = 60;

    private final Path directory;
    private final Path store;

    public Certificates(Path directory) {
        this.directory = directory;
        this.store = directory.resolve("all.p12");
    }

    /** Makes an authority. */
    public Certificates authority(String alias) throws Exception {
        keytool(alias, "-ext", "bc:c");
        return this;
    }

    /** Makes a certificate for 127.0.0.1, and returns the settings of a node that has it and trusts an authority. */
    public TlsSettings node(String alias, String signer, String trusted) throws Exception {
        keytool(alias, "-signer", signer, "-ext", "SAN=ip:127.0.0.1");
        KeyStore keys = keys();
        byte[] key = keys.getKey(alias, PASSWORD.toCharArray()).getEncoded();
        return new TlsSettings(
                pem(alias + ".crt", "CERTIFICATE", keys.getCertificate(alias).getEncoded()),
                pem(alias + ".key", "PRIVATE KEY", key),
                pem(
                        trusted + ".crt",
                        "CERTIFICATE",
                        keys.getCertificate(trusted).getEncoded()),
                Set.of());
    }

    /** All that was made so far. */
    public KeyStore keys() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private void keytool(String alias, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keyalg",
                "EC",
                "-alias",
                alias,
                "-dname",
                "CN=" + alias));
        command.addAll(List.of(more));
        Path log = directory.resolve("keytool.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError(command + " failed: " + Files.readString(log));
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private Path pem(String file, String label, byte[] content) throws IOException {
        return Files.writeString(
                directory.resolve(file),
                "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                        + label + "-----\n");
    }
}
