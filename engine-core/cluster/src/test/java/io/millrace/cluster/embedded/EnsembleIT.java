package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestEnsemble;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.controller.ControllerDaemon;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Three ZooKeeper servers as processes: their leader dies while a topology runs, and after its return the next one. */
@Timeout(180)
@ExtendWith(Diagnosis.class)
class EnsembleIT {

    /** In the long form also the next leader dies, after the return of the first. */
    private static final int DEATHS = Boolean.getBoolean("millrace.long") ? 2 : 1;

    private static final Duration MOST = Duration.ofSeconds(60);
    private static final String CHROOT = "/streams/test";

    @TempDir
    Path directory;

    private TestEnsemble ensemble;
    private Config config;
    private ControllerDaemon controller;
    private SupervisorDaemon supervisor;
    private Cluster cluster;

    @BeforeEach
    void start() throws Exception {
        ensemble = new TestEnsemble(directory.resolve("zookeeper"));
        config = Config.empty()
                .with(ClusterKeys.ZOOKEEPER_CONNECT, ensemble.connect() + CHROOT)
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(
                        ClusterKeys.CONTROLLER_DATA_DIR,
                        directory.resolve("controller").toString())
                .with(
                        ClusterKeys.SUPERVISOR_DATA_DIR,
                        directory.resolve("supervisor").toString())
                .with(ClusterKeys.NODE_ID, "n1")
                .with(
                        ClusterKeys.IPC_DIR,
                        "/dev/shm/millrace-it-" + ProcessHandle.current().pid());
        controller = ControllerDaemon.start(config);
        supervisor = SupervisorDaemon.start(config);
        cluster = Clusters.connect(config);
    }

    @AfterEach
    void stop() throws IOException {
        if (supervisor != null) {
            supervisor.close();
        }
        if (controller != null) {
            controller.close();
        }
        if (cluster != null) {
            cluster.close();
        }
        ensemble.close();
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
        Directories.remove(
                Path.of("/dev/shm/millrace-it-" + ProcessHandle.current().pid()));
    }

    @Test
    void theDeathOfTheLeadingServerIsNotVisible() throws Exception {
        Path jar = Jars.of(directory.resolve("numbers.jar"), TestTopologies.class, "");
        cluster.submit(new Submission("numbers", TestTopologies.counting(10_000_000, 5), Config.empty(), jar, null));
        Await.until("progress", MOST, () -> acked() > 0);
        List<Long> pids = pids();

        for (int death = 0; death < DEATHS; death++) {
            int leader = ensemble.leader();
            ensemble.kill(leader);
            long before = acked();
            Await.until("it goes on", MOST, () -> acked() > before);
            ensemble.awaitLeader();
            Await.until("the controller leads", MOST, controller::leads);
            cluster.deactivate("numbers");
            Await.until("the change is heard", MOST, () -> cluster.list().get(0).status() == Status.INACTIVE);
            cluster.activate("numbers");
            long then = acked();
            Await.until("it goes on", MOST, () -> acked() > then);
            ensemble.startAgain(leader);
            ensemble.awaitQuorum();
        }

        assertThat(pids()).isEqualTo(pids);
        assertThat(cluster.metrics("numbers").sum("numbers", TaskMetrics::failed))
                .isZero();
        assertThat(cluster.describe("numbers").epoch()).isEqualTo(1);
        assertThat(cluster.nodes()).hasSize(1);
        assertThat(atTheTop()).doesNotContain("millrace").contains("streams");
        cluster.kill("numbers", MOST);
    }

    private List<String> atTheTop() throws Exception {
        ZooKeeper all = new ZooKeeper(ensemble.connect(), 10_000, event -> {});
        try {
            Await.until("a session", () -> all.getState().isConnected());
            return all.getChildren("/", false);
        } finally {
            all.close();
        }
    }

    private List<Long> pids() {
        return cluster.metrics("numbers").workers().stream()
                .map(WorkerMetrics::pid)
                .toList();
    }

    private long acked() {
        return cluster.metrics("numbers").sum("numbers", TaskMetrics::acked);
    }
}
