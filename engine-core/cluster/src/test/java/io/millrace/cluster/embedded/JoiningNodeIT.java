// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.EngineFigure;
import io.millrace.api.metrics.EngineMetrics;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.TopologyDescription.Place;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A node joins a running topology with a task that was dormant, and is killed with its processes. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class JoiningNodeIT {

    private static final Duration MOST = Duration.ofSeconds(40);

    /** The dormant task: task 1 is the spout, 2 the one that always exists. */
    private static final int DORMANT = 3;

    @TempDir
    Path directory;

    @AutoClose
    private TestCluster daemons;

    private Cluster cluster;

    @BeforeEach
    void start() {
        daemons = TestCluster.start(
                directory,
                Config.empty()
                        .with(ClusterKeys.CONTROLLER_POLL_INTERVAL, Duration.ofMillis(50))
                        .with(ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT, Duration.ZERO));
        daemons.startNode("n1", slots(2));
        cluster = daemons.client();
    }

    private static Config slots(int slots) {
        return Config.empty().with(ClusterKeys.SUPERVISOR_SLOTS, slots);
    }

    private long sum(ToLongFunction<TaskMetrics> value) {
        return cluster.metrics("t").sum("numbers", value);
    }

    /** Returns the messages of a task's engines. */
    private long messages(int task) {
        return cluster.engines("t").tasks().stream()
                .filter(each -> each.task() == task)
                .mapToLong((EngineMetrics each) -> each.get(EngineFigure.BY_TOKEN) + each.get(EngineFigure.BY_QUEUE))
                .sum();
    }

    private String nodeOfDormant() {
        return cluster.describe("t").placement().stream()
                .filter(place -> place.task() == DORMANT)
                .map(Place::node)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the pids and epochs of the workers with which the topology began. */
    private Map<String, List<Long>> first() {
        Map<String, List<Long>> workers = new TreeMap<>();
        for (WorkerMetrics worker : cluster.metrics("t").workers()) {
            if (worker.node().equals("n1")) {
                workers.put(worker.worker(), List.of(worker.pid(), worker.epoch()));
            }
        }
        return workers;
    }

    private Map<String, List<Long>> submit(int workers) throws Exception {
        Config config = Config.empty().with(TopologyKeys.WORKERS, workers);
        daemons.submit("t", GrowingTopology.until(directory.resolve("stop")), config, GrowingTopology.class);
        Await.until("it works", MOST, () -> messages(2) > 20 && first().size() == workers);
        assertThat(nodeOfDormant()).isEmpty();
        return first();
    }

    @Test
    void aNewNodeTakesPartAndNobodyElseChanges() throws Exception {
        Map<String, List<Long>> before = submit(1);

        daemons.startNode("n2", slots(1));
        Await.until("the new node works", MOST, () -> messages(DORMANT) > 20);
        assertThat(nodeOfDormant()).isEqualTo("n2");
        assertThat(first()).as("pids and epochs").isEqualTo(before);
        assertThat(sum(TaskMetrics::failed)).isZero();
    }

    @Tag("long")
    @Test
    void itsMessagesAreProcessedElsewhereWhenItDies() throws Exception {
        Map<String, List<Long>> before = submit(2);
        DaemonToKill second = daemons.process("supervisor", "n2", slots(1));
        Await.until("the new node works", MOST, () -> messages(DORMANT) > 20);

        second.kill();
        Await.until("its messages fail", MOST, () -> sum(TaskMetrics::failed) > 0);
        Await.until("its task is dormant", MOST, () -> nodeOfDormant().isEmpty());
        long acked = sum(TaskMetrics::acked);
        Await.until("it goes on", MOST, () -> sum(TaskMetrics::acked) > acked + 20);
        assertThat(first()).as("pids and epochs").isEqualTo(before);
        Files.createFile(directory.resolve("stop"));
        Await.until("each number is acked", MOST, () -> cluster.list().get(0).status() == Status.COMPLETED);
        cluster.kill("t", MOST);
    }
}
