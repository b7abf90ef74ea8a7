// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.Certificates;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.ZooKeeperProcess;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.registry.ControllerLocator;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.ServerWords;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.transport.TlsSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A ZooKeeper server that takes encrypted connections with certificates only, and a tree that belongs to one user. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class EncryptedZooKeeperIT {

    private static final boolean LONG = Boolean.getBoolean("millrace.long");
    private static final Duration MOST = Duration.ofSeconds(60);
    private static final String PASSWORD = "hidden-word-of-the-tree";

    @TempDir
    Path directory;

    @AutoClose("kill")
    private ZooKeeperProcess server;

    @AutoClose
    private TestCluster daemons;

    private Config config;
    private String other;
    private String address;

    @BeforeEach
    void start() throws Exception {
        Certificates certificates = new Certificates(directory).authority("ca").authority("other");
        TlsSettings tls = certificates.node("server", "ca", "ca");
        Path serverKeys = together(tls, "server.pem");
        Path clientKeys = together(certificates.node("client", "ca", "ca"), "client.pem");
        other = certificates.node("stranger", "other", "other").trusted().toString();
        int port = ZooKeeperProcess.freePorts(1).get(0);
        address = "127.0.0.1:" + port;
        Path home = Files.createDirectories(directory.resolve("zookeeper"));
        server = ZooKeeperProcess.start(Files.write(
                home.resolve("zoo.cfg"),
                List.of(
                        "tickTime=500",
                        "dataDir=" + home.resolve("data"),
                        "secureClientPort=" + port,
                        "secureClientPortAddress=127.0.0.1",
                        "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                        "ssl.keyStore.location=" + serverKeys,
                        "ssl.keyStore.type=PEM",
                        "ssl.trustStore.location=" + tls.trusted(),
                        "ssl.trustStore.type=PEM",
                        "ssl.clientAuth=need")));
        Path auth = Files.writeString(directory.resolve("auth"), "me:" + PASSWORD);
        Files.setPosixFilePermissions(auth, PosixFilePermissions.fromString("rw-------"));
        daemons = new TestCluster(
                directory,
                Config.empty()
                        .with(ClusterKeys.ZOOKEEPER_CONNECT, address)
                        .with(ClusterKeys.ZOOKEEPER_TLS_TRUSTED, tls.trusted().toString())
                        .with(ClusterKeys.ZOOKEEPER_TLS_CERTIFICATE, clientKeys.toString())
                        .with(ClusterKeys.ZOOKEEPER_AUTH_FILE, auth.toString()));
        config = daemons.config();
        Await.until("the server listens", MOST, () -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port));
                return true;
            } catch (IOException e) {
                assertThat(server.isAlive()).isTrue();
                return false;
            }
        });
    }

    private static String of(WorkerMetrics worker, String file) throws IOException {
        return Files.readString(Path.of("/proc", String.valueOf(worker.pid()), file), StandardCharsets.ISO_8859_1);
    }

    /** Writes certificate and key into one file, as ZooKeeper takes them. */
    private Path together(TlsSettings tls, String name) throws IOException {
        return Files.writeString(
                directory.resolve(name), Files.readString(tls.certificate()) + Files.readString(tls.key()));
    }

    @Tag("long")
    @Test
    void aTopologyRunsAndNothingShowsThePassword() throws Exception {
        daemons.startController();
        daemons.startNode("n1");
        daemons.startNode("n2", Config.empty().with(ClusterKeys.ZOOKEEPER_AUTH, "me:" + PASSWORD));
        Cluster cluster = daemons.client();
        Config two = Config.empty().with(TopologyKeys.WORKERS, 2).with(TopologyKeys.SCHEDULER_ALGORITHM, "even");
        daemons.submit("numbers", TestTopologies.counting(1_000_000, 5), two);
        Await.until("progress", MOST, () -> daemons.acked("numbers") > 0);

        assertThat(daemons.controller().leads()).isTrue();
        assertThat(new ServerWords(config).ask("127.0.0.1", Integer.parseInt(address.split(":")[1]), "srvr"))
                .contains("Mode: standalone");
        List<WorkerMetrics> workers = cluster.metrics("numbers").workers();
        assertThat(workers).extracting(WorkerMetrics::node).containsExactlyInAnyOrder("n1", "n2");
        for (WorkerMetrics worker : workers) {
            // Others can read the command line, and only the account itself the environment
            assertThat(of(worker, "cmdline")).doesNotContain(PASSWORD);
            assertThat(of(worker, "environ").contains(PASSWORD))
                    .as(worker.node())
                    .isEqualTo(worker.node().equals("n2"));
        }
        for (Path place : List.of(
                daemons.memory(), directory.resolve("controller"), directory.resolve("n1"), directory.resolve("n2"))) {
            try (Stream<Path> files = Files.walk(place)) {
                for (Path file : files.filter(Files::isRegularFile)
                        .filter(file -> file.toString().matches(".*\\.(json|log)"))
                        .toList()) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain(PASSWORD);
                }
            }
        }
        cluster.kill("numbers", MOST);
        assertThatThrownBy(() -> new ControllerLocator(config.with(ClusterKeys.ZOOKEEPER_TLS_TRUSTED, other)).locate())
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("ZooKeeper at " + address + " has a certificate that cannot be trusted (")
                .hasMessageEndingWith("by an authority in zookeeper.tls.trusted, which is " + other)
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> Registry.open(config.with(ClusterKeys.ZOOKEEPER_TLS_TRUSTED, other)))
                .hasMessageStartingWith("ZooKeeper at " + address + " has a certificate that cannot be trusted");
        try (TestZooKeeper plain = new TestZooKeeper(directory.resolve("plain"))) {
            String connect = plain.config().get(ClusterKeys.ZOOKEEPER_CONNECT);
            assertThatThrownBy(
                            () -> new ControllerLocator(config.with(ClusterKeys.ZOOKEEPER_CONNECT, connect)).locate())
                    .hasMessageStartingWith("ZooKeeper at " + connect + " does not take encrypted connections");
        }
        if (LONG) {
            saysWhatMayBeMissing();
        }
    }

    /**
     * Asserts that the message says what may be missing. The client tries for some seconds, as a server without a
     * quorum looks the same.
     */
    private void saysWhatMayBeMissing() {
        Config unencrypted =
                config.with(ClusterKeys.ZOOKEEPER_TLS_TRUSTED, "").with(ClusterKeys.ZOOKEEPER_TLS_CERTIFICATE, "");
        assertThatThrownBy(() -> new ControllerLocator(unencrypted).locate())
                .hasMessageStartingWith("ZooKeeper does not answer at " + address + ", which accepts connections: set"
                        + " zookeeper.tls.trusted");
        Config nameless = config.with(ClusterKeys.ZOOKEEPER_TLS_CERTIFICATE, "");
        assertThatThrownBy(() -> new ControllerLocator(nameless).locate())
                .hasMessageContaining("set zookeeper.tls.certificate if it asks for one");
    }
}
