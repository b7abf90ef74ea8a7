// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Jars;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A service that is connected to a cluster of standalone daemons. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class ConnectIT {

    private static final Duration MOST = Duration.ofSeconds(40);

    @TempDir
    static Path directory;

    @AutoClose
    private static TestCluster daemons;

    @BeforeAll
    static void start() {
        daemons = TestCluster.start(
                directory,
                Config.empty()
                        .with(ClusterKeys.CONTROLLER_TOKEN, "secret")
                        .with(ClusterKeys.CONTROLLER_POLL_INTERVAL, Duration.ofMillis(50)),
                "n1");
    }

    @Test
    void aServiceRunsATopologyOnTheClusterFromSubmitToKill() throws Exception {
        try (Millrace engine = daemons.connect("secret")) {
            RunningTopology run = engine.submit(
                    "numbers",
                    TestTopologies.counting(1_000_000, 5),
                    Config.empty().with("topology.workers", 1),
                    Jars.of(TestTopologies.class));
            Await.until("it counts", MOST, () -> counted(run) > 0);
            assertThat(engine.topologies()).containsExactly("numbers");

            run.deactivate();
            assertThat(run.status()).isEqualTo(Status.INACTIVE);
            run.activate();

            RebalanceReport report = run.rebalance(new RebalanceRequest(false, "even", 2, Map.of()));
            assertThat(report.workers().starting()).isNotEmpty();
            assertThat(run.metrics().workers()).hasSizeGreaterThanOrEqualTo(2);
        }
        try (Millrace later = daemons.connect("secret")) {
            RunningTopology run = later.topology("numbers").orElseThrow();
            Await.until("it still counts", MOST, () -> counted(run) > 0);
            run.kill();
            assertThat(later.topologies()).isEmpty();
            assertThat(run.status()).isEqualTo(Status.KILLED);
        }
    }

    @Test
    void aServiceSubmitsATopologyJar(@TempDir Path files) throws Exception {
        Path manifest = Files.createDirectories(files.resolve("extra/META-INF")).resolve("MANIFEST.MF");
        Files.writeString(manifest, "Manifest-Version: 1.0\nMain-Class: " + SubmittingMain.class.getName() + "\n");
        Path jar = io.millrace.cluster.embedded.Jars.of(
                files.resolve("main.jar"),
                SubmittingMain.class,
                files.resolve("extra").toString());
        Path lib = io.millrace.cluster.embedded.Jars.of(files.resolve("lib.jar"), TestTopologies.class, "");
        try (Millrace engine = daemons.connect("secret")) {
            List<RunningTopology> runs =
                    engine.submitJar(jar, List.of(lib), Config.empty().with("topology.workers", 1), "from-a-jar");

            RunningTopology run = runs.get(0);
            assertThat(run.name()).isEqualTo("from-a-jar");
            Await.until("it counts", MOST, () -> counted(run) > 0);
            assertThat(run.metrics().workers()).hasSize(1);
            run.kill();
            assertThatThrownBy(() -> engine.submitJar(lib, List.of(), Config.empty()))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("names none in its manifest");
        }
    }

    @Test
    void aWrongTokenOrNoClusterIsOneClearLine() {
        try (Millrace engine = daemons.connect("wrong")) {
            assertThatThrownBy(() -> engine.submit(
                            "numbers", TestTopologies.counting(1, 0), Config.empty(), Jars.of(TestTopologies.class)))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("token");
        }
        assertThatThrownBy(() -> Millrace.connect("127.0.0.1:1"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("127.0.0.1:1");
    }

    private static long counted(RunningTopology run) {
        return run.metrics().tasks().stream()
                .filter(task -> task.component().equals("count"))
                .mapToLong(task -> task.counters().getOrDefault("distinct", 0L))
                .sum();
    }
}
