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
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The grouping {@code firstIdle} between two worker processes, with {@code -Plong}. In each build {@link
 * FirstIdleSpillIT} has two processes, and the tests of stepped topologies count what each task gets.
 */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class FirstIdleIT {

    /** Takes a while for each number. */
    private static final class Work implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private final long nanos;

        Work(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}
    }

    private static void submit(LocalCluster local, int numbers, long nanos) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new RepeatedLoads(numbers, 1));
        builder.setBolt("work", new Work(nanos), 4).blocking().firstIdle("numbers");
        Config config = Config.empty().with(TopologyKeys.WORKERS, 2);
        local.cluster().submit(new Submission("t", builder.build(), config, null, local.classPath()));
    }

    private static long sum(Cluster cluster, String component, ToLongFunction<TaskMetrics> value) {
        return cluster.metrics("t").tasks().stream()
                .filter(task -> task.component().equals(component))
                .mapToLong(value)
                .sum();
    }

    @Tag("long")
    @Test
    void eachTupleIsProcessedOnceByTheTasksOfBothWorkers() throws Exception {
        try (LocalCluster local = LocalCluster.start(Config.empty())) {
            submit(local, 2_000, 1_000_000);
            Cluster cluster = local.cluster();
            Await.until("all is done", () -> cluster.metrics("t").completed());
            assertThat(sum(cluster, "numbers", TaskMetrics::acked)).isEqualTo(2_000);
            assertThat(sum(cluster, "numbers", TaskMetrics::failed)).isZero();
            assertThat(sum(cluster, "work", TaskMetrics::executed)).isEqualTo(2_000);
            assertThat(cluster.metrics("t").tasks())
                    .filteredOn(task -> task.component().equals("work"))
                    .allMatch(task -> task.executed() > 100);
        }
    }

    @Tag("long")
    @Test
    void nothingIsLostWhenEitherWorkerIsKilled() throws Exception {
        try (LocalCluster local = LocalCluster.start(Config.empty())) {
            submit(local, 12_000, 2_000_000);
            Cluster cluster = local.cluster();
            for (int i = 0; i < 2; i++) {
                int victim = i;
                Await.until(
                        "both work",
                        () -> cluster.metrics("t").workers().size() == 2
                                && sum(cluster, "work", TaskMetrics::executed) > 500);
                WorkerMetrics worker = cluster.metrics("t").workers().get(victim);
                ProcessHandle.of(worker.pid()).orElseThrow().destroyForcibly();
                Await.until(
                        "it was started again",
                        () -> cluster.metrics("t").workers().stream()
                                .anyMatch(each ->
                                        each.worker().equals(worker.worker()) && each.starts() > worker.starts()));
            }
            Await.until("all is done", () -> cluster.metrics("t").completed());
            assertThat(sum(cluster, "numbers", TaskMetrics::acked)).isGreaterThanOrEqualTo(12_000);
        }
    }
}
