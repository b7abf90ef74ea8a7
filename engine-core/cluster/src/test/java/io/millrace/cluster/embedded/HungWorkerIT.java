// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Worker processes that are stopped, or in which a bolt hangs. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class HungWorkerIT {

    private static final int TUPLES = 20_000;
    private static final int PER_MILLI = 5;
    private static final Duration MOST = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final LocalCluster local =
            LocalCluster.start(Config.empty().with(ClusterKeys.WORKER_HANG_TIMEOUT, Duration.ofSeconds(3)));

    @AfterEach
    void close() throws Exception {
        local.close();
        Await.until(
                "the workers are gone with the cluster",
                () -> ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive));
    }

    @Tag("long")
    @Test
    void aStoppedWorkerIsReplacedAndNothingIsLost() throws Exception {
        ClusterTopology topology = submit(TestTopologies.counting(TUPLES, PER_MILLI));
        Await.until(
                "tuples in the other worker",
                MOST,
                () -> topology.metrics().links().ring() > 500);
        TaskMetrics bolt = topology.metrics().tasks().stream()
                .filter(task -> task.component().equals("count"))
                .filter(task -> !task.worker().equals(workerOf(topology, "numbers")))
                .findFirst()
                .orElseThrow();

        signal(
                "STOP",
                topology.metrics().workers().stream()
                        .filter(worker -> worker.worker().equals(bolt.worker()))
                        .findFirst()
                        .orElseThrow()
                        .pid());

        assertThat(topology.awaitCompletion(MOST)).isTrue();
        assertThat(topology.metrics().sum("numbers", TaskMetrics::acked)).isEqualTo(TUPLES);
        WorkerDeath death = local.cluster().describe("t").deaths().get(0);
        assertThat(death.worker()).isEqualTo(bolt.worker());
        assertThat(death.cause())
                .isEqualTo("made no turn for 3 s (worker.hang.timeout): its process is stopped (SIGSTOP)");
        assertThat(death.deaths()).isOne();
    }

    @Tag("long")
    @Test
    void aWorkerWhoseBoltHangsWritesItsStacksAndIsReplaced() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new TestTopologies.Numbers(TUPLES, PER_MILLI));
        builder.setBolt("hangs", new HangsOnce(directory.resolve("once"))).shuffle("numbers");

        ClusterTopology topology = submit(builder.build());

        assertThat(topology.awaitCompletion(MOST)).isTrue();
        assertThat(topology.metrics().sum("numbers", TaskMetrics::acked)).isEqualTo(TUPLES);
        WorkerDeath death = local.cluster().describe("t").deaths().get(0);
        assertThat(death.cause()).isEqualTo("made no turn for 3 s (worker.hang.timeout)");
        assertThat(death.deaths()).isOne();
        Await.until(
                "a thread dump in its log",
                () -> local.cluster().logs("t", death.worker(), 1_000).stream()
                        .flatMap(log -> log.lines().stream())
                        .anyMatch(line -> line.contains("Full thread dump")));
    }

    private static String workerOf(ClusterTopology topology, String component) {
        return topology.metrics().tasks().stream()
                .filter(task -> task.component().equals(component))
                .findFirst()
                .orElseThrow()
                .worker();
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    private ClusterTopology submit(Topology topology) {
        Config config = Config.empty().with(TopologyKeys.WORKERS, 2);
        return new ClusterTopology(
                local.cluster(),
                null,
                local.cluster().submit(new Submission("t", topology, config, null, local.classPath())));
    }

    /** Does not return from its first call, also after a restart of its worker: a file records the call. */
    private static final class HangsOnce implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String file;

        private HangsOnce(Path file) {
            this.file = file.toString();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            if (input.getLong(0) == TUPLES / 2 && isFirst()) {
                hang();
            }
        }

        private static void hang() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                hang();
            }
        }

        private boolean isFirst() {
            try {
                Files.createFile(Path.of(file));
                return true;
            } catch (FileAlreadyExistsException e) {
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
