package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.Certificates;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.transport.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The REST interfaces of a started controller and supervisor, with requests of clients without rights. */
@Timeout(60)
class AttackedDaemonsTest {

    @TempDir
    Path directory;

    private TestZooKeeper zooKeeper;
    private Config config;
    private int supervisors;

    @BeforeEach
    void start() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            supervisors = free.getLocalPort();
        }
        zooKeeper = new TestZooKeeper(directory.resolve("zookeeper"));
        config = zooKeeper
                .config()
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(ClusterKeys.SUPERVISOR_PORT, supervisors)
                .with(ClusterKeys.NODE_ID, "n1")
                .with(ClusterKeys.IPC_DIR, directory.resolve("ipc").toString())
                .with(
                        ClusterKeys.CONTROLLER_DATA_DIR,
                        directory.resolve("controller").toString())
                .with(
                        ClusterKeys.SUPERVISOR_DATA_DIR,
                        directory.resolve("supervisor").toString())
                .with(ClusterKeys.CONTROLLER_TOKEN, "strong")
                .with(ClusterKeys.CONTROLLER_ASK_TOKEN, "weak");
    }

    @AfterEach
    void stop() {
        zooKeeper.close();
    }

    private static int status(int port, String line, String... header) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            socket.getOutputStream()
                    .write((line + " HTTP/1.1\r\nConnection: close\r\n" + String.join("\r\n", header) + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ")[1]);
        }
    }

    @Test
    void pagesAndStrangersAreRefusedByBoth() throws Exception {
        try (ControllerDaemon controller = ControllerDaemon.start(config);
                SupervisorDaemon supervisor = SupervisorDaemon.start(config);
                Registry registry = Registry.open(config)) {
            assertThat(supervisor.node()).isEqualTo("n1");
            String digest = "/v1/blobs/" + "0".repeat(64);
            String node = "Authorization: Bearer " + registry.nodeSecret();
            for (int port : List.of(controller.port(), supervisors)) {
                assertThat(status(port, "GET /metrics", "Host: evil.example")).isEqualTo(421);
                assertThat(status(port, "GET /metrics", "Host: localhost", "Origin: http://evil.example"))
                        .isEqualTo(403);
                assertThat(status(port, "GET /metrics", "Host: 127.0.0.1:" + port))
                        .isEqualTo(200);
                for (String request : List.of("GET " + digest, "POST " + digest + "/keep")) {
                    assertThat(status(port, request, "Host: localhost")).isEqualTo(401);
                    assertThat(status(port, request, "Host: localhost", "Authorization: Bearer weak"))
                            .isEqualTo(401);
                    assertThat(status(port, request, "Host: localhost", node)).isNotEqualTo(401);
                }
            }
            String check = "POST /v1/state/checks/" + "0".repeat(32) + "/write";
            assertThat(status(supervisors, check, "Host: localhost")).isEqualTo(401);
            assertThat(status(supervisors, check, "Host: localhost", node)).isEqualTo(404);
            assertThat(status(controller.port(), "POST /v1/nodes/n1/drain", "Host: localhost", node))
                    .isEqualTo(401);
        }
    }

    private static List<NodeInfo> nodes(Cluster cluster) {
        try {
            return cluster.nodes();
        } catch (ClusterException e) {
            return List.of();
        }
    }

    @Test
    void theWholeClusterIsAskedByHttps() throws Exception {
        TlsSettings files = new Certificates(directory).authority("ca").node("node", "ca", "ca");
        Config encrypted = config.with(
                        ClusterKeys.REST_TLS_CERTIFICATE, files.certificate().toString())
                .with(ClusterKeys.REST_TLS_KEY, files.key().toString())
                .with(ClusterKeys.REST_TLS_TRUSTED, files.trusted().toString());
        try (ControllerDaemon controller = ControllerDaemon.start(encrypted);
                SupervisorDaemon supervisor = SupervisorDaemon.start(encrypted);
                Cluster client = Clusters.connect(config.with(
                        ClusterKeys.REST_TLS_TRUSTED, files.trusted().toString()));
                Cluster plain = Clusters.connect(config)) {
            assertThat(controller.url()).isEqualTo("https://127.0.0.1:" + controller.port() + "/");
            Await.until("node " + supervisor.node(), () -> !nodes(client).isEmpty());
            client.drain("n1");
            assertThatThrownBy(plain::list).hasMessageStartingWith("REST is encrypted here: set rest.tls.trusted");
            for (int port : List.of(controller.port(), supervisors)) {
                assertThat(status(port, "GET /metrics", "Host: localhost")).isEqualTo(400);
                assertThat(status(port, "GET /v1/health", "Host: localhost")).isEqualTo(200);
            }
        }
    }

    @Test
    void withProtectedReadsNodesAndHoldersOfATokenRead() throws Exception {
        Config guarded = config.with(ClusterKeys.REST_READ_PROTECTED, true);
        try (ControllerDaemon controller = ControllerDaemon.start(guarded);
                SupervisorDaemon supervisor = SupervisorDaemon.start(guarded);
                Cluster weak = Clusters.connect(config.with(ClusterKeys.CONTROLLER_TOKEN, "guess"));
                Cluster stranger = Clusters.connect(config.with(ClusterKeys.CONTROLLER_TOKEN, "guess")
                        .with(ClusterKeys.CONTROLLER_ASK_TOKEN, "guess"))) {
            Await.until("node " + supervisor.node(), () -> !nodes(weak).isEmpty());
            assertThat(weak.list()).isEmpty();
            assertThatThrownBy(() -> weak.drain("n1")).hasMessageContaining("refuses the token");
            assertThatThrownBy(stranger::list).hasMessageContaining("refuses the token");
            for (int port : List.of(controller.port(), supervisors)) {
                assertThat(status(port, "GET /metrics", "Host: localhost")).isEqualTo(401);
                assertThat(status(port, "GET /v1/health", "Host: localhost")).isEqualTo(200);
                assertThat(status(port, "GET /metrics", "Host: localhost", "Authorization: Bearer weak"))
                        .isEqualTo(200);
            }
        }
    }
}
