package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.controller.ControllerDaemon;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Standalone daemons that come and go while a topology runs in worker processes. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class DaemonsIT {

    private static final Duration MOST = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    private Config config;
    private TestZooKeeper zooKeeper;
    private ControllerDaemon controller;
    private SupervisorDaemon supervisor;
    private Cluster cluster;

    @BeforeEach
    void start() {
        zooKeeper = new TestZooKeeper(directory.resolve("zookeeper"));
        config = zooKeeper
                .config()
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(
                        ClusterKeys.CONTROLLER_DATA_DIR,
                        directory.resolve("controller").toString())
                .with(ClusterKeys.CONTROLLER_POLL_INTERVAL, Duration.ofMillis(50))
                .with(ClusterKeys.MONITOR_INTERVAL, Duration.ofSeconds(1))
                .with(ClusterKeys.NODE_ID, "n1")
                .with(
                        ClusterKeys.SUPERVISOR_DATA_DIR,
                        directory.resolve("supervisor").toString())
                .with(
                        ClusterKeys.IPC_DIR,
                        "/dev/shm/millrace-it-" + ProcessHandle.current().pid());
        controller = ControllerDaemon.start(config);
        supervisor = SupervisorDaemon.start(config);
        cluster = Clusters.connect(config);
    }

    @AfterEach
    void stop() throws IOException {
        supervisor.close();
        controller.close();
        cluster.close();
        zooKeeper.close();
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
        io.millrace.cluster.config.Directories.remove(Path.of(config.get(ClusterKeys.IPC_DIR)));
    }

    @Test
    void nothingThatIsRestartedDisturbsARunningTopology() throws Exception {
        Path jar = Jars.of(directory.resolve("numbers.jar"), TestTopologies.class, "");
        cluster.submit(new Submission(
                "numbers",
                TestTopologies.counting(1_000_000, 5),
                Config.empty().with(TopologyKeys.WORKERS, 2),
                jar,
                null));
        Await.until("both workers", MOST, () -> cluster.list().get(0).workersUp() == 2 && acked() > 0);
        Map<String, Long> pids = pids();

        controller.close();
        assertGoesOn();
        controller = ControllerDaemon.start(config);
        Await.until("found again", MOST, () -> cluster.list().size() == 1);
        assertGoesOn();
        assertThat(pids()).isEqualTo(pids);

        supervisor.close();
        supervisor = SupervisorDaemon.start(config);
        Await.until("adopted", MOST, () -> pids().equals(pids));
        assertGoesOn();

        zooKeeper.stop();
        assertGoesOn();
        zooKeeper.startAgain();
        Await.until(
                "joined again",
                MOST,
                () -> controller.leads() && cluster.list().get(0).workersUp() == 2);
        assertGoesOn();
        assertThat(pids()).isEqualTo(pids);

        // The supervisor did not start this worker itself, so it must see the worker's end by the lock.
        ProcessHandle.of(pids.get("w1")).orElseThrow().destroyForcibly();
        Await.until(
                "replaced",
                MOST,
                () -> cluster.metrics("numbers").workers().stream()
                        .anyMatch(worker -> worker.worker().equals("w1")
                                && worker.registered()
                                && worker.starts() == 2
                                && worker.pid() != pids.get("w1")));
        Await.until("acked by the heir", MOST, () -> acked() > 0);
        assertThat(cluster.describe("numbers").info().status()).isEqualTo(Status.ACTIVE);
        assertThat(cluster.logs("numbers", null, 5)).hasSize(2);

        Map<String, Long> last = pids();
        cluster.kill("numbers", MOST);
        assertThat(cluster.list()).isEmpty();
        assertThat(last.values())
                .allMatch(pid ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
        try (Stream<Path> left = Files.walk(Path.of(config.get(ClusterKeys.IPC_DIR)))) {
            // The supervisor's lock is there as long as it runs
            assertThat(left.filter(Files::isRegularFile)
                            .filter(file -> !file.getFileName().toString().startsWith("daemon-")))
                    .isEmpty();
        }
    }

    @Tag("long")
    @Test
    void trafficIsMeasuredAndAnewByTheNextController() throws Exception {
        Path jar = Jars.of(directory.resolve("numbers.jar"), TestTopologies.class, "");
        cluster.submit(new Submission(
                "numbers",
                TestTopologies.counting(1_000_000, 5),
                // Distributed so that a part of the traffic stays within a worker
                Config.empty().with(TopologyKeys.WORKERS, 2).with(TopologyKeys.SCHEDULER_ALGORITHM, "even"),
                jar,
                null));
        for (int controllers = 1; controllers <= 2; controllers++) {
            Await.until("traffic of all tasks", MOST, () -> talking(cluster.traffic("numbers")) == 2);

            TrafficReport report = cluster.traffic("numbers");
            assertThat(report.components()).singleElement().satisfies(flow -> {
                assertThat(flow.source() + " " + flow.target()).isEqualTo("numbers count");
                assertThat(flow.bytesPerSecond()).isPositive();
                assertThat(flow.nodeShare()).isBetween(0.1, 0.9);
                assertThat(flow.executorShare() + flow.workerShare() + flow.nodeShare())
                        .isEqualTo(1, within(1e-6));
            });
            assertThat(report.tasks()).hasSize(3).allMatch(task -> task.cpu() > 0 && task.cpu() < 2);
            controller.close();
            controller = ControllerDaemon.start(config);
            Await.until("found again", MOST, () -> cluster.list().size() == 1);
        }
        cluster.kill("numbers", MOST);
    }

    private static long talking(TrafficReport report) {
        return report.flows().stream()
                .filter(flow -> flow.messagesPerSecond() > 0)
                .count();
    }

    private void assertGoesOn() throws Exception {
        // Only the supervisor's HTTP interface is used, as the controller may be away.
        long before = ackedOnNode();
        Await.until("progress", MOST, () -> ackedOnNode() > before + 20);
    }

    private long acked() {
        return cluster.metrics("numbers").sum("numbers", TaskMetrics::acked);
    }

    private long ackedOnNode() {
        return ReportedWorkers.of(supervisor.port()).stream()
                .filter(report -> report.snapshot() != null)
                .flatMap(report -> report.snapshot().tasks().stream())
                .mapToLong(TaskMetrics::acked)
                .sum();
    }

    private Map<String, Long> pids() {
        Map<String, Long> pids = new TreeMap<>();
        List<WorkerMetrics> workers = cluster.metrics("numbers").workers();
        workers.forEach(worker -> pids.put(worker.worker(), worker.pid()));
        return pids;
    }
}
