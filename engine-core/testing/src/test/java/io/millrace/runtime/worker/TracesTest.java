// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.Trace;
import io.millrace.api.metrics.TracePart;
import io.millrace.api.metrics.TraceSpan;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces of tuples in simulated time. */
@Timeout(60)
class TracesTest {

    private static final Duration ONE_WAY = Duration.ofMillis(10);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final long MILLI = 1_000_000;

    /** The topology, for bolts that let time pass. */
    private static final AtomicReference<SteppedTopology[]> STEPPED = new AtomicReference<>();

    private final TopologyBuilder builder = new TopologyBuilder();

    private static void assertAddsUp(Trace trace) {
        long parts = 0;
        for (TracePart part : TracePart.values()) {
            parts += trace.nanos(part);
        }
        assertThat((double) parts).isBetween(0.99 * trace.latencyNanos() - 1_000, 1.01 * trace.latencyNanos() + 1_000);
    }

    private static List<String> components(Trace trace) {
        return trace.spans().stream().map(TraceSpan::component).toList();
    }

    private List<Trace> tracesOf(SteppedTopology topology, int tuples) {
        int[] calls = {0};
        assertThat(topology.runUntil(
                        () -> ++calls[0] % 16 == 0
                                && topology.metrics().endToEnd().count() == tuples,
                        LONG))
                .isTrue();
        List<Trace> traces = topology.traces().traces();
        assertThat(traces).isNotEmpty().allSatisfy(TracesTest::assertAddsUp);
        return traces;
    }

    /** Returns a bolt that emits when both inputs of a number are there. */
    private static Bolt join() {
        Map<Object, Tuple> waiting = new HashMap<>();
        return TestBolts.full(
                (input, out, context) -> {
                    Tuple other = waiting.remove(input.get(0));
                    if (other == null) {
                        waiting.put(input.get(0), input);
                    } else {
                        out.emit(List.of(input, other), input.get(0));
                        out.ack(input);
                        out.ack(other);
                    }
                },
                "number");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, -30})
    void theTraceOfTheLastInputOfAJoinIsFollowedOverAllNodes(int hoursApart) {
        Journal.fresh("traces");
        // Tasks with even numbers are in w1 of n1, others in w2 of n2
        builder.setSpout("numbers", new NumberSpout("traces", 40, true));
        builder.setBolt("split", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("far", TestBolts.pass()).shuffle("split");
        builder.setBolt("farther", TestBolts.pass()).shuffle("far");
        builder.setBolt("farthest", TestBolts.pass()).shuffle("farther");
        builder.setBolt("near", TestBolts.pass()).shuffle("split");
        builder.setBolt("join", join()).shuffle("farthest").shuffle("near");
        builder.setBolt("sink", TestBolts.sink("traces")).shuffle("join");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .workers(2)
                .nodes(2, ONE_WAY)
                .clocksApart(Duration.ofHours(hoursApart))
                .start()) {
            topology.activate(false);
            topology.advance(Duration.ofSeconds(2));
            topology.activate(true);

            List<Trace> traces = tracesOf(topology, 40);

            assertThat(traces).allSatisfy(trace -> {
                assertThat(components(trace))
                        .containsExactly("numbers", "split", "far", "farther", "farthest", "join", "sink");
                assertThat(trace.spans())
                        .extracting(TraceSpan::worker)
                        .containsExactly("w2", "w1", "w2", "w1", "w2", "w2", "w1");
                assertThat((double) trace.latencyNanos()).isBetween(49.0 * MILLI, 52.0 * MILLI);
                // The latency of five crossings, and no waiting of the join
                assertThat((double) trace.nanos(TracePart.WIRE)).isBetween(49.0 * MILLI, 51.0 * MILLI);
                assertThat(trace.nanos(TracePart.TRANSIT)).isZero();
                assertThat(trace.nanos(TracePart.OTHER)).isLessThan(MILLI);
            });
            assertThat(topology.metrics().stages())
                    .extracting(stage -> stage.stage())
                    .contains(Stage.QUEUE, Stage.WIRE)
                    .doesNotContain(Stage.TRANSIT);
        }
    }

    @Test
    void tracesOverRingsHaveTheStagesOfRings() {
        Journal.fresh("rings");
        builder.setSpout("numbers", new NumberSpout("rings", 40, true));
        builder.setBolt("twice", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("rings")).shuffle("twice");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2).start()) {
            List<Trace> traces = tracesOf(topology, 40);

            assertThat(traces).allSatisfy(trace -> {
                assertThat(components(trace)).containsExactly("numbers", "twice", "sink");
                assertThat(trace.spans().get(2).nanos()).doesNotContainKeys("QUEUE", "WIRE");
            });
        }
    }

    @Test
    void theMiddleOfALongWayIsOther() {
        Journal.fresh("long");
        builder.setSpout("numbers", new NumberSpout("long", 20, true));
        String before = "numbers";
        for (int i = 1; i <= 14; i++) {
            builder.setBolt("b" + i, TestBolts.pass()).shuffle(before);
            before = "b" + i;
        }
        builder.setBolt("sink", TestBolts.sink("long")).shuffle(before);
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2).nodes(2, ONE_WAY).start()) {
            topology.activate(false);
            topology.advance(Duration.ofSeconds(2));
            topology.activate(true);

            assertThat(tracesOf(topology, 20)).allSatisfy(trace -> {
                assertThat(components(trace))
                        .containsExactly("numbers", "b1", "b2", "b3", "b4", "b5", "b6", "", "b14", "sink");
                TraceSpan middle = trace.spans().get(7);
                assertThat(middle.isMiddle()).isTrue();
                assertThat((double) middle.nanos(TracePart.OTHER)).isBetween(69.0 * MILLI, 72.0 * MILLI);
                assertThat((double) trace.nanos(TracePart.WIRE)).isBetween(79.0 * MILLI, 81.0 * MILLI);
            });
        }
    }

    @Test
    void whatABoltHoldsAfterTheCallIsOther() {
        Journal.fresh("held-traces");
        builder.setSpout("numbers", new NumberSpout("held-traces", 20, true));
        builder.setBolt(
                        "holds",
                        TestBolts.full(
                                (input, out, context) -> context.executeAt(context.nanoTime() + 700 * MILLI, () -> {
                                    out.emit(input, input.get(0));
                                    out.ack(input);
                                }),
                                "number"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("held-traces")).shuffle("holds");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            assertThat(tracesOf(topology, 20)).allSatisfy(trace -> {
                assertThat((double) trace.spans().get(1).nanos(TracePart.OTHER))
                        .isBetween(699.0 * MILLI, 705.0 * MILLI);
                assertThat(trace.nanos(TracePart.EXECUTE)).isLessThan(MILLI);
            });
        }
    }

    @Test
    void theTimeOfOtherBoltsWithinACallIsNotItsWork() {
        Journal.fresh("nested");
        SteppedTopology[] stepped = new SteppedTopology[1];
        builder.setSpout("numbers", new NumberSpout("nested", 20, true));
        STEPPED.set(stepped);
        builder.setBolt(
                        "twice",
                        TestBolts.basic(
                                (input, out) -> {
                                    STEPPED.get()[0].elapse(Duration.ofMillis(5));
                                    out.emit(input.get(0));
                                    out.emit(input.get(0));
                                },
                                "number"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.basic((input, out) -> STEPPED.get()[0].elapse(Duration.ofMillis(20))))
                .shuffle("twice");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            stepped[0] = topology;

            List<Trace> traces = tracesOf(topology, 40);

            assertThat(traces).allSatisfy(trace -> {
                assertThat(trace.nanos(TracePart.EXECUTE)).isEqualTo(25 * MILLI);
                assertThat(trace.spans().get(1).nanos(TracePart.EXECUTE)).isEqualTo(5 * MILLI);
            });
            assertThat(traces)
                    .filteredOn(trace -> trace.nanos(TracePart.NESTED) == 20 * MILLI)
                    .as("traces of second emissions, before which the sink has executed the first one")
                    .isNotEmpty();
        }
    }

    @Test
    void aTaskThatTakesNoInputShowsInTheSlowestTraces() {
        Journal.fresh("paused-traces");
        builder.setSpout("numbers", new Paced(false));
        builder.setBolt("pass", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.full((input, out, context) -> {
                    if (input.getInt(0) == 50) {
                        out.pauseInput();
                        context.executeAt(context.nanoTime() + 2_000 * MILLI, out::resumeInput);
                    }
                    out.ack(input);
                }))
                .shuffle("pass");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            topology.advance(Duration.ofSeconds(8));

            Trace slowest = topology.traces().traces().stream()
                    .max(Comparator.comparingLong(Trace::latencyNanos))
                    .orElseThrow();
            assertAddsUp(slowest);
            TraceSpan sink = slowest.spans().get(2);
            assertThat(sink.component()).isEqualTo("sink");
            assertThat(sink.worker()).isEqualTo("w1");
            assertThat(sink.task()).isEqualTo(3);
            assertThat((double) sink.nanos(TracePart.INBOX)).isBetween(1_980.0 * MILLI, 2_000.0 * MILLI);
            assertThat(slowest.endedMillis()).isPositive();
        }
    }

    /** Emits the next number each 10 ms. */
    private static final class Paced implements Spout {

        private static final long serialVersionUID = 1L;
        private final boolean late;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient int next;
        private transient long due;

        /** @param late whether the spout says that each tuple was due 3 ms ago */
        private Paced(boolean late) {
            this.late = late;
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            long now = context.nanoTime();
            if (now >= due) {
                if (late) {
                    out.intendedAt(now - 3 * MILLI);
                }
                out.emitTracked(next, next++);
                due = now + 10 * MILLI;
            }
            out.idleUntil(due);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }
    }

    @Test
    void aSourceThatWasLateByItsOwnTimesIsTheFirstPart() {
        Journal.fresh("late");
        builder.setSpout("numbers", new Paced(true));
        builder.setBolt("sink", TestBolts.sink("late")).shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            topology.advance(Duration.ofSeconds(2));

            assertThat(topology.traces().traces()).isNotEmpty().allSatisfy(trace -> {
                assertAddsUp(trace);
                assertThat((double) trace.spans().get(0).nanos(TracePart.DUE)).isBetween(3.0 * MILLI, 3.1 * MILLI);
            });
            assertThat(topology.metrics().stages()).anySatisfy(stage -> {
                assertThat(stage.stage()).isEqualTo(Stage.DUE);
                assertThat((double) stage.latency().p50Nanos()).isBetween(2.8 * MILLI, 3.2 * MILLI);
            });
        }
    }

    @Test
    void aSourceThatIsCalledAfterTheTimeThatItAnnouncedWasLate() {
        Journal.fresh("announced");
        builder.setSpout("numbers", new Paced(false));
        // The next tuple can be emitted only half a second later
        builder.setBolt(
                        "slow",
                        TestBolts.full((input, out, context) ->
                                context.executeAt(context.nanoTime() + 500 * MILLI, () -> out.ack(input))))
                .shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.MAX_SPOUT_PENDING, 1))
                .start()) {
            topology.advance(Duration.ofSeconds(5));

            List<Trace> traces = topology.traces().traces();
            assertThat(traces).hasSizeGreaterThan(5).allSatisfy(TracesTest::assertAddsUp);
            assertThat(traces.subList(1, traces.size()))
                    .allSatisfy(trace ->
                            assertThat((double) trace.nanos(TracePart.DUE)).isBetween(485.0 * MILLI, 495.0 * MILLI));
        }
    }

    @Test
    void aSourceThatSaysNothingIsNeverLate() {
        Journal.fresh("unsaid");
        builder.setSpout("numbers", new NumberSpout("unsaid", 20, true));
        builder.setBolt("sink", TestBolts.sink("unsaid")).shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            assertThat(tracesOf(topology, 20))
                    .allSatisfy(trace -> assertThat(trace.nanos(TracePart.DUE)).isZero());
            assertThat(topology.metrics().stages())
                    .extracting(stage -> stage.stage())
                    .doesNotContain(Stage.DUE);
        }
    }

    @Test
    void noTraceIsFollowedIfOnlyCountsAreWanted() {
        Journal journal = Journal.fresh("counted");
        builder.setSpout("numbers", new NumberSpout("counted", 20, true));
        builder.setBolt("sink", TestBolts.sink("counted")).shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.METRICS, MetricsDetail.COUNTS))
                .start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 20, LONG))
                    .isTrue();
            assertThat(topology.traces().traces()).isEmpty();
        }
    }
}
