// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;
import io.millrace.api.state.ValueState;
import io.millrace.operators.Spouts;
import io.millrace.testing.TopologyTest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** States and timers of bolts in a topology without snapshots. */
@Timeout(60)
class StatesInTopologyTest {

    private static final class Count implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);

        private transient ValueState<Long> count;
        private transient Timers timers;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void prepare(TaskContext context) {
            count = context.state(COUNT);
            timers = context.timers();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long now = count.getOr(0L) + 1;
            count.set(now);
            if (now == 1) {
                timers.atTime(timers.now() + 1_000);
            }
        }

        @Override
        public void onTimer(TimerEvent timer, Emitter out) {
            out.emit(timer.key().get(0), count.get());
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("word", "count");
        }
    }

    @Test
    void aBoltCountsByKeyAndTellsWhenItsTimersFire() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", Spouts.of("word", List.of("a", "b", "a", "c", "a", "b")));
        builder.setBolt("count", new Count(), 3).fields("words", "word");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            test.advance(Duration.ofMillis(900));
            assertThat(test.output("count")).isEmpty();

            test.advance(Duration.ofMillis(200));

            Map<Object, Object> counts = new HashMap<>();
            test.output("count").forEach(row -> counts.put(row.get(0), row.get(1)));
            assertThat(counts).isEqualTo(Map.of("a", 3L, "b", 2L, "c", 1L));
        }
    }
}
