// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers as processes. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EmbeddedProcessesIT {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Duration MOST = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private Path shared;

    @BeforeEach
    void ownSharedMemory() throws IOException {
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, Leftovers.OWN);
    }

    @AfterEach
    void removeSharedMemory() throws IOException {
        try (Stream<Path> all = Files.walk(shared)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @Test
    void twoEnginesWithTwoWorkersEachLeaveNothing() throws Exception {
        Config config = Config.empty().with(TopologyKeys.WORKERS, 2).with("ipc.dir", shared);
        Leftovers before = Leftovers.now(shared);

        try (Millrace one = Millrace.local().processes().config(config).start();
                Millrace other = Millrace.local().processes().config(config).start()) {
            RunningTopology first = one.submit("squares", SquareService.topology(500), Config.empty());
            RunningTopology second = other.submit("squares", SquareService.topology(1_000), Config.empty());

            assertThat(first.awaitCompletion(MOST)).isTrue();
            assertThat(second.awaitCompletion(MOST)).isTrue();
            assertThat(first.metrics().workers()).hasSize(2);
            assertThat(first.metrics().links().ring()).isPositive();
            assertThat(first.metrics().counter("sum", SumBolt.COUNTER)).isEqualTo(41_791_750L);
            assertThat(second.metrics().counter("sum", SumBolt.COUNTER)).isEqualTo(333_833_500L);
        }

        Leftovers.assertNoneSince(before, shared);
    }

    @Test
    void theCodeOfThePageRunsATopology() throws Exception {
        assertThat(EmbeddingGuide.sumOfProcesses(SquareService.topology(1_000))).isEqualTo(333_833_500L);
    }
}
