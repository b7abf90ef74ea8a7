// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.ZooKeeperProcess;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * ZooKeeper is killed while daemons that have just started read the registry, and stays away for longer than a session:
 * their workers go on, no file is deleted, and no answer says that there are no topologies. In each build {@code
 * InterruptedReadingTest} interrupts a reading at random bytes, {@code ClusterSimulationTest} shows what daemons do
 * with it, and {@link DaemonsIT} that workers outlive daemons and ZooKeeper.
 */
@Timeout(180)
@ExtendWith(Diagnosis.class)
class RegistryAwayIT {

    private static final Duration MOST = Duration.ofSeconds(60);
    private static final Duration SESSION = Duration.ofSeconds(2);
    private static final int ROUNDS = 10;

    /** The number of other nodes, so many that a reading takes longer than the time until ZooKeeper is killed. */
    private static final int OTHER_NODES = 3_000;

    @TempDir
    Path directory;

    private Path zooKeeperFile;
    private String connect;

    @AutoClose("kill")
    private ZooKeeperProcess zooKeeper;

    @AutoClose
    private TestCluster daemons;

    private Cluster cluster;

    @BeforeEach
    void start() throws Exception {
        int port = ZooKeeperProcess.freePorts(1).get(0);
        Path home = Files.createDirectories(directory.resolve("zookeeper"));
        zooKeeperFile = Files.write(
                home.resolve("zoo.cfg"),
                List.of(
                        "tickTime=500",
                        "dataDir=" + home.resolve("data"),
                        "clientPort=" + port,
                        "clientPortAddress=127.0.0.1",
                        "4lw.commands.whitelist=srvr"));
        connect = "127.0.0.1:" + port;
        zooKeeper = ZooKeeperProcess.start(zooKeeperFile);
        awaitZooKeeper();
        daemons = TestCluster.start(
                directory,
                Config.empty()
                        .with(ClusterKeys.ZOOKEEPER_CONNECT, connect)
                        .with(ClusterKeys.ZOOKEEPER_SESSION_TIMEOUT, SESSION),
                "n1");
        cluster = daemons.client();
    }

    @Tag("long")
    @Test
    void workersFilesAndAnswersOutliveAReadingThatWasInterrupted() throws Exception {
        daemons.submit(
                "numbers",
                TestTopologies.counting(10_000_000, 5),
                Config.empty().with(TopologyKeys.WORKERS, 2));
        Await.until("both workers", MOST, () -> cluster.list().get(0).workersUp() == 2 && acked() > 0);
        Map<String, Long> pids = pids();
        fillRegistry();

        for (int round = 0; round < ROUNDS; round++) {
            daemons.stopNode("n1");
            daemons.controller().close();
            makeFilesOld();
            TreeSet<String> files = files();
            daemons.startController();
            daemons.startNode("n1");
            zooKeeper.kill();
            long killed = System.nanoTime();
            Await.until("longer than a session", MOST, () -> {
                assertIsNotSaidToBeGone();
                return System.nanoTime() - killed > SESSION.multipliedBy(2).toNanos();
            });
            zooKeeper = ZooKeeperProcess.start(zooKeeperFile);
            awaitZooKeeper();
            Await.until("all is known again", MOST, () -> {
                assertIsNotSaidToBeGone();
                return daemons.controller().leads() && isAsBefore(pids);
            });
            long before = acked();
            Await.until("it goes on", MOST, () -> acked() > before);

            assertThat(pids()).isEqualTo(pids);
            assertThat(files()).isEqualTo(files);
            assertThat(cluster.metrics("numbers").workers()).allMatch(worker -> worker.starts() == 1);
        }
    }

    /** Asserts that an answer is an error, or has the topology. */
    private void assertIsNotSaidToBeGone() {
        try {
            assertThat(cluster.list()).extracting(TopologyInfo::name).containsExactly("numbers");
        } catch (ClusterException e) {
            // The client learns that there is no answer
            assertThat(e.reason()).isNotEqualTo(ClusterException.Reason.NOT_FOUND);
        }
    }

    private boolean isAsBefore(Map<String, Long> pids) {
        try {
            return pids().equals(pids) && cluster.list().get(0).workersUp() == 2;
        } catch (ClusterException e) {
            return false;
        }
    }

    private void fillRegistry() throws Exception {
        ZooKeeper client = new ZooKeeper(connect, 10_000, event -> {});
        try {
            Await.until("a session", () -> client.getState().isConnected());
            String parent = daemons.config().get(ClusterKeys.ZOOKEEPER_ROOT) + "/others";
            client.create(parent, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            for (int i = 0; i < OTHER_NODES; i++) {
                String path = parent + "/" + i;
                client.create(
                        path,
                        new byte[100],
                        ZooDefs.Ids.OPEN_ACL_UNSAFE,
                        CreateMode.PERSISTENT,
                        (r, p, c, n) -> {},
                        null);
            }
            client.create(parent + "/last", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        } finally {
            client.close();
        }
    }

    private void makeFilesOld() throws IOException {
        for (String daemon : List.of("controller", "n1")) {
            try (Stream<Path> blobs = Files.list(directory.resolve(daemon).resolve("blobs"))) {
                for (Path blob : blobs.toList()) {
                    Files.setLastModifiedTime(blob, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
                }
            }
        }
    }

    private TreeSet<String> files() throws IOException {
        TreeSet<String> files = new TreeSet<>();
        for (String daemon : List.of("controller", "n1")) {
            try (Stream<Path> blobs = Files.list(directory.resolve(daemon).resolve("blobs"))) {
                blobs.map(Path::toString).forEach(files::add);
            }
        }
        assertThat(files).hasSizeGreaterThanOrEqualTo(4);
        return files;
    }

    private void awaitZooKeeper() throws Exception {
        int port = Integer.parseInt(connect.substring(connect.indexOf(':') + 1));
        Await.until("ZooKeeper", MOST, () -> !ZooKeeperProcess.mode(port).isEmpty());
    }

    private Map<String, Long> pids() {
        return daemons.pids("numbers");
    }

    private long acked() {
        return daemons.acked("numbers");
    }
}
