// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A spout that stands still is named with the bolt of another worker process that holds its tuples. */
@Timeout(60)
@ExtendWith(Diagnosis.class)
class StandstillIT {

    private static final String HELD = "its 50 pending tuples (topology.max.spout.pending) are held by bolt hold (task";

    private static final class Views implements Spout {
        private static final long serialVersionUID = 1L;
        private transient SpoutCollector out;
        private transient long next;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            out.emitTracked(next, next++);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }
    }

    private static final class Hold implements Bolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(TaskContext context, BoltCollector out) {}

        @Override
        public void execute(Tuple input) {}

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}
    }

    @Tag("long")
    @Test
    void describeAndTheLogOfTheSpoutsWorkerNameTheBolt() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", new Views());
        builder.setBolt("hold", new Hold(), 3).shuffle("views");
        Config config = Config.empty().with(TopologyKeys.WORKERS, 2).with(TopologyKeys.MAX_SPOUT_PENDING, 50);
        try (LocalCluster local = LocalCluster.start(Config.empty())) {
            local.cluster().submit(new Submission("t", builder.build(), config, null, local.classPath()));
            Await.until(
                    "the spout is a problem of the topology",
                    () -> local.cluster().describe("t").problems().stream()
                            .anyMatch(line ->
                                    line.contains("spout views task 1 has stood still") && line.contains(HELD)));
            assertThat(local.cluster().metrics("t").stuckSpouts()).hasSize(1);
            Await.until(
                    "it is in the log",
                    () -> local.cluster().logs("t", null, 1_000).stream()
                            .flatMap(log -> log.lines().stream())
                            .anyMatch(line -> line.contains(HELD)));
        }
    }
}
