// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.spill.SpillSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Queues of the grouping {@code firstIdle} that are larger than the memory, between two worker processes. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class FirstIdleSpillIT {

    private static final Duration KILL_MOST = Duration.ofSeconds(20);
    private static final Duration MOST = Duration.ofSeconds(120);

    /** Takes a while for each load, which it checks, as long as a file is there. */
    private static final class Work implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private final int bytes;
        private final long nanos;
        private final String slow;

        Work(int bytes, long nanos, Path slow) {
            this.bytes = bytes;
            this.nanos = nanos;
            this.slow = slow.toString();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            byte[] load = input.getBytes(1);
            if (load.length != bytes || load[bytes - 1] != (byte) input.getInt(0)) {
                throw new IllegalStateException("number " + input.get(0) + " has another load");
            }
            long end = System.nanoTime() + (Files.exists(Path.of(slow)) ? nanos : 0);
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}
    }

    @TempDir
    Path directory;

    private Path slow;

    @BeforeEach
    void slow() throws IOException {
        slow = Files.createFile(directory.resolve("slow"));
    }

    /** @param memory the memory, of which half is on the heap, half outside */
    private Config settings(long longest, long memory) {
        return Config.empty()
                .with(TopologyKeys.WORKERS, 2)
                .with(TopologyKeys.MESSAGE_MAX_BYTES, longest)
                .with(TopologyKeys.QUEUE_MEMORY, memory)
                .with(TopologyKeys.QUEUE_DIR, directory.toString());
    }

    private void submit(LocalCluster local, Config config, int count, int bytes, long nanos) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("loads", new RepeatedLoads(count, bytes));
        builder.setBolt("work", new Work(bytes, nanos, slow), 4).blocking().firstIdle("loads");
        local.cluster().submit(new Submission("t", builder.build(), config, null, local.classPath()));
    }

    private static long sum(Cluster cluster, String component, ToLongFunction<TaskMetrics> value) {
        return cluster.metrics("t").tasks().stream()
                .filter(task -> task.component().equals(component))
                .mapToLong(value)
                .sum();
    }

    private static long spilled(Cluster cluster) {
        return sum(
                cluster,
                "loads",
                task -> task.gauges().getOrDefault("queue.spilled.bytes", 0.0).longValue());
    }

    /** Returns the directories of queues. */
    private List<Path> queues(LocalCluster local) throws IOException {
        Path base = SpillSettings.base(directory, local.config().get(ClusterKeys.NODE_ID));
        try (Stream<Path> all = Files.list(base)) {
            return all.filter(each -> !each.getFileName().toString().contains("lock"))
                    .toList();
        } catch (NoSuchFileException e) {
            // The last queue has removed it
            return List.of();
        }
    }

    @Test
    void whatExceedsTheMemoryGoesToFilesAndComesOnceAlsoThroughARebalance() throws Exception {
        try (LocalCluster local = LocalCluster.start(Config.empty())) {
            submit(local, settings(64L << 10, 1L << 20), 600, 8_000, 15_000_000);
            Cluster cluster = local.cluster();
            Await.until("some is in files", () -> spilled(cluster) > 1_000_000);
            assertThat(queues(local)).hasSize(1);

            // The rebalance waits until the queue is empty, and the worker with the queue is replaced
            cluster.rebalance("t", new RebalanceRequest(false, "even", 0, Map.of(), Map.of("work", 3)));
            Await.until("rebalanced", () -> cluster.rebalance("t").isDone());
            Files.delete(slow);

            Await.until("all is done", () -> cluster.metrics("t").completed());
            assertThat(sum(cluster, "loads", TaskMetrics::failed)).isZero();
            // Metrics may be a moment old
            Await.until("nothing is in files", () -> spilled(cluster) == 0);

            cluster.kill("t", KILL_MOST);
            assertThat(queues(local)).isEmpty();
        }
    }

    @Test
    void aKilledTopologyLeavesNoFiles() throws Exception {
        try (LocalCluster local = LocalCluster.start(Config.empty())) {
            submit(local, settings(64L << 10, 1L << 20).with(TopologyKeys.WORKERS, 1), 600, 8_000, 1_000_000_000);
            Cluster cluster = local.cluster();
            Await.until("some is in files", () -> spilled(cluster) > 1_000_000);
            assertThat(queues(local)).hasSize(1);

            cluster.kill("t", KILL_MOST);

            assertThat(queues(local)).isEmpty();
        }
    }

    @Tag("long")
    @Test
    @Timeout(300)
    void aGibibyteInFilesOfAKilledSourceIsRepeatedAndNothingIsLost() throws Exception {
        int count = 18_000;
        int bytes = 64_000;
        try (LocalCluster local = LocalCluster.start(Config.empty())) {
            submit(
                    local,
                    settings(1L << 20, 16L << 20).with(TopologyKeys.MAX_SPOUT_PENDING, 100_000),
                    count,
                    bytes,
                    1_000_000_000);
            Cluster cluster = local.cluster();
            Await.until("a gibibyte is in files", MOST, () -> spilled(cluster) >= 1L << 30);
            TopologyMetrics metrics = cluster.metrics("t");
            String worker = metrics.tasks().stream()
                    .filter(task -> task.component().equals("loads"))
                    .findFirst()
                    .orElseThrow()
                    .worker();
            WorkerMetrics source = metrics.workers().stream()
                    .filter(each -> each.worker().equals(worker))
                    .findFirst()
                    .orElseThrow();
            List<Path> before = queues(local);
            assertThat(before).hasSize(1);

            ProcessHandle.of(source.pid()).orElseThrow().destroyForcibly();

            Await.until(
                    "it was started again",
                    () -> cluster.metrics("t").workers().stream()
                            .anyMatch(each -> each.worker().equals(worker) && each.starts() > source.starts()));
            Await.until("what it left is gone", () -> !queues(local).contains(before.get(0)));
            Files.delete(slow);
            Await.until("all is done", MOST, () -> cluster.metrics("t").completed());
            assertThat(sum(cluster, "loads", TaskMetrics::acked)).isGreaterThanOrEqualTo(count);
            assertThat(sum(cluster, "work", TaskMetrics::errors)).isZero();
        }
    }
}
