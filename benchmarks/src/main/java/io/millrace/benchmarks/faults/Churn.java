// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;

/** Topologies that are submitted and killed, one after the other. */
final class Churn {

    private static final int TOPOLOGIES = 50;
    private static final int SESSION_MILLIS = 10_000;

    private Churn() {}

    static List<Fault> all() {
        return List.of(Fault.of(
                        "churn-" + TOPOLOGIES,
                        "nothing of them is left in ZooKeeper; shared memory; processes; directories but the logs of the last 20",
                        Churn::submitAndKill)
                .gap(Stops.NOTHING));
    }

    private static void submitAndKill(Scene scene) throws IOException, InterruptedException {
        try (Other other = new Other(scene.cluster())) {
            // What is made once for all topologies is there then
            other.submit();
            other.kill();
            Map<String, Long> before = left(scene.cluster());
            for (int i = 0; i < TOPOLOGIES; i++) {
                other.submit();
                other.kill();
            }
            Map<String, Long> after = left(scene.cluster());
            after.forEach((what, count) ->
                    scene.check(count <= before.get(what), count - before.get(what) + " " + what + " are left"));
        }
    }

    private static Map<String, Long> left(FaultCluster cluster) throws IOException, InterruptedException {
        Map<String, Long> left = new TreeMap<>();
        left.put("nodes of ZooKeeper", nodes(cluster));
        left.put("files in shared memory", files(cluster.sharedMemory()));
        for (Path directory : cluster.daemonDirectories()) {
            left.put("files of " + directory.getFileName(), files(directory));
        }
        left.put("worker processes", (long) cluster.workerProcesses().size());
        return left;
    }

    /**
     * And directories, but not the logs of workers, which a supervisor keeps for those who ask why a topology has
     * ended.
     */
    private static long files(Path directory) throws IOException {
        Path logs = directory.resolve("logs");
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> !file.startsWith(logs)).count();
        }
    }

    private static long nodes(FaultCluster cluster) throws IOException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper zooKeeper =
                new ZooKeeper(cluster.config().get(ClusterKeys.ZOOKEEPER_CONNECT), SESSION_MILLIS, event -> {
                    if (event.getState() == KeeperState.SyncConnected) {
                        connected.countDown();
                    }
                });
        try {
            connected.await();
            return ZKUtil.listSubTreeBFS(zooKeeper, cluster.config().get(ClusterKeys.ZOOKEEPER_ROOT))
                    .size();
        } catch (KeeperException e) {
            throw new IOException("cannot count the nodes of ZooKeeper: " + e.getMessage(), e);
        } finally {
            zooKeeper.close();
        }
    }
}
