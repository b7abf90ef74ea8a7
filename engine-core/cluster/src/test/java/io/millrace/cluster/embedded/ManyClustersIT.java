// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Engines with worker processes that start and end again and again in one process; 200 times and more with {@code
 * -Plong}.
 */
@ExtendWith(Diagnosis.class)
class ManyClustersIT {

    private static final Duration MOST = Duration.ofSeconds(30);
    private static final int REPETITIONS = 100;

    @Test
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true", disabledReason = "each cluster takes seconds")
    void leaveNothing() throws Exception {
        ProcessResources.assertNothingLeftBy(REPETITIONS, ManyClustersIT::run);

        assertThat(ProcessHandle.current().children()).noneMatch(ProcessHandle::isAlive);
    }

    /** In each build the example of an embedding service runs two engines with one name of a topology at once. */
    @Tag("long")
    @Test
    void oneInProcessAndOneWithProcessesRunTheSameNameAtOnce() throws Exception {
        try (Millrace threads = Millrace.local().inProcess().start();
                Millrace processes = Millrace.local().processes().start()) {
            RunningTopology first = threads.submit("t", TestTopologies.counting(500, 0), Config.empty());
            RunningTopology second = processes.submit("t", TestTopologies.counting(700, 0), Config.empty());

            assertThat(first.awaitCompletion(MOST)).isTrue();
            assertThat(second.awaitCompletion(MOST)).isTrue();
            assertThat(first.metrics().counter("count", "distinct")).isEqualTo(500);
            assertThat(second.metrics().counter("count", "distinct")).isEqualTo(700);

            first.kill();
            assertThat(processes.topologies()).containsExactly("t");
            assertThat(second.status()).isEqualTo(RunningTopology.Status.COMPLETED);
        }
    }

    private static void run() throws InterruptedException {
        try (Millrace engine =
                Millrace.local().processes().set(TopologyKeys.WORKERS.name(), 2).start()) {
            RunningTopology topology = engine.submit("t", TestTopologies.counting(100, 0), Config.empty());
            assertThat(topology.awaitCompletion(MOST)).isTrue();
        }
    }
}
