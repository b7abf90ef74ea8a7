// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.model.SavepointRecord.Then;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.connectors.files.FileSource;
import io.millrace.connectors.files.faults.NumberedLines.Tally;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** One fault each on a cluster of processes, and each line counts once. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsIT {

    private static final String LONG = "millrace.long";
    private static final Duration OUTAGE = Duration.ofSeconds(60);
    private static final Config KEEP_ALL = Config.empty().with(TopologyKeys.SNAPSHOT_KEEP, 8);
    private static final int IDLE_SNAPSHOTS = 4;

    private Path directory;
    private ProcessCluster cluster;

    @BeforeAll
    void start(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path temporary) throws Exception {
        directory = temporary;
        cluster = new ProcessCluster(directory);
        cluster.start();
    }

    @AfterAll
    void end() throws Exception {
        try (ProcessCluster started = cluster) {
            started.end();
        }
    }

    @Tag("long")
    @Test
    void aNodeThatIsBelievedLostAndGoesOnHasNoEffect() throws Exception {
        CountingRun run = new CountingRun(cluster, "zombies", directory).submit(Config.empty());
        // This node has the coordinator, which must not commit any more either
        String node = run.workers(run::isCoordinator).get(0).node();
        Daemon supervisor = cluster.supervisor(node);
        List<WorkerMetrics> zombies = run.workers(worker -> worker.node().equals(node));
        supervisor.signal("STOP");
        signal("STOP", zombies);

        run.progress();

        assertThat(run.workersNow()).noneMatch(worker -> worker.node().equals(node));
        signal("CONT", zombies);
        run.progress();
        supervisor.signal("CONT");
        ProcessCluster.await(
                "those that were believed dead have ended",
                () -> zombies.stream()
                        .noneMatch(worker ->
                                cluster.workerProcesses().stream().anyMatch(process -> process.pid() == worker.pid())));
        run.progress();
        assertThat(run.drained().isExact()).isTrue();
        // What they have begun after they were replaced is removed by the next recovery
        signal("KILL", run.workers(any -> true).subList(0, 1));
        run.progress();
        run.assertExact("a stopped node");
        ProcessCluster.await("its node is back", () -> cluster.client().nodes().size() == 2);
    }

    /** {@link RandomFaultsIT} kills ZooKeeper in each build. */
    @Test
    @EnabledIfSystemProperty(named = LONG, matches = "true")
    void commitsWaitForZooKeeperAndProcessingDoesNot() throws Exception {
        CountingRun run = new CountingRun(cluster, "outage", directory).submit(Config.empty());

        cluster.zooKeeper().kill();

        run.awaitLog("commits wait, the last one was");
        run.lines().look();
        int visible = run.lines().visible();
        long start = System.nanoTime();
        do {
            run.awaitHiddenProgress();
        } while (System.nanoTime() - start < OUTAGE.toNanos());
        run.lines().look();
        assertThat(run.lines().visible()).as("lines that are visible").isEqualTo(visible);
        cluster.zooKeeper().start();
        run.progress();
        run.assertExact("ZooKeeper away");
    }

    @Test
    @EnabledIfSystemProperty(named = LONG, matches = "true")
    void aFullOrReadOnlyDirectoryOfSnapshotsHoldsNoLineUp() throws Exception {
        CountingRun run = new CountingRun(cluster, "disk", directory);
        SmallDisk disk = SmallDisk.mount(run.state());
        try {
            run.submit(Config.empty().with(TopologyKeys.SNAPSHOT_TOLERATED_FAILURES, 0));

            disk.fill();
            assertSnapshotsFail(run, "No space left on device");
            disk.free();
            run.progress();

            disk.readOnly();
            assertSnapshotsFail(run, "Read-only file system");
            disk.writable();
            run.progress();
            run.assertExact("a full and a read-only disk");
        } finally {
            disk.unmount();
        }
    }

    private void assertSnapshotsFail(CountingRun run, String why) throws Exception {
        ProcessCluster.await("the list says that snapshots fail: " + why, () -> {
            SnapshotMetrics listed = run.listed().orElseThrow().snapshots();
            return listed.failing() && listed.lastFailure().contains(why);
        });
        run.awaitHiddenProgress();
    }

    /** Snapshots of a topology that has nothing to do, so that sinks repeat nothing when an earlier one is taken. */
    @Tag("long")
    @Test
    void aDamagedSnapshotIsPassedOverAndNoneIsLeftMeansFailed() throws Exception {
        CountingRun run = new CountingRun(cluster, "damage", directory).submit(KEEP_ALL);
        SnapshotFiles files = new SnapshotFiles(run.state(), new Random(1));
        run.drained();
        run.awaitSnapshots(IDLE_SNAPSHOTS);

        List<WorkerMetrics> workers = stopAll(run);
        // The newest may have been published, but not committed
        List<String> damaged = List.of(files.flipManifest(0), files.flipManifest(1), files.flipPart(2));
        signal("KILL", workers);

        run.progress();
        run.awaitLog("cannot be read: snapshot object '" + damaged.get(1));
        run.awaitLog("cannot be read: snapshot object '" + damaged.get(2));
        assertThat(run.drained().isExact()).isTrue();
        if (Boolean.getBoolean(LONG)) {
            run.awaitSnapshots(IDLE_SNAPSHOTS);
            damageAll(run, files);
        }
        Tally tally = run.lines().tally();
        assertThat(tally.isExact()).as("%s", tally).isTrue();
        run.kill();
    }

    private void damageAll(CountingRun run, SnapshotFiles files) throws Exception {
        List<WorkerMetrics> workers = stopAll(run);
        files.flipAllManifests();
        signal("KILL", workers);
        ProcessCluster.await(
                "the topology has failed", () -> run.listed().orElseThrow().status() == Status.FAILED);
        assertThat(cluster.client().describe("damage").problems()).anyMatch(problem -> problem.contains("snapshot"));
    }

    /** Whoever has a worker's file in hand does not write it any more. */
    private static List<WorkerMetrics> stopAll(CountingRun run) throws Exception {
        ProcessCluster.await("all workers are up", () -> run.workersNow().size() == 3);
        List<WorkerMetrics> workers = run.workersNow();
        signal("STOP", workers);
        return workers;
    }

    private static void signal(String signal, List<WorkerMetrics> workers) throws Exception {
        for (WorkerMetrics worker : workers) {
            Daemon.signal(signal, worker.pid());
        }
    }

    /** The new jar has another component, and the class of the states another field. */
    @Tag("long")
    @Test
    void anotherJarGoesOnWithTheSavepointOfTheFirst() throws Exception {
        CountingRun run = new CountingRun(cluster, "upgrade", directory);
        Path savepoint = directory.resolve("upgrade").resolve("savepoint");
        Path jars = directory.resolve("upgrade");
        String input = run.lines().input().toString();
        String output = run.lines().output().toString();
        try (Millrace millrace = cluster.connect()) {
            Path first = TopologyVersion.FIRST.jar(jars, FileSource.class);
            millrace.submitJar(first, List.of(), run.settings(), "upgrade", input, output);
            run.progress();
            cluster.client().savepoint("upgrade", new SavepointRequest(savepoint.toString(), Then.STOP));
            ProcessCluster.await("the first has ended", () -> {
                run.lines().append();
                return run.listed().isEmpty();
            });

            Path second = TopologyVersion.SECOND.jar(jars, FileSource.class);
            millrace.submitJar(
                    second,
                    List.of(),
                    run.settings().with(TopologyKeys.SAVEPOINT_FROM, savepoint.toString()),
                    "upgrade",
                    input,
                    output);
        }
        run.progress();
        run.assertExact("another jar");
        assertThat(run.lines().lastColumns())
                .as("which version has counted the line of this key before")
                .contains("first", "second");
    }
}
