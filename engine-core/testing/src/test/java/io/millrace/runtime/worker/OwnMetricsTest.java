// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Timer;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.testing.BoltTest;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The metrics that components make. */
@Timeout(30)
class OwnMetricsTest {

    private static final AtomicInteger LEVEL = new AtomicInteger();

    private static final class Measuring implements BasicBolt {

        private static final long serialVersionUID = 1L;
        private transient TaskContext context;
        private transient Timer timer;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void prepare(TaskContext task) {
            context = task;
            timer = task.timer("query");
            task.gauge("level", LEVEL::get);
            task.gauge("bad", () -> {
                throw new IllegalStateException("no level");
            });
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            timer.record(input.getInt(0) * 1_000_000L);
            for (int i = 0; i < 20; i++) {
                context.counter("counter " + i).increment();
            }
            context.gauge("late", () -> 7);
        }
    }

    private static TaskMetrics measured(BoltTest test) {
        return test.metrics().tasks().stream()
                .filter(task -> task.component().equals("bolt"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void countersAndTimersAreThereAtOnce() {
        try (BoltTest test = BoltTest.of(new Measuring()).fields("millis").start()) {
            test.execute(3);
            test.execute(5);
            assertThat(test.counter("counter 19")).isEqualTo(2);
            assertThat(measured(test).timers().get("query").count()).isEqualTo(2);
            assertThat(measured(test).timers().get("query").maxNanos()).isBetween(4_900_000L, 5_100_000L);
        }
    }

    @Test
    void gaugesAreReadEachSecondAlsoWhileNothingComes() {
        LEVEL.set(1);
        try (BoltTest test = BoltTest.of(new Measuring()).fields("millis").start()) {
            test.execute(1);
            assertThat(measured(test).gauges())
                    .doesNotContainKey("bad")
                    .containsEntry("level", 1.0)
                    .containsEntry("late", 7.0);
            LEVEL.set(2);
            test.execute(1);
            test.advance(Duration.ofMillis(500));
            assertThat(measured(test).gauges()).as("not in each turn").containsEntry("level", 1.0);
            test.advance(Duration.ofMillis(700));
            assertThat(measured(test).gauges()).containsEntry("level", 2.0);
            LEVEL.set(3);
            test.advance(Duration.ofMillis(1_100));
            assertThat(measured(test).gauges()).containsEntry("level", 3.0);
        }
    }

    @Test
    void aGaugeThatThrowsIsAnErrorAndTheOthersAreRead() {
        LEVEL.set(4);
        try (BoltTest test = BoltTest.of(new Measuring()).fields("millis").start()) {
            test.execute(1);
            assertThat(measured(test).errors()).isGreaterThanOrEqualTo(1);
            assertThat(measured(test).gauges()).containsEntry("level", 4.0);
        }
    }

    @Test
    void aSpoutHasThemToo() {
        Journal.fresh("spout");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "numbers", new CallSpout("spout", 1, 0, (out, call, context) -> context.gauge("depth", () -> 9)));
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            topology.runUntilIdle(1_000);
            assertThat(topology.metrics().tasks().get(0).gauges()).containsEntry("depth", 9.0);
        }
    }
}
