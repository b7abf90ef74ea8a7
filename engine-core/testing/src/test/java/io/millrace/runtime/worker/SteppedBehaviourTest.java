// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.operators.Spouts;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.testing.TopologyTest;
import io.millrace.testing.stepped.SteppedTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The behaviour of topologies under failure and load, stepped on one thread. */
@Timeout(30)
class SteppedBehaviourTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    Path directory;

    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void aTupleThatNobodyAcksTimesOutAndIsRepeated() {
        Journal journal = Journal.fresh("time-out");
        builder.setSpout("numbers", new NumberSpout("time-out", 3, true));
        builder.setBolt("forgets", TestBolts.full((input, out, context) -> {
                    Journal.of("time-out").seen.add(input.get(0));
                    if (input.getInt(0) != 1 || Journal.of("time-out").seen.size() > 3) {
                        out.ack(input);
                    }
                }))
                .shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(5)))
                .start()) {
            topology.advance(Duration.ofMillis(4900));
            assertThat(journal.failed).isEmpty();
            assertThat(journal.acked).containsOnlyKeys(0, 2);
            topology.advance(Duration.ofMillis(200));
            assertThat(journal.failed).containsOnlyKeys(1);
            assertThat(journal.acked).containsOnlyKeys(0, 1, 2);
            assertThat(journal.seen).containsExactly(0, 1, 2, 1);
            assertThat(topology.completed()).isTrue();
        }
    }

    @Test
    void anExceptionFailsTheTupleAndTheBoltGoesOn() {
        Journal journal = Journal.fresh("exception");
        builder.setSpout("numbers", new NumberSpout("exception", 10, true));
        builder.setBolt("throws", TestBolts.basic((input, out) -> {
                    if (input.getInt(0) == 4 && Journal.of("exception").failed.isEmpty()) {
                        throw new IllegalStateException("four");
                    }
                    Journal.of("exception").seen.add(input.get(0));
                }))
                .shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 10, LONG))
                    .isTrue();
            assertThat(journal.failed).containsOnlyKeys(4);
            assertThat(journal.seen).containsExactly(0, 1, 2, 3, 5, 6, 7, 8, 9, 4);
            assertThat(sum(topology, "throws", TaskMetrics::errors)).isEqualTo(1);
            assertThat(sum(topology, "throws", TaskMetrics::failed)).isEqualTo(1);
            assertThat(sum(topology, "numbers", TaskMetrics::failed)).isEqualTo(1);
        }
    }

    @Test
    void aSlowBoltHoldsUpItsSourceAndNobodyElse() {
        Journal journal = Journal.fresh("slow");
        builder.setSpout("forslow", new NumberSpout("slow", 100_000, false));
        builder.setSpout("forquick", new NumberSpout("slow", 20_000, false));
        builder.setBolt(
                        "stuck",
                        TestBolts.full(
                                (input, out, context) -> {
                                    // The emission goes to a task that never takes more than its inbox holds
                                    out.emit(input, input.get(0));
                                    out.ack(input);
                                },
                                "number"))
                .shuffle("forslow");
        builder.setBolt(
                        "never",
                        TestBolts.full((input, out, context) ->
                                Journal.of("slow").events.add("never")))
                .shuffle("stuck");
        builder.setBolt("quick", TestBolts.sink("slow")).shuffle("forquick");
        Config config = Config.empty()
                .with(TopologyKeys.INBOX, 16)
                .with(TopologyKeys.MAX_SPOUT_PENDING, 100)
                .with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofHours(1));
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(config)
                .workers(2, directory)
                .executors(2)
                .start()) {
            assertThat(topology.runUntil(() -> journal.seen.size() == 20_000, LONG))
                    .isTrue();
            topology.runUntilIdle(1_000_000);
            assertThat(sum(topology, "forslow", TaskMetrics::pending)).isEqualTo(100);
            assertThat(sum(topology, "forslow", TaskMetrics::emitted)).isEqualTo(100);
        }
    }

    @Test
    void memoryIsBoundedWhenNobodyTracks() {
        Journal.fresh("flood");
        builder.setSpout("numbers", new FloodSpout());
        builder.setBolt("pass", TestBolts.pass(), 2).shuffle("numbers");
        builder.setBolt("gate", TestBolts.basic((input, out) -> out.emit(input.get(0), new byte[1000]), "n", "bytes"))
                .shuffle("pass");
        builder.setBolt("sink", TestBolts.sink("flood")).shuffle("gate");
        Config config = Config.empty().with(TopologyKeys.INBOX, 16).with(TopologyKeys.RING_BYTES, 1L << 16);
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(config)
                .workers(5, directory)
                .start()) {
            // Task 5, the sink, is alone in worker w1
            topology.kill("w1");
            assertThat(topology.runUntilIdle(1_000_000)).isTrue();
            long emitted = sum(topology, "numbers", TaskMetrics::emitted);
            assertThat(topology.runUntilIdle(100_000)).isTrue();
            assertThat(sum(topology, "numbers", TaskMetrics::emitted)).isEqualTo(emitted);
            for (WorkerSnapshot worker : topology.snapshots()) {
                // A ring of 64 KiB holds more tuples on top of the bound: at most one record per 64 bytes
                assertThat(worker.tasks()).allMatch(task -> task.inbox() <= 16 + 1024, "inbox within its bound");
                assertThat(worker.tasks()).allMatch(task -> task.outbox() <= 1, "outbox within one call");
            }
            topology.restart("w1");
            assertThat(topology.runUntilIdle(10_000)).isFalse();
            assertThat(sum(topology, "numbers", TaskMetrics::emitted)).isGreaterThan(emitted);
        }
    }

    @Test
    void aCycleOfBoltsDoesNotDeadlockAndEndsWhenTuplesLeaveIt() {
        Journal journal = Journal.fresh("cycle");
        builder.setSpout("numbers", new NumberSpout("cycle", 500, false));
        builder.setBolt(
                        "round",
                        TestBolts.full(
                                (input, out, context) -> {
                                    int round = input.sourceComponent().equals("numbers") ? 0 : input.getInt(1) + 1;
                                    if (round < 20) {
                                        out.emit(input, input.get(0), round);
                                    } else {
                                        Journal.of("cycle").seen.add(input.get(0));
                                    }
                                    out.ack(input);
                                },
                                "number",
                                "round"),
                        3)
                .shuffle("numbers")
                .fields("back", "number");
        builder.setBolt(
                        "back",
                        TestBolts.basic((input, out) -> out.emit(input.get(0), input.get(1)), "number", "round"),
                        3)
                .shuffle("round");
        Config config = Config.empty().with(TopologyKeys.INBOX, 4).with(TopologyKeys.RING_BYTES, 1L << 16);
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(config)
                .workers(3, directory)
                .seed(5)
                .start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 500, LONG))
                    .isTrue();
            assertThat(journal.seen).hasSize(500);
            assertThat(journal.failed).isEmpty();
        }
    }

    @Test
    void longChainsAndLoopsOnOneExecutorDoNotOverflowTheStack() {
        Journal journal = Journal.fresh("chain");
        builder.setSpout("numbers", new NumberSpout("chain", 100, false));
        String before = "numbers";
        for (int i = 0; i < 300; i++) {
            builder.setBolt(
                            "b" + i,
                            TestBolts.basic(
                                    (input, out) -> {
                                        if (input.getInt(0) % 10 == 0) {
                                            Journal.of("chain").depth(frames());
                                        }
                                        out.emit(input.get(0));
                                    },
                                    "number"))
                    .shuffle(before);
            before = "b" + i;
        }
        builder.setBolt(
                        "loop",
                        TestBolts.full(
                                (input, out, context) -> {
                                    int left = input.sourceComponent().equals("loop") ? input.getInt(1) : 10_000;
                                    if (left > 0) {
                                        out.emit(input, input.get(0), left - 1);
                                    } else {
                                        Journal.of("chain").seen.add(input.get(0));
                                    }
                                    out.ack(input);
                                },
                                "number",
                                "left"))
                .shuffle(before)
                .shuffle("loop");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 100, LONG))
                    .isTrue();
            assertThat(journal.seen).hasSize(100);
            // Only some of the 300 bolts in a chain may be on the stack at a time
            assertThat(journal.deepest).isLessThan(500);
        }
    }

    /** Returns the depth of the calling thread's stack. To walk it takes as long as dozens of tuples. */
    private static int frames() {
        return Math.toIntExact(StackWalker.getInstance().walk(Stream::count));
    }

    @Test
    void aTupleWithManyAnchorsBelongsToAllTheirTrees() {
        Journal journal = Journal.fresh("anchors");
        builder.setSpout("numbers", new NumberSpout("anchors", 40, true));
        builder.setBolt("collect", new Collecting(10)).global("numbers");
        builder.setBolt("again", TestBolts.pass(), 2).all("collect");
        builder.setBolt("sink", TestBolts.basic((input, out) -> {
                    Journal.of("anchors").seen.add(input.get(0));
                    if (Journal.of("anchors").seen.size() == 3) {
                        throw new IllegalStateException("fails the trees of one batch");
                    }
                }))
                .global("again");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2, directory).start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 40, LONG))
                    .isTrue();
            assertThat(journal.failed).hasSize(10);
            assertThat(journal.acked.values()).allMatch(times -> times == 1);
        }
    }

    @Test
    void atMostOnceAcksWhatWasHandedOverAndTracksNothing() {
        builder.setSpout("numbers", Spouts.of("number", List.of()));
        builder.setBolt("throws", TestBolts.basic((input, out) -> {
                    throw new IllegalStateException();
                }))
                .shuffle("numbers");
        try (TopologyTest test = TopologyTest.of(builder.build())
                .config(Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE))
                .replaceSpout("numbers")
                .start()) {
            IntStream.range(0, 50).forEach(number -> test.feed("numbers", number));
            test.run();
            assertThat(test.acked("numbers")).hasSize(50);
            assertThat(test.failed("numbers")).isEmpty();
            assertThat(test.errors("throws")).hasSize(50);
        }
    }

    @Test
    void ticksComeInTime() {
        Journal journal = Journal.fresh("ticks");
        builder.setSpout("numbers", new NumberSpout("ticks", 1, false));
        builder.setBolt("ticking", TestBolts.full((input, out, context) -> {
                    if (input.isTick()) {
                        Journal.of("ticks").seen.add(context.nanoTime());
                        Journal.of("ticks").events.add(input.sourceStream());
                    }
                    out.ack(input);
                }))
                .shuffle("numbers")
                .tickEvery(Duration.ofMillis(100));
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            long start = topology.nanoTime();
            topology.advance(Duration.ofSeconds(1));
            List<Object> due = new ArrayList<>();
            IntStream.rangeClosed(1, 10).forEach(tick -> due.add(start + tick * 100_000_000L));
            assertThat(journal.seen).isEqualTo(due);
            assertThat(journal.events).contains(Streams.TICK);
            assertThat(sum(topology, "ticking", TaskMetrics::acked)).isEqualTo(1);
        }
    }

    @Test
    void aKilledWorkerMakesItsTreesFailAtOnceAndTheRunEnds() {
        Journal journal = Journal.fresh("killed");
        builder.setSpout("numbers", new NumberSpout("killed", 2000, true));
        builder.setBolt("pass", TestBolts.pass(), 2).fields("numbers", "number");
        builder.setBolt("sink", TestBolts.sink("killed"), 2).shuffle("pass");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofHours(1)))
                .workers(3, directory)
                .start()) {
            // Spout 1 and sink 4 are in w2, pass 2 and sink 5 in w3, pass 3 in w1
            assertThat(topology.runUntil(() -> journal.acked.size() > 200, LONG))
                    .isTrue();
            topology.kill("w3");
            topology.advance(Duration.ofMillis(5));
            assertThat(journal.acked.size()).isLessThan(2000);
            topology.restart("w3");
            assertThat(topology.runUntil(() -> journal.acked.size() == 2000, Duration.ofMinutes(1)))
                    .isTrue();
            assertThat(new HashSet<>(journal.seen))
                    .isEqualTo(IntStream.range(0, 2000).boxed().collect(Collectors.toSet()));
            assertThat(journal.acked.values()).allMatch(times -> times == 1);
        }
    }

    @Test
    void spoutsHearOfTheirLife() {
        Journal journal = Journal.fresh("life");
        builder.setSpout("numbers", new NumberSpout("life", 5, false));
        builder.setBolt("sink", TestBolts.sink("life")).shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            topology.advance(Duration.ofMillis(1));
            topology.activate(false);
            topology.advance(Duration.ofMillis(1));
            topology.activate(true);
            topology.advance(Duration.ofMillis(1));
        }
        assertThat(journal.events)
                .containsExactly("open 1", "activate", "deactivate", "activate", "deactivate", "close spout");
    }

    @Test
    void emittingToATaskThatDidNotSubscribeIsAnErrorOfTheEmitter() {
        builder.setSpout("numbers", Spouts.of("number", List.of()));
        builder.setBolt("directs", new Directing()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.basic((input, out) -> {}), 2).direct("directs", "choice");
        try (TopologyTest test =
                TopologyTest.of(builder.build()).replaceSpout("numbers").start()) {
            // Tasks 3 and 4 are sinks; number 2 goes to task 2
            IntStream.range(0, 3).forEach(number -> test.feed("numbers", number));
            test.run();
            assertThat(test.executed("sink")).extracting(tuple -> tuple.get(0)).containsExactly(0, 1);
            assertThat(test.acked("numbers")).containsExactly(0L, 1L);
            assertThat(test.failed("numbers")).containsExactly(2L);
        }
    }

    private static long sum(SteppedTopology topology, String component, ToLongFunction<TaskMetrics> of) {
        return topology.counts().stream()
                .filter(task -> task.component().equals(component))
                .mapToLong(of)
                .sum();
    }

    /** Emits one tuple anchored to every ten inputs. */
    private static final class Collecting implements Bolt {
        private static final long serialVersionUID = 1L;
        private final int batch;
        private transient List<Tuple> collected;
        private transient BoltCollector out;

        Collecting(int batch) {
            this.batch = batch;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
            collected = new ArrayList<>();
        }

        @Override
        public void execute(Tuple input) {
            collected.add(input);
            if (collected.size() == batch) {
                out.emit(collected, input.get(0));
                collected.forEach(out::ack);
                collected.clear();
            }
        }
    }

    /** Sends numbers 0 and 1 to the sinks, tasks 3 and 4, and number 2 to a task that did not subscribe. */
    private static final class Directing implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declareDirect("choice", "number");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            int number = input.getInt(0);
            out.emitDirect(number == 2 ? 2 : 3 + number, "choice", number);
        }
    }

    /** Emits untracked tuples without end. */
    private static final class FloodSpout implements Spout {
        private static final long serialVersionUID = 1L;
        private transient SpoutCollector out;
        private transient int next;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            out.emit(next++);
        }
    }
}
