// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.geo.gate.LateInputs;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The fate of a tuple that comes too late from another region, in simulated time. */
@Timeout(60)
class LateArrivalTest {

    /** A bolt that keeps its inputs, and has a stream for late ones. */
    private static final class Keeping implements Bolt {
        private static final long serialVersionUID = 1L;
        private final String test;

        Keeping(String test) {
            this.test = test;
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declareStream(Streams.LATE, "number");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector out) {}

        @Override
        public void execute(Tuple input) {
            Journal.of(test).seen.add(input);
        }
    }

    private final TopologyBuilder builder = new TopologyBuilder();

    private SteppedTopology start(String test, Config config) {
        Journal.fresh(test);
        Journal.fresh(test + "-late");
        builder.setSpout("numbers", new PacedSpout(test, 10));
        builder.setBolt("keep", new Keeping(test)).shuffle("numbers");
        builder.setBolt("late", TestBolts.sink(test + "-late")).shuffle("keep", Streams.LATE);
        return SteppedTopology.of(builder.build())
                .config(config)
                .workers(2)
                .nodes(2, Duration.ofMillis(40))
                .regions()
                .start();
    }

    private static void isLate(SteppedTopology topology, Object tuple) {
        topology.executorOf(2).task(2).part(LateInputs.class).orElseThrow().late((DataTuple) tuple);
    }

    @Test
    void itsTreeFailsAtOnceAndItsValuesGoToTheStreamForLateTuples() {
        Config config = Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.AT_LEAST_ONCE);
        try (SteppedTopology topology = start("late-tracked", config)) {
            Journal journal = Journal.of("late-tracked");
            topology.advance(Duration.ofSeconds(2));
            assertThat(journal.failed).isEmpty();
            Object late = journal.seen.get(3);
            isLate(topology, late);
            // The time is long before the time-out
            topology.advance(Duration.ofSeconds(1));
            assertThat(journal.failed).containsOnlyKeys(3);
            assertThat(Journal.of("late-tracked-late").seen).containsExactly(3);
            assertThat(topology.metrics().tasks().get(1).failed()).isEqualTo(1);
        }
    }

    @Test
    void moreThanMayWaitAreOnlyFailed() {
        Config config = Config.empty().with(TopologyKeys.COMMANDS, 4);
        try (SteppedTopology topology = start("late-many", config)) {
            Journal journal = Journal.of("late-many");
            topology.advance(Duration.ofSeconds(2));
            for (int i = 0; i < 10; i++) {
                isLate(topology, journal.seen.get(i));
            }
            topology.advance(Duration.ofSeconds(1));
            assertThat(Journal.of("late-many-late").seen).containsExactly(0, 1, 2, 3);
            assertThat(topology.metrics().tasks().get(1).failed()).isEqualTo(10);
        }
    }
}
