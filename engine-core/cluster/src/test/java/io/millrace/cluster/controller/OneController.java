// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.Records;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyDescription.Place;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.process.Closer;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** A real controller on a real ZooKeeper, with supervisors that are registrations only. */
abstract class OneController {

    @TempDir
    static Path zooKeeperDirectory;

    static TestZooKeeper zooKeeper;

    @TempDir
    Path directory;

    final Closer opened = new Closer();
    final Map<String, EphemeralNode> supervisors = new HashMap<>();
    Config config;
    ControllerDaemon controller;
    Registry registry;
    Cluster cluster;
    Path jar;

    @BeforeAll
    static void startServer() {
        zooKeeper = new TestZooKeeper(zooKeeperDirectory);
    }

    @AfterAll
    static void stopServer() {
        zooKeeper.close();
    }

    @BeforeEach
    void start(TestInfo test) throws Exception {
        config = zooKeeper
                .config()
                .with(
                        ClusterKeys.ZOOKEEPER_ROOT,
                        "/c/" + test.getTestMethod().orElseThrow().getName())
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT, Duration.ZERO)
                .with(
                        ClusterKeys.CONTROLLER_DATA_DIR,
                        directory.resolve("controller").toString());
        jar = Files.writeString(directory.resolve("t.jar"), "no worker ever starts here");
        controller = ControllerDaemon.start(config);
        registry = opened.add(Registry.open(config));
        Await.until("a leader", () -> controller.leads());
        cluster = opened.add(Clusters.connect(config));
    }

    @AfterEach
    void stop() {
        opened.close();
        controller.close();
    }

    static void assertRefused(Reason reason, String message, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(ClusterException.class, e -> {
                    assertThat(e.reason()).isEqualTo(reason);
                    assertThat(e.getMessage()).doesNotContain("\n");
                })
                .hasMessageContaining(message);
    }

    static String jarOf(TopologyRecord record) {
        return record.program().jars().get(0).digest();
    }

    TopologyInfo submit(String name, int workers) {
        return submit(name, TopologyKeys.WORKERS.name(), Integer.toString(workers));
    }

    TopologyInfo submit(String name, String key, String value) {
        Config own = Config.empty().with(key, value);
        return cluster.submit(new Submission(name, TestTopologies.counting(1, 0), own, jar, null));
    }

    void supervisor(String node, int slots) {
        supervisor(node, slots, 1);
    }

    void supervisor(String node, int slots, int port) {
        SupervisorRecord record = Records.supervisor(node, "127.0.0.1", port, 1, 2, slots, node);
        EphemeralNode registration =
                registry.ephemeral(registry.paths().supervisor(node), Json.write(record), holder -> false, () -> {});
        assertThat(registration.ensure()).isTrue();
        supervisors.put(node, registration);
    }

    List<String> nodesOf(String topology) {
        return cluster.describe(topology).placement().stream()
                .map(Place::node)
                .distinct()
                .toList();
    }

    Map<Integer, Place> places(String topology) {
        return cluster.describe(topology).placement().stream().collect(Collectors.toMap(Place::task, place -> place));
    }
}
