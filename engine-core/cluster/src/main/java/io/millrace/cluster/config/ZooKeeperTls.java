// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import static io.millrace.runtime.settings.ClusterKeys.ZOOKEEPER_TLS_CERTIFICATE;
import static io.millrace.runtime.settings.ClusterKeys.ZOOKEEPER_TLS_TRUSTED;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.error.TopologyException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The files for encrypted connections to ZooKeeper.
 *
 * @param certificate the certificate of this process with its key; empty if it has none
 */
public record ZooKeeperTls(Path trusted, Optional<Path> certificate) {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", Pattern.DOTALL);

    /**
     * Returns the files of the settings; empty if connections are not encrypted.
     *
     * @throws TopologyException with one line, if a file cannot be used
     */
    public static Optional<ZooKeeperTls> of(Config config) {
        if (config.get(ZOOKEEPER_TLS_TRUSTED).isEmpty()) {
            if (!config.get(ZOOKEEPER_TLS_CERTIFICATE).isEmpty()) {
                throw new TopologyException("not set: " + ZOOKEEPER_TLS_TRUSTED.name() + ", which "
                        + ZOOKEEPER_TLS_CERTIFICATE.name() + " needs: set it, or none of them");
            }
            return Optional.empty();
        }
        ZooKeeperTls tls = new ZooKeeperTls(
                Directories.path(config, ZOOKEEPER_TLS_TRUSTED),
                config.get(ZOOKEEPER_TLS_CERTIFICATE).isEmpty()
                        ? Optional.empty()
                        : Optional.of(Directories.path(config, ZOOKEEPER_TLS_CERTIFICATE)));
        certificates(ZOOKEEPER_TLS_TRUSTED, tls.trusted());
        tls.certificate().ifPresent(ZooKeeperTls::checkCertificate);
        return Optional.of(tls);
    }

    private static void checkCertificate(Path file) {
        certificates(ZOOKEEPER_TLS_CERTIFICATE, file);
        try {
            if (!Files.readString(file).contains("-----BEGIN PRIVATE KEY-----")) {
                throw unusable(ZOOKEEPER_TLS_CERTIFICATE, file, "has no private key (PKCS#8, not encrypted)", null);
            }
        } catch (IOException e) {
            throw unusable(ZOOKEEPER_TLS_CERTIFICATE, file, "cannot be read: " + Directories.reason(e), e);
        }
    }

    /** Returns the certificates of the authorities. */
    public Collection<? extends Certificate> authorities() {
        return certificates(ZOOKEEPER_TLS_TRUSTED, trusted);
    }

    private static Collection<? extends Certificate> certificates(ConfigKey<String> key, Path file) {
        try {
            // A file may also have a private key
            String blocks = BLOCK.matcher(Files.readString(file))
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.joining("\n"));
            Collection<? extends Certificate> found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(blocks.getBytes(StandardCharsets.US_ASCII)));
            if (found.isEmpty()) {
                throw unusable(key, file, "has no certificate in PEM", null);
            }
            return found;
        } catch (IOException e) {
            throw unusable(key, file, "cannot be read: " + Directories.reason(e), e);
        } catch (CertificateException e) {
            throw unusable(key, file, "has a certificate that cannot be read", e);
        }
    }

    private static TopologyException unusable(ConfigKey<String> key, Path file, String why, Exception cause) {
        return new TopologyException(key.name() + " is '" + file + "', which " + why, cause);
    }

    /** Returns the settings for a worker process, with absolute paths, as its working directory is another one. */
    public static Map<String, String> forWorkers(Config config) {
        Map<String, String> values = new TreeMap<>();
        of(config).ifPresent(tls -> {
            values.put(ZOOKEEPER_TLS_TRUSTED.name(), tls.trusted().toString());
            tls.certificate().ifPresent(file -> values.put(ZOOKEEPER_TLS_CERTIFICATE.name(), file.toString()));
        });
        return values;
    }
}
