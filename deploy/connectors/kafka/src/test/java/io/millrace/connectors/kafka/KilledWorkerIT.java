// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.WorkerMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two worker processes between topics, of which one is killed, and then the server of the topics. */
@ExtendWith(BrokerExtension.class)
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledWorkerIT {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int PAGES = 20;

    /** The views of each page, in each of the three parts of the test. */
    private static final int VIEWS = 200;

    @TempDir
    private Path directory;

    private Path shared;

    @BeforeEach
    void ownSharedMemory() throws IOException {
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "killed-kafka");
    }

    @AfterEach
    void removeSharedMemory() throws IOException {
        try (Stream<Path> all = Files.walk(shared)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static void write(Broker broker, int partitions) {
        for (int i = 0; i < partitions; i++) {
            int partition = i;
            broker.write(
                    "killed-views",
                    partition,
                    IntStream.range(0, PAGES * VIEWS)
                            .filter(n -> n % partitions == partition)
                            .mapToObj(n -> "page" + n / VIEWS)
                            .toList());
        }
    }

    private static void awaitOutput(Broker.Reader reader, RunningTopology run, int size) throws InterruptedException {
        while (reader.poll().size() < size) {
            assertThat(run.awaitCompletion(Duration.ZERO)).isFalse();
        }
    }

    @Tag("long")
    @Test
    void countsAreRightAfterAWorkerAndTheServerWereKilled(Broker broker) throws Exception {
        broker.create("killed-views", 4);
        broker.create("killed-counts", 2);
        Config engine = Config.empty()
                .with(TopologyKeys.WORKERS, 2)
                .with(TopologyKeys.STATE_DIR, directory.resolve("state").toString())
                .with("ipc.dir", shared);
        try (Broker.Reader counts = broker.new Reader("killed-counts");
                Millrace millrace = Millrace.local().processes().config(engine).start()) {
            Config exactlyOnce = Config.empty()
                    .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                    .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(100));
            RunningTopology run = millrace.submit(
                    "killed", CountViews.topology(broker.servers(), "killed-views", "killed-counts"), exactlyOnce);
            write(broker, 4);
            awaitOutput(counts, run, 1);
            WorkerMetrics victim = run.metrics().workers().get(1);
            write(broker, 4);
            ProcessHandle.of(victim.pid()).orElseThrow().destroyForcibly();
            awaitOutput(counts, run, PAGES * VIEWS + 1);
            write(broker, 4);
            broker.kill();
            broker.restart();
            awaitOutput(counts, run, 3 * PAGES * VIEWS);
            assertThat(run.metrics().workers().stream()
                            .mapToInt(WorkerMetrics::starts)
                            .sum())
                    .as("starts of workers")
                    .isGreaterThan(2);
        }
        List<String> expected = IntStream.range(0, PAGES)
                .boxed()
                .flatMap(page -> IntStream.rangeClosed(1, 3 * VIEWS).mapToObj(count -> "page" + page + "\t" + count))
                .toList();
        assertThat(broker.values("killed-counts")).containsExactlyInAnyOrderElementsOf(expected);
    }
}
