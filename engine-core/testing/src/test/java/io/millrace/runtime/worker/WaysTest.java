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
import io.millrace.api.metrics.Way;
import io.millrace.api.metrics.WayPart;
import io.millrace.api.metrics.WayStep;
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

/** Ways of tuples in simulated time. */
@Timeout(60)
class WaysTest {

    private static final Duration ONE_WAY = Duration.ofMillis(10);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final long MILLI = 1_000_000;

    /** The topology, for bolts that let time pass. */
    private static final AtomicReference<SteppedTopology[]> STEPPED = new AtomicReference<>();

    private final TopologyBuilder builder = new TopologyBuilder();

    private static void assertAddsUp(Way way) {
        long parts = 0;
        for (WayPart part : WayPart.values()) {
            parts += way.nanos(part);
        }
        assertThat((double) parts).isBetween(0.99 * way.latencyNanos() - 1_000, 1.01 * way.latencyNanos() + 1_000);
    }

    private static List<String> components(Way way) {
        return way.steps().stream().map(WayStep::component).toList();
    }

    private List<Way> waysOf(SteppedTopology topology, int tuples) {
        int[] calls = {0};
        assertThat(topology.runUntil(
                        () -> ++calls[0] % 16 == 0
                                && topology.metrics().endToEnd().count() == tuples,
                        LONG))
                .isTrue();
        List<Way> ways = topology.ways().ways();
        assertThat(ways).isNotEmpty().allSatisfy(WaysTest::assertAddsUp);
        return ways;
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
    void theWayOfTheLastInputOfAJoinIsFollowedOverAllNodes(int hoursApart) {
        Journal.fresh("ways");
        // Tasks with even numbers are in w1 of n1, others in w2 of n2
        builder.setSpout("numbers", new NumberSpout("ways", 40, true));
        builder.setBolt("split", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("far", TestBolts.pass()).shuffle("split");
        builder.setBolt("farther", TestBolts.pass()).shuffle("far");
        builder.setBolt("farthest", TestBolts.pass()).shuffle("farther");
        builder.setBolt("near", TestBolts.pass()).shuffle("split");
        builder.setBolt("join", join()).shuffle("farthest").shuffle("near");
        builder.setBolt("sink", TestBolts.sink("ways")).shuffle("join");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .workers(2)
                .nodes(2, ONE_WAY)
                .clocksApart(Duration.ofHours(hoursApart))
                .start()) {
            topology.activate(false);
            topology.advance(Duration.ofSeconds(2));
            topology.activate(true);

            List<Way> ways = waysOf(topology, 40);

            assertThat(ways).allSatisfy(way -> {
                assertThat(components(way))
                        .containsExactly("numbers", "split", "far", "farther", "farthest", "join", "sink");
                assertThat(way.steps())
                        .extracting(WayStep::worker)
                        .containsExactly("w2", "w1", "w2", "w1", "w2", "w2", "w1");
                assertThat((double) way.latencyNanos()).isBetween(49.0 * MILLI, 52.0 * MILLI);
                // The latency of five crossings, and no waiting of the join
                assertThat((double) way.nanos(WayPart.WIRE)).isBetween(49.0 * MILLI, 51.0 * MILLI);
                assertThat(way.nanos(WayPart.TRANSIT)).isZero();
                assertThat(way.nanos(WayPart.OTHER)).isLessThan(MILLI);
            });
            assertThat(topology.metrics().stages())
                    .extracting(stage -> stage.stage())
                    .contains(Stage.QUEUE, Stage.WIRE)
                    .doesNotContain(Stage.TRANSIT);
        }
    }

    @Test
    void waysOverRingsHaveTheStagesOfRings() {
        Journal.fresh("rings");
        builder.setSpout("numbers", new NumberSpout("rings", 40, true));
        builder.setBolt("twice", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("rings")).shuffle("twice");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2).start()) {
            List<Way> ways = waysOf(topology, 40);

            assertThat(ways).allSatisfy(way -> {
                assertThat(components(way)).containsExactly("numbers", "twice", "sink");
                assertThat(way.steps().get(2).nanos()).doesNotContainKeys("QUEUE", "WIRE");
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

            assertThat(waysOf(topology, 20)).allSatisfy(way -> {
                assertThat(components(way))
                        .containsExactly("numbers", "b1", "b2", "b3", "b4", "b5", "b6", "", "b14", "sink");
                WayStep middle = way.steps().get(7);
                assertThat(middle.isMiddle()).isTrue();
                assertThat((double) middle.nanos(WayPart.OTHER)).isBetween(69.0 * MILLI, 72.0 * MILLI);
                assertThat((double) way.nanos(WayPart.WIRE)).isBetween(79.0 * MILLI, 81.0 * MILLI);
            });
        }
    }

    @Test
    void whatABoltHoldsAfterTheCallIsOther() {
        Journal.fresh("held-ways");
        builder.setSpout("numbers", new NumberSpout("held-ways", 20, true));
        builder.setBolt(
                        "holds",
                        TestBolts.full(
                                (input, out, context) -> context.executeAt(context.nanoTime() + 700 * MILLI, () -> {
                                    out.emit(input, input.get(0));
                                    out.ack(input);
                                }),
                                "number"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("held-ways")).shuffle("holds");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            assertThat(waysOf(topology, 20)).allSatisfy(way -> {
                assertThat((double) way.steps().get(1).nanos(WayPart.OTHER)).isBetween(699.0 * MILLI, 705.0 * MILLI);
                assertThat(way.nanos(WayPart.EXECUTE)).isLessThan(MILLI);
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

            List<Way> ways = waysOf(topology, 40);

            assertThat(ways).allSatisfy(way -> {
                assertThat(way.nanos(WayPart.EXECUTE)).isEqualTo(25 * MILLI);
                assertThat(way.steps().get(1).nanos(WayPart.EXECUTE)).isEqualTo(5 * MILLI);
            });
            assertThat(ways)
                    .filteredOn(way -> way.nanos(WayPart.NESTED) == 20 * MILLI)
                    .as("ways of second emissions, before which the sink has executed the first one")
                    .isNotEmpty();
        }
    }

    @Test
    void aTaskThatTakesNoInputShowsInTheSlowestWays() {
        Journal.fresh("paused-ways");
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

            Way slowest = topology.ways().ways().stream()
                    .max(Comparator.comparingLong(Way::latencyNanos))
                    .orElseThrow();
            assertAddsUp(slowest);
            WayStep sink = slowest.steps().get(2);
            assertThat(sink.component()).isEqualTo("sink");
            assertThat(sink.worker()).isEqualTo("w1");
            assertThat(sink.task()).isEqualTo(3);
            assertThat((double) sink.nanos(WayPart.INBOX)).isBetween(1_980.0 * MILLI, 2_000.0 * MILLI);
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

            assertThat(topology.ways().ways()).isNotEmpty().allSatisfy(way -> {
                assertAddsUp(way);
                assertThat((double) way.steps().get(0).nanos(WayPart.DUE)).isBetween(3.0 * MILLI, 3.1 * MILLI);
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

            List<Way> ways = topology.ways().ways();
            assertThat(ways).hasSizeGreaterThan(5).allSatisfy(WaysTest::assertAddsUp);
            assertThat(ways.subList(1, ways.size()))
                    .allSatisfy(
                            way -> assertThat((double) way.nanos(WayPart.DUE)).isBetween(485.0 * MILLI, 495.0 * MILLI));
        }
    }

    @Test
    void aSourceThatSaysNothingIsNeverLate() {
        Journal.fresh("unsaid");
        builder.setSpout("numbers", new NumberSpout("unsaid", 20, true));
        builder.setBolt("sink", TestBolts.sink("unsaid")).shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            assertThat(waysOf(topology, 20))
                    .allSatisfy(way -> assertThat(way.nanos(WayPart.DUE)).isZero());
            assertThat(topology.metrics().stages())
                    .extracting(stage -> stage.stage())
                    .doesNotContain(Stage.DUE);
        }
    }

    @Test
    void noWayIsFollowedIfOnlyCountsAreWanted() {
        Journal journal = Journal.fresh("counted");
        builder.setSpout("numbers", new NumberSpout("counted", 20, true));
        builder.setBolt("sink", TestBolts.sink("counted")).shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.METRICS, MetricsDetail.COUNTS))
                .start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 20, LONG))
                    .isTrue();
            assertThat(topology.ways().ways()).isEmpty();
        }
    }
}
