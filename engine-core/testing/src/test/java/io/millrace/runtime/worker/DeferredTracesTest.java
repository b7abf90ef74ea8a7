// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.metrics.Trace;
import io.millrace.api.metrics.TracePart;
import io.millrace.api.metrics.TraceSpan;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;
import io.millrace.api.state.ValueState;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.WindowBolt;
import io.millrace.operators.window.Windows;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Traces through bolts that emit for no input, in simulated time. */
@Timeout(60)
class DeferredTracesTest {

    private static final long MILLI = 1_000_000;

    private final TopologyBuilder builder = new TopologyBuilder();

    /** Emits numbers from 0 as event times in milliseconds, one each 10 ms, with two keys in turn. */
    private static final class Numbers implements Spout {

        private static final long serialVersionUID = 1L;

        private final int most;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;
        private transient long due;

        Numbers(int most) {
            this.most = most;
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            long now = context.nanoTime();
            if (now >= due && next < most) {
                out.emit("k" + next % 2, next++);
                due = now + 10 * MILLI;
            }
            out.idleUntil(next < most ? due : Long.MAX_VALUE);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "time");
        }
    }

    private void numbers(int most, Duration late) {
        builder.setSpout("numbers", new Numbers(most)).eventTime("time", late);
    }

    private List<Trace> tracesTo(String last, Duration time) {
        builder.setBolt("sink", TestBolts.basic((input, out) -> {})).shuffle(last);
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2).start()) {
            topology.advance(time);
            List<Trace> traces = topology.traces().traces();
            assertThat(traces).isNotEmpty().allSatisfy(trace -> {
                long parts = 0;
                for (TracePart part : TracePart.values()) {
                    parts += trace.nanos(part);
                }
                assertThat((double) parts)
                        .isBetween(0.99 * trace.latencyNanos() - 1_000, 1.01 * trace.latencyNanos() + 1_000);
                assertThat(trace.spans()).extracting(TraceSpan::component).containsExactly("numbers", last, "sink");
            });
            // The sink has recorded the same latencies, in buckets
            double slowest =
                    traces.stream().mapToLong(Trace::latencyNanos).max().orElseThrow();
            assertThat((double) topology.metrics().endToEnd().maxNanos()).isBetween(0.97 * slowest, 1.03 * slowest);
            return traces;
        }
    }

    private static long held(Trace trace) {
        return trace.spans().get(1).nanos(TracePart.OTHER);
    }

    private void windows(Windows windows) {
        WindowBolt bolt = Bolts.window(windows, "key").eventTime("time").aggregate("count", Aggregates.count());
        builder.setBolt("windows", bolt).fields("numbers", "key");
    }

    @Test
    void theResultOfAWindowGoesOnWithTheLastInputOfThatWindow() {
        // The watermark comes 20 tuples later, when 10 of the next window are there for each key
        numbers(200, Duration.ofMillis(20));
        windows(Windows.tumbling(Duration.ofMillis(50)));

        List<Trace> traces = tracesTo("windows", Duration.ofSeconds(4));

        // Three windows of two keys
        assertThat(traces).hasSize(6);
        assertThat(traces)
                .allSatisfy(trace -> assertThat((double) held(trace)).isBetween(199.0 * MILLI, 240.0 * MILLI));
    }

    @Test
    void eachSessionGoesOnWithItsOwnInput() {
        // A watermark ends a session when five later ones of its key are open
        numbers(200, Duration.ofMillis(10));
        windows(Windows.session(Duration.ofMillis(1)));

        List<Trace> traces = tracesTo("windows", Duration.ofSeconds(4));

        assertThat(traces).hasSizeGreaterThan(20);
        assertThat(traces).allSatisfy(trace -> assertThat((double) held(trace)).isBetween(99.0 * MILLI, 170.0 * MILLI));
    }

    @Test
    void windowsByTheTimeOfDayAreFollowedToo() {
        builder.setSpout("numbers", new Numbers(100));
        builder.setBolt(
                        "windows",
                        Bolts.window(Windows.tumbling(Duration.ofMillis(500)), "key")
                                .aggregate("count", Aggregates.count()))
                .fields("numbers", "key");

        List<Trace> traces = tracesTo("windows", Duration.ofSeconds(4));

        assertThat(traces).hasSizeGreaterThanOrEqualTo(4);
        assertThat(traces).allSatisfy(trace -> assertThat(held(trace)).isLessThan(510 * MILLI));
        assertThat(traces.stream().filter(trace -> held(trace) < 40 * MILLI)).hasSizeGreaterThanOrEqualTo(2);
    }

    /** Emits the last time of each key after 300 ms. */
    private static final class Later implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> LAST = StateSpec.value("last", Long.class);

        private transient ValueState<Long> last;
        private transient Timers timers;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(LAST);
        }

        @Override
        public void prepare(TaskContext context) {
            last = context.state(LAST);
            timers = context.timers();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            if (last.get() == null) {
                timers.atTime(timers.now() + 300);
            }
            last.set(input.getLong("time"));
        }

        @Override
        public void onTimer(TimerEvent timer, Emitter out) {
            out.emit(last.get());
            last.clear();
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("time");
        }
    }

    @Test
    void aTimerGoesOnWithTheLastInputOfItsKey() {
        builder.setSpout("numbers", new Numbers(10));
        builder.setBolt("later", new Later()).fields("numbers", "key");

        List<Trace> traces = tracesTo("later", Duration.ofSeconds(2));

        // The first inputs of the keys come at 0 and 10 ms, the last ones at 80 and 90
        assertThat(traces).hasSize(2);
        assertThat(traces)
                .allSatisfy(trace -> assertThat((double) held(trace)).isBetween(200.0 * MILLI, 240.0 * MILLI));
    }

    @Test
    void aTickGoesOnWithTheLastInput() {
        builder.setSpout("numbers", new Numbers(10));
        builder.setBolt(
                        "ticks",
                        TestBolts.basic(
                                (input, out) -> {
                                    if (input.isTick()) {
                                        out.emit(1);
                                    }
                                },
                                "one"))
                .shuffle("numbers")
                .tickEvery(Duration.ofMillis(500));

        List<Trace> traces = tracesTo("ticks", Duration.ofMillis(1_900));

        // Further ticks have no input
        assertThat(traces).hasSize(1);
        assertThat((double) held(traces.get(0))).isBetween(350.0 * MILLI, 450.0 * MILLI);
    }

    @Test
    void aCommandGoesOnWithTheLastInput() {
        builder.setSpout("numbers", new Numbers(10));
        builder.setBolt(
                        "commands",
                        TestBolts.full(
                                (input, out, context) -> {
                                    if (input.getLong("time") == 0) {
                                        context.executeAt(
                                                context.nanoTime() + 500 * MILLI, () -> out.emitUnanchored(1));
                                    }
                                    out.ack(input);
                                },
                                "one"))
                .shuffle("numbers");

        List<Trace> traces = tracesTo("commands", Duration.ofSeconds(2));

        assertThat(traces).hasSize(1);
        assertThat((double) held(traces.get(0))).isBetween(400.0 * MILLI, 420.0 * MILLI);
    }

    @Test
    void aBatchThatItsTimeClosesGoesOnWithItsLastTuple() {
        builder.setSpout("numbers", new Numbers(10));
        builder.setBolt(
                        "batches",
                        Bolts.batch(
                                Fields.of("count"),
                                100,
                                1 << 20,
                                Duration.ofMillis(500),
                                (batch, out) -> out.emit(batch.size())))
                .shuffle("numbers");

        List<Trace> traces = tracesTo("batches", Duration.ofSeconds(2));

        assertThat(traces).hasSize(1);
        assertThat((double) held(traces.get(0))).isBetween(490.0 * MILLI, 510.0 * MILLI);
    }
}
