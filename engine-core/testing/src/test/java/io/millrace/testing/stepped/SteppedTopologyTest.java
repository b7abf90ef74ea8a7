// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.worker.WordCountTopology;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class SteppedTopologyTest {

    @TempDir
    Path directory;

    @Test
    void oneExecutorCountsEveryWordOnce() {
        run("one", SteppedTopology.of(WordCountTopology.build("one", 1000, 2)));
    }

    @Test
    void severalExecutorsCountEveryWordOnce() {
        run(
                "several",
                SteppedTopology.of(WordCountTopology.build("several", 1000, 2))
                        .executors(3)
                        .seed(7));
    }

    @Test
    void severalWorkersCountEveryWordOnceOverRings() {
        run(
                "workers",
                SteppedTopology.of(WordCountTopology.build("workers", 1000, 2))
                        .executors(2)
                        .workers(3, directory)
                        .seed(11));
        assertThat(directory).isEmptyDirectory();
    }

    private static void run(String test, SteppedTopologyBuilder builder) {
        try (SteppedTopology topology = builder.start()) {
            assertThat(topology.runUntil(topology::completed, Duration.ofSeconds(10)))
                    .isTrue();
            assertThat(WordCountTopology.COUNTS.get(test)).isEqualTo(WordCountTopology.expected(1000, 2));
            assertThat(topology.snapshots().stream()
                            .flatMap(worker -> worker.tasks().stream())
                            .filter(task -> task.component().equals("sentences"))
                            .mapToLong(task -> task.acked())
                            .sum())
                    .isEqualTo(2000);
        }
    }
}
