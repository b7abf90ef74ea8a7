// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.FailingTopologies.Mishap;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** System.exit in components of worker processes that may take an hour to stop. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class ExitingComponentIT {

    @TempDir
    Path directory;

    private final LocalCluster local =
            LocalCluster.start(Config.empty().with(ClusterKeys.WORKER_STOP_TIMEOUT, Duration.ofHours(1)));

    @AfterEach
    void close() throws Exception {
        local.close();
        Await.until(
                "the workers are gone with the cluster",
                () -> ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive));
    }

    @Tag("long")
    @Test
    void theWorkerThatItsComponentEndsIsReplaced() throws Exception {
        theWorkerEndsAtOnceAndIsReplaced(Mishap.EXIT, 0, "component 'mishap', task 2");
    }

    @ParameterizedTest
    @CsvSource("EXIT_BY_OTHER_THREAD, 5, 'thread ''own-thread'' of a component'")
    void theWorkerEndsAtOnceAndIsReplaced(Mishap mishap, int exitCode, String caller) throws Exception {
        Config config = Config.empty().with(TopologyKeys.WORKERS, 2);
        ClusterTopology topology = new ClusterTopology(
                local.cluster(),
                null,
                local.cluster()
                        .submit(new Submission(
                                "t",
                                FailingTopologies.once(mishap, directory.resolve("once"), false),
                                config,
                                null,
                                local.classPath())));

        assertThat(topology.awaitCompletion(Duration.ofSeconds(60))).isTrue();

        // A separate thread may call exit when all is done
        Await.until(
                "the death is known",
                () -> !local.cluster().describe("t").deaths().isEmpty());
        WorkerDeath death = local.cluster().describe("t").deaths().get(0);
        assertThat(death.cause())
                .isEqualTo(caller + " called System.exit: it must throw an exception instead, see topology.on.error");
        assertThat(death.exitCode()).isIn(exitCode, WorkerExit.EXIT_CALLED.code());
        assertThat(death.deaths()).isOne();
        assertThat(topology.metrics().sum("numbers", task -> task.acked())).isEqualTo(2_000);
        topology.kill();
    }
}
