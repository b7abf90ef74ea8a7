// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.FailingTopologies.Mishap;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.operators.Spouts;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Errors and a lack of memory in components of real worker processes. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class ErrorPolicyIT {

    private static final Duration MOST = Duration.ofSeconds(40);
    private static final Config TWO_WORKERS = Config.empty().with(TopologyKeys.WORKERS, 2);

    @TempDir
    Path directory;

    private final LocalCluster local =
            LocalCluster.start(Config.empty().with(ClusterKeys.WORKER_STOP_TIMEOUT, Duration.ofSeconds(1)));

    @AfterEach
    void close() throws Exception {
        local.close();
        Await.until(
                "the workers are gone with the cluster",
                () -> ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive));
    }

    @Tag("long")
    @Test
    void aWorkerIsRestartedForAnErrorAndItsCauseIsNotForgotten() throws Exception {
        ClusterTopology topology =
                submit(Mishap.EXCEPTION, TWO_WORKERS.with(TopologyKeys.ON_ERROR, ErrorPolicy.RESTART_WORKER), false);

        assertThat(topology.awaitCompletion(MOST)).isTrue();

        WorkerDeath death = onlyDeath();
        assertThat(death.cause())
                .contains("component 'mishap', task 2: java.lang.IllegalStateException: number 1000 is bad in execute");
        assertThat(death.exitCode()).isEqualTo(WorkerExit.RESTART.code());
        assertThat(death.deaths()).isEqualTo(1);
        assertThat(local.cluster().describe("t").problems()).isEmpty();
        assertThat(topology.metrics().sum("numbers", task -> task.acked())).isEqualTo(2_000);
    }

    @Test
    void aTopologyIsKilledForAnErrorAndSaysSoUntilSomebodyKillsIt() throws Exception {
        ClusterTopology topology =
                submit(Mishap.EXCEPTION, TWO_WORKERS.with(TopologyKeys.ON_ERROR, ErrorPolicy.KILL_TOPOLOGY), false);

        assertThatThrownBy(() -> topology.awaitCompletion(MOST))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("topology 't' has failed")
                .hasMessageContaining("number 1000 is bad in execute");

        Await.until(
                "the workers are gone", () -> ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive));
        TopologyInfo info = local.cluster().list().get(0);
        assertThat(info.status()).isEqualTo(Status.FAILED);
        assertThat(info.failure()).contains("on local: component 'mishap', task 2");
        assertThat(local.cluster().describe("t").problems())
                .singleElement()
                .asString()
                .contains("failed: ", "number 1000 is bad");
        assertThat(onlyDeath().exitCode()).isEqualTo(WorkerExit.KILL_TOPOLOGY.code());
        Await.until(
                "its logs",
                () -> local.cluster().logs("t", null, 1_000).stream()
                        .flatMap(log -> log.lines().stream())
                        .anyMatch(line -> line.contains("this worker has failed")));
        assertThatThrownBy(topology::activate).hasMessageContaining("has failed");

        topology.kill();
        assertThat(local.cluster().list()).isEmpty();
    }

    @Tag("long")
    @Test
    void aWorkerWithoutMemoryIsReplacedAndItsTuplesAreRepeated() throws Exception {
        ClusterTopology topology = submit(Mishap.NO_MEMORY, TWO_WORKERS.with(TopologyKeys.WORKER_HEAP, "48m"), false);

        assertThat(topology.awaitCompletion(MOST)).isTrue();

        assertThat(onlyDeath().exitCode()).isEqualTo(WorkerExit.OUT_OF_MEMORY.code());
        assertThat(onlyDeath().cause()).contains("ran out of memory", "topology.worker.heap");
        assertThat(topology.metrics().sum("numbers", task -> task.acked())).isEqualTo(2_000);
        assertThat(topology.metrics().counter("numbers", "replays")).isPositive();
    }

    @Tag("long")
    @Test
    void aFatalErrorEndsTheWorkerThoughItsComponentsDoNotClose() throws Exception {
        ClusterTopology topology = submit(Mishap.FATAL, TWO_WORKERS, true);

        assertThat(topology.awaitCompletion(MOST)).isTrue();

        assertThat(onlyDeath().exitCode()).isEqualTo(WorkerExit.OUT_OF_MEMORY.code());
        assertThat(onlyDeath().cause()).contains("component 'mishap', task 2", "no room for direct buffers");
    }

    /** A bolt that cannot open, like one whose table file is missing. */
    private static final class Unopened implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(TaskContext context) {
            throw new TopologyException("the table /x is missing: make it");
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    @Test
    void whoWaitsForWhatCannotOpenIsToldAfterTheSecondTry() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.fed(Fields.of("number")));
        builder.setBolt("unopened", new Unopened()).shuffle("numbers");
        TopologyInfo info =
                local.cluster().submit(new Submission("t", builder.build(), Config.empty(), null, local.classPath()));

        assertThatThrownBy(() -> new ClusterTopology(local.cluster(), null, info).awaitCompletion(MOST))
                .hasMessageMatching("topology 't' cannot run: w1 on local has failed [23] times in a row:"
                        + " the table /x is missing: make it");

        assertThat(onlyDeath().exitCode()).isEqualTo(WorkerExit.NOT_OPENED.code());
        Await.until(
                "the list has the line",
                () -> String.valueOf(local.cluster().list().get(0).problem()).contains("the table /x is missing"));
        assertThat(local.cluster().logs("t", null, 1_000).stream().flatMap(log -> log.lines().stream()))
                .anyMatch(line -> line.contains("this worker has failed: the table /x is missing: make it"))
                .noneMatch(line -> line.startsWith("\tat "));
    }

    private WorkerDeath onlyDeath() {
        return local.cluster().describe("t").deaths().get(0);
    }

    private ClusterTopology submit(Mishap mishap, Config config, boolean closesInVain) {
        TopologyInfo info = local.cluster()
                .submit(new Submission(
                        "t",
                        FailingTopologies.once(mishap, directory.resolve("once"), closesInVain),
                        config,
                        null,
                        local.classPath()));
        return new ClusterTopology(local.cluster(), null, info);
    }
}
