// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
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

    /** With a count if it did not live for long. */
    private static final Pattern DEAD_WORKER = Pattern.compile("\\bw1 on n1( \\(\\d+ times in a row\\))?: ");

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
                        .with(ClusterKeys.MONITOR_INTERVAL, Duration.ofSeconds(1)),
                "n1");
        cluster = daemons.client();
    }

    @Test
    void nothingThatIsRestartedDisturbsARunningTopology() throws Exception {
        daemons.submit(
                "numbers", TestTopologies.counting(1_000_000, 5), Config.empty().with(TopologyKeys.WORKERS, 2));
        Await.until("both workers", MOST, () -> cluster.list().get(0).workersUp() == 2 && acked() > 0);
        Map<String, Long> pids = pids();

        daemons.controller().close();
        assertGoesOn();
        daemons.startController();
        Await.until("found again", MOST, () -> cluster.list().size() == 1);
        assertGoesOn();
        assertThat(pids()).isEqualTo(pids);

        daemons.stopNode("n1");
        daemons.startNode("n1");
        Await.until("adopted", MOST, () -> pids().equals(pids));
        assertGoesOn();

        daemons.zooKeeper().stop();
        assertGoesOn();
        daemons.zooKeeper().startAgain();
        Await.until(
                "joined again",
                MOST,
                () -> daemons.controller().leads() && cluster.list().get(0).workersUp() == 2);
        assertGoesOn();
        assertThat(pids()).isEqualTo(pids);

        // The supervisor did not start this worker itself, so it must see the worker's end by the lock.
        assertAnswersSayThatTheyAreOld(pids.get("w1"));
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
        daemons.assertNoFileLeft();
    }

    /**
     * A worker dies while ZooKeeper does not answer: its registration is still there, but nobody is told that all is
     * well.
     */
    private void assertAnswersSayThatTheyAreOld(long pid) throws Exception {
        Await.until("no problem", MOST, () -> cluster.list().get(0).problem() == null);
        daemons.zooKeeper().stop();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        HttpTarget rest = new HttpTarget("127.0.0.1", daemons.controller().port(), null);
        String since =
                "ZooKeeper at " + daemons.config().get(ClusterKeys.ZOOKEEPER_CONNECT) + " has not answered since 20";
        Await.until("the list says so, and that the worker is dead", MOST, () -> {
            String problem = String.valueOf(Json.readList(rest.get("/v1/topologies"), TopologyInfo.class)
                    .get(0)
                    .problem());
            return problem.startsWith(since) && DEAD_WORKER.matcher(problem).find();
        });
        TopologyDescription described = Json.read(rest.get("/v1/topologies/numbers"), TopologyDescription.class);
        assertThat(described.problems())
                .anyMatch(problem -> problem.startsWith(since))
                .anyMatch(problem -> DEAD_WORKER.matcher(problem).lookingAt());
        Await.until("the page says so", MOST, () -> {
            try {
                return new String(rest.get("/v1/dashboard/numbers"), StandardCharsets.UTF_8).contains(since);
            } catch (ClusterException e) {
                // It has not looked yet
                assertThat(e.reason()).isEqualTo(ClusterException.Reason.NO_CLUSTER);
                return false;
            }
        });

        daemons.zooKeeper().startAgain();
        Await.until("all is well again", MOST, () -> {
            try {
                return daemons.controller().leads()
                        && cluster.list().get(0).workersUp() == 2
                        && cluster.list().get(0).problem() == null;
            } catch (ClusterException e) {
                return false;
            }
        });
    }

    @Tag("long")
    @Test
    void trafficIsMeasuredAndAnewByTheNextController() throws Exception {
        daemons.submit(
                "numbers",
                TestTopologies.counting(1_000_000, 5),
                // The tasks are distributed so that a part of the traffic stays within a worker
                Config.empty().with(TopologyKeys.WORKERS, 2).with(TopologyKeys.SCHEDULER_ALGORITHM, "even"));
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
            daemons.restartController();
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
        return daemons.acked("numbers");
    }

    private long ackedOnNode() {
        return ReportedWorkers.of(daemons.supervisor("n1").port()).stream()
                .filter(report -> report.snapshot() != null)
                .flatMap(report -> report.snapshot().tasks().stream())
                .mapToLong(TaskMetrics::acked)
                .sum();
    }

    private Map<String, Long> pids() {
        return daemons.pids("numbers");
    }
}
