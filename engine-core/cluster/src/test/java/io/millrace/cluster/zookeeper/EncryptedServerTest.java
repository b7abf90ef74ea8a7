// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Certificates;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.registry.Registry;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.transport.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server that 'millrace zookeeper' runs, with certificates. */
class EncryptedServerTest {

    private final Properties before = (Properties) System.getProperties().clone();

    @TempDir
    static Path made;

    private static Certificates certificates;
    private static Config keysOfServer;

    @TempDir
    Path directory;

    private Config config;

    @BeforeAll
    static void makeCertificates() throws Exception {
        certificates = new Certificates(made).authority("ca").authority("other");
        keysOfServer = keys("server", "ca");
    }

    @BeforeEach
    void configure() {
        config = keysOfServer
                .with(ClusterKeys.ZOOKEEPER_PORT, 0)
                .with(ClusterKeys.ZOOKEEPER_DATA_DIR, directory.resolve("data").toString());
    }

    @AfterEach
    void forget() {
        System.setProperties(before);
    }

    /** Returns the settings of a process with a certificate of this authority, which trusts it. */
    private static Config keys(String name, String authority) throws Exception {
        TlsSettings tls = certificates.node(name, authority, authority);
        Path together = Files.writeString(
                made.resolve(name + ".pem"), Files.readString(tls.certificate()) + Files.readString(tls.key()));
        return Config.empty()
                .with(ClusterKeys.ZOOKEEPER_TLS_TRUSTED, tls.trusted().toString())
                .with(ClusterKeys.ZOOKEEPER_TLS_CERTIFICATE, together.toString());
    }

    @Test
    void aClientWithACertificateIsServedAndAStrangerIsNot() throws Exception {
        try (ZooKeeperDaemon server = ZooKeeperDaemon.start(config)) {
            Config client = Config.empty().with(ClusterKeys.ZOOKEEPER_CONNECT, server.connect());
            try (Registry registry = Registry.open(client.with(keys("client", "ca")))) {
                assertThat(registry.connected()).isTrue();
            }
            Config stranger = client.with(keys("stranger", "other"));
            assertThatThrownBy(() -> Registry.open(stranger).close())
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("has a certificate that cannot be trusted");
            Config taken = config.with(ClusterKeys.ZOOKEEPER_PORT, server.port());
            assertThatThrownBy(() -> ZooKeeperDaemon.start(taken).close())
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("port " + server.port() + " (zookeeper.port)");
        }
    }

    @Test
    void aServerWithoutACertificateDoesNotStart() throws IOException {
        Config without = config.with(ClusterKeys.ZOOKEEPER_TLS_CERTIFICATE, "");
        assertThatThrownBy(() -> ZooKeeperDaemon.start(without).close())
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith("not set: zookeeper.tls.certificate, which 'millrace zookeeper' needs");
        assertThat(directory.resolve("data/version-2")).doesNotExist();
    }
}
