// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.metrics.EngineDecision.Verdict;
import io.millrace.api.metrics.EngineFigure;
import io.millrace.api.metrics.EngineMetrics;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.model.EngineBoundsRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Engines in a worker process: their number follows the load, the cluster shows them with the reasons, and sets their
 * bounds.
 */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class EnginesIT {

    private static final int COUNT = 1_500;

    /** Emits numbers as fast as possible. */
    private static final class Numbers implements Spout {
        private static final long serialVersionUID = 1L;
        private transient SpoutCollector out;
        private transient int next;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next < COUNT) {
                out.emitTracked(next, next++);
            } else {
                out.finish();
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }
    }

    /** Takes 20 ms for each number. */
    private static final class Work implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {
            long end = System.nanoTime() + 20_000_000;
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}
    }

    private static EngineMetrics engines(Cluster cluster) {
        List<EngineMetrics> tasks = cluster.engines("t").tasks();
        return tasks.isEmpty() ? null : tasks.get(0);
    }

    @Test
    void theClusterShowsAndSetsThem() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers());
        builder.setEngines("work", Engines.of(new Work()), 1, 4).firstIdle("numbers");
        Config config = Config.empty()
                .with(EngineKeys.SCALE_UP_WAIT, Duration.ofMillis(50))
                .with(EngineKeys.SLOTS, 8);
        try (LocalCluster local = LocalCluster.start(Config.empty())) {
            Cluster cluster = local.cluster();
            cluster.submit(new Submission("t", builder.build(), config, null, local.classPath()));
            Await.until(
                    "it has as many as it may",
                    () -> engines(cluster) != null && engines(cluster).get(EngineFigure.ALL) == 4);
            assertThat(engines(cluster)).satisfies(task -> {
                assertThat(task.component()).isEqualTo("work");
                assertThat(task.get(EngineFigure.MIN)).isEqualTo(1);
                assertThat(task.get(EngineFigure.MAX)).isEqualTo(4);
                assertThat(task.node()).isNotEmpty();
            });
            Await.until(
                    "the reason is known",
                    () -> cluster.rebalanceDecisions("t").engines().stream()
                            .anyMatch(decision -> decision.change().verdict() == Verdict.STARTED
                                    && decision.change().reason().contains("engine.scale.up.wait is 50 ms")));
            cluster.set("t", new EngineBoundsRequest("work", "5..6"));
            Await.until(
                    "it has more",
                    () -> engines(cluster).get(EngineFigure.ALL) >= 5
                            && engines(cluster).get(EngineFigure.MAX) == 6);
            assertThatThrownBy(() -> cluster.set("t", new EngineBoundsRequest("numbers", "1..2")))
                    .hasMessage(
                            "topology.engine.bounds names component 'numbers', which has no engines: there is work");
            Await.until("all is done", () -> cluster.metrics("t").completed());
            assertThat(cluster.metrics("t").sum("work", TaskMetrics::acked)).isEqualTo(COUNT);
        }
    }
}
