// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoltTestTest {

    @Test
    void aBoltThatHoldsItsInputsUntilATick() {
        try (BoltTest test = BoltTest.of(new Joining())
                .input("left", Fields.of("number"))
                .input("right", "other", Fields.of("number"))
                .tickEvery(Duration.ofSeconds(1))
                .config(Config.empty().with("app.factor", 10))
                .start()) {
            long one = test.execute(1);
            long two = test.executeFromStream("right", "other", 2);
            assertThat(test.pending()).containsExactly(one, two);
            test.advance(Duration.ofSeconds(1));
            assertThat(test.output()).containsExactly(List.of(30));
            assertThat(test.emissions().get(0).anchors()).isEqualTo(test.executed());
            assertThat(test.executed()).extracting(Tuple::sourceComponent).containsExactly("left", "right");
            assertThat(test.acked()).containsExactly(one, two);
            assertThat(test.counter("sums")).isEqualTo(1);
            long bad = test.executeFrom("left", -1);
            assertThat(test.failed()).containsExactly(bad);
            assertThat(test.errors()).isEmpty();
        }
    }

    @Test
    void aBasicBoltThatThrows() {
        try (BoltTest test = BoltTest.of(new Dividing()).fields("number").start()) {
            long good = test.execute(4);
            long bad = test.execute(0);
            assertThat(test.output()).containsExactly(List.of(25));
            assertThat(test.acked()).containsExactly(good);
            assertThat(test.failed()).containsExactly(bad);
            assertThat(test.errors()).hasSize(1).first().isInstanceOf(ArithmeticException.class);
        }
    }

    @Test
    void aBoltWithoutInputIsRefused() {
        assertThatThrownBy(() -> BoltTest.of(new Dividing()).start())
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("fields or input");
    }

    /** Emits the sum of the numbers since the last tick. */
    private static final class Joining implements Bolt {
        private static final long serialVersionUID = 1L;
        private transient List<Tuple> held;
        private transient BoltCollector out;
        private transient TaskContext context;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("sum");
        }

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            context = task;
            out = collector;
            held = new ArrayList<>();
        }

        @Override
        public void execute(Tuple input) {
            if (input.isTick()) {
                int factor = Integer.parseInt(context.config().get("app.factor").orElseThrow());
                int sum =
                        held.stream().mapToInt(tuple -> tuple.getInt("number")).sum();
                out.emit(held, sum * factor);
                held.forEach(out::ack);
                held.clear();
                context.counter("sums").increment();
            } else if (input.getInt("number") < 0) {
                out.fail(input);
            } else {
                held.add(input);
            }
        }
    }

    private static final class Dividing implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("share");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            out.emit(100 / input.getInt(0));
        }
    }
}
