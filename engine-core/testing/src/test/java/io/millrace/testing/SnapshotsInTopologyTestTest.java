// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueInput;
import io.millrace.api.codec.ValueOutput;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;
import io.millrace.api.state.ValueState;
import io.millrace.operators.Bolts;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Snapshots, crashes and watermarks of the test kit. */
@Timeout(60)
class SnapshotsInTopologyTestTest {

    private static final Config EXACTLY_ONCE = Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE);

    /** Emits the next number every 10 ms. */
    private static final class Clock implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            out.emit(next++);
            out.idleUntil(context.nanoTime() + 10_000_000);
        }

        @Override
        public Object snapshot() {
            return next;
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Long) snapshots.get(0);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }
    }

    /** Emits how many numbers it has seen, and one line when event time reaches the second 1. */
    private static final class Count implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> SEEN =
                StateSpec.value("seen", Long.class).perTask();

        private transient ValueState<Long> seen;
        private transient Timers timers;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(SEEN);
        }

        @Override
        public void prepare(TaskContext context) {
            seen = context.state(SEEN);
            timers = context.timers();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            seen.set(seen.getOr(0L) + 1);
            out.emit(input.getLong("number"), seen.get());
            if (input.getLong("number") == 0) {
                timers.atEventTime(1_000);
            }
        }

        @Override
        public void onTimer(TimerEvent timer, Emitter out) {
            out.emit(-1L, timer.millis());
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number", "seen");
        }
    }

    public record Poison(int number) {}

    /** A codec that writes bytes which cannot be read. */
    public static final class PoisonCodec implements ValueCodec<Poison> {

        @Override
        public void write(Poison value, ValueOutput out) {
            out.writeInt(value.number());
        }

        @Override
        public Poison read(ValueInput in) throws IOException {
            throw new IOException("poison");
        }
    }

    /** Emits numbers, and poison once. */
    private static final class Poisoned implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        private transient SpoutCollector out;
        private transient long next;

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next < 10) {
                out.emit(next == 5 ? new Poison(5) : (Object) next);
                next++;
            }
        }

        @Override
        public Object snapshot() {
            return next;
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Long) snapshots.get(0);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }
    }

    private static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("clock", new Clock());
        builder.setBolt("count", new Count()).fields("clock", "number");
        return builder.build();
    }

    @Test
    void afterACrashItGoesOnFromTheSnapshot() {
        try (TopologyTest test =
                TopologyTest.of(topology()).config(EXACTLY_ONCE).workers(2).start()) {
            test.advance(Duration.ofMillis(300));
            long before = test.output("count").size();
            long first = test.snapshot();
            long after = test.output("count").size();
            test.advance(Duration.ofMillis(100));

            test.crash();
            test.restore();
            test.forget();
            test.advance(Duration.ofMillis(100));

            List<Object> next = test.output("count").get(0);
            assertThat((Long) next.get(0)).isBetween(before, after);
            assertThat(next.get(1)).isEqualTo((Long) next.get(0) + 1);
            assertThat(test.snapshot()).isGreaterThan(first);
        }
    }

    @Test
    void aTopologyWithoutSnapshotsSaysSo() {
        try (TopologyTest test = TopologyTest.of(topology()).start()) {
            assertThatThrownBy(test::snapshot)
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("the topology takes no snapshots: set topology.guarantee to exactly-once");
        }
    }

    @Test
    void timersByEventTimeFireAtTheWatermark() {
        try (TopologyTest test = TopologyTest.of(topology()).start()) {
            test.advance(Duration.ofMillis(5));
            test.watermark("count", 999);
            test.advance(Duration.ofMillis(1));
            assertThat(test.output("count")).doesNotContain(List.of(-1L, 1_000L));

            test.watermark("count", 1_000);
            test.advance(Duration.ofMillis(1));
            assertThat(test.output("count")).contains(List.of(-1L, 1_000L));
        }
    }

    @Test
    void whatWasFedToAReplacedSpoutIsEmittedAgainAsItsAuthorsSpoutWouldDo() {
        try (TopologyTest test = TopologyTest.of(topology())
                .config(EXACTLY_ONCE)
                .replaceSpout("clock")
                .start()) {
            test.feed("clock", 0L);
            test.feed("clock", 1L);
            test.run();
            test.snapshot();
            test.feed("clock", 2L);
            test.run();
            test.crash();
            test.restore();
            test.forget();
            test.feed("clock", 3L);
            test.advance(Duration.ofMillis(100));

            assertThat(test.output("count")).containsExactly(List.of(2L, 3L), List.of(3L, 4L));
        }
    }

    @Test
    void withoutASnapshotAllThatWasFedIsEmittedAgain() {
        try (TopologyTest test = TopologyTest.of(topology())
                .config(EXACTLY_ONCE)
                .replaceSpout("clock")
                .start()) {
            test.feed("clock", 0L);
            test.feed("clock", 1L);
            test.run();
            test.crash();
            test.restore();
            test.forget();
            test.advance(Duration.ofMillis(100));

            assertThat(test.output("count")).containsExactly(List.of(0L, 1L), List.of(1L, 2L));
        }
    }

    /**
     * Otherwise the barrier behind the tuple would say that a tuple was lost, and all would go back to the last
     * snapshot for ever.
     */
    @Test
    void aTupleThatCannotBeReadStopsNoSnapshot() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.codec(Poison.class, PoisonCodec.class);
        builder.setSpout("numbers", new Poisoned());
        builder.setBolt("count", Bolts.map("number", tuple -> tuple.get(0))).shuffle("numbers");
        try (TopologyTest test =
                TopologyTest.of(builder.build()).config(EXACTLY_ONCE).workers(2).start()) {
            test.snapshot();
            assertThat(test.executed("count")).hasSize(9);
            assertThat(test.snapshot()).isEqualTo(2);
            assertThat(test.executed("count")).hasSize(9);
        }
    }
}
