// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.TopologyDescription.Place;
import io.millrace.cluster.registry.ControllerLocator;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two controllers and three supervisors, each a process with a directory of its own; machines are lost with all files.
 */
@Timeout(180)
@ExtendWith(Diagnosis.class)
class LostMachinesIT {

    private static final Duration MOST = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final Map<String, DaemonToKill> machines = new TreeMap<>();

    @AutoClose
    private TestCluster daemons;

    private Cluster cluster;

    @BeforeEach
    void start() throws Exception {
        daemons = new TestCluster(
                directory,
                Config.empty()
                        .with(ClusterKeys.CONTROLLER_TOKEN, "secret")
                        .with(ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT, Duration.ZERO)
                        .with(ClusterKeys.SUPERVISOR_SLOTS, 1));
        for (String controller : List.of("c1", "c2")) {
            machines.put(controller, daemons.process("controller", controller, Config.empty()));
        }
        for (String node : List.of("n1", "n2", "n3")) {
            machines.put(node, daemons.process("supervisor", node, Config.empty()));
        }
        ControllerLocator locator = new ControllerLocator(daemons.config());
        Await.until("a leader", MOST, () -> leads(locator));
        cluster = daemons.client();
        Await.until("all nodes", MOST, () -> cluster.nodes().size() == 3);
    }

    @Tag("long")
    @Test
    void aTopologyOutlivesTheLeaderAndItsOnlyNode() throws Exception {
        Path jar = Jars.of(directory.resolve("numbers.jar"), TestTopologies.class, "");
        cluster.submit(new Submission("numbers", TestTopologies.counting(1_000_000, 5), Config.empty(), jar, null));
        String leader = leader();
        assertThat(having(Digest.of(jar))).contains("c1", "c2");
        Await.until("progress", MOST, () -> acked() > 0);
        String node = node();

        lose(leader);
        lose(node);

        Await.until("progress elsewhere", MOST, () -> !node().equals(node) && acked() > 0);
        cluster.kill("numbers", MOST);
    }

    /** Kills a daemon with its workers, and removes its files. */
    private void lose(String name) throws Exception {
        machines.remove(name).kill();
        Directories.remove(directory.resolve(name));
    }

    private String leader() {
        long pid = new ControllerLocator(daemons.config()).locate().pid();
        return machines.entrySet().stream()
                .filter(daemon -> daemon.getValue().pid() == pid)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private List<String> having(String digest) {
        List<String> having = new ArrayList<>();
        for (String name : machines.keySet()) {
            if (Files.exists(directory.resolve(name).resolve("blobs").resolve(digest))) {
                having.add(name);
            }
        }
        return having;
    }

    private String node() {
        return cluster.describe("numbers").placement().stream()
                .map(Place::node)
                .findFirst()
                .orElse("");
    }

    private long acked() {
        return daemons.acked("numbers");
    }

    private static boolean leads(ControllerLocator locator) {
        try {
            return locator.locate().pid() > 0;
        } catch (ClusterException e) {
            return false;
        }
    }
}
