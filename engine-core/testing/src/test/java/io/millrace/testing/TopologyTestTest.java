// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.Trace;
import io.millrace.api.metrics.TracePart;
import io.millrace.api.metrics.TraceSpan;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TopologyTestTest {

    @Test
    void theAuthorsSpoutRunsUnlessItIsReplaced() {
        try (TopologyTest test = TopologyTest.of(WordCount.topology()).start()) {
            test.run();
            assertThat(test.output("sentences")).containsExactly(List.of("from the author"));
            assertThat(test.acked("sentences")).hasSize(1);
            assertThat(test.executed("count")).extracting(tuple -> tuple.get(0)).contains("from", "the", "author");
            assertThatThrownBy(() -> test.feed("sentences", "more"))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("replaceSpout(\"sentences\")");
        }
    }

    @Test
    void theSameSeedGivesTheSameRunAndOthersGiveOthers() {
        assertThat(words(3)).isEqualTo(words(3));
        assertThat(Stream.iterate(1L, seed -> seed + 1)
                        .limit(10)
                        .map(TopologyTestTest::words)
                        .distinct())
                .hasSizeGreaterThan(1);
    }

    private static List<List<Object>> words(long seed) {
        try (TopologyTest test = TopologyTest.of(WordCount.topology())
                .executors(3)
                .seed(seed)
                .replaceSpout("sentences")
                .start()) {
            for (int i = 0; i < 20; i++) {
                test.feed("sentences", "a" + i + " b" + i);
            }
            test.run();
            assertThat(test.acked("sentences")).hasSize(20);
            return test.output("split");
        }
    }

    @Test
    void aSpoutThatWasQuietForLongIsFedAllTheSame() {
        try (TopologyTest test =
                TopologyTest.of(WordCount.topology()).replaceSpout("sentences").start()) {
            test.advance(Duration.ofHours(1));
            long before = test.nanoTime();
            test.feed("sentences", "a");
            test.run();
            assertThat(test.acked("sentences")).containsExactly(0L);
            assertThat(test.nanoTime() - before).isLessThanOrEqualTo(20_000_000);
        }
    }

    @Test
    void faultsBefallTheTuplesThatTheyName() {
        try (TopologyTest test =
                TopologyTest.of(WordCount.topology()).replaceSpout("sentences").start()) {
            test.inject("split", Fault.fail().nth(2).times(2));
            for (int i = 0; i < 5; i++) {
                test.feed("sentences", "s" + i);
                test.run();
            }
            assertThat(test.failed("sentences")).containsExactly(1L, 2L);
            assertThat(test.acked("sentences")).containsExactly(0L, 3L, 4L);
            assertThat(test.errors("split")).isEmpty();
            test.failNext("count");
            assertThat(test.faultsLeft()).isEqualTo(1);
            test.feed("sentences", "a b");
            test.run();
            assertThat(test.failed("sentences")).containsExactly(1L, 2L, 5L);
            assertThat(test.faultsLeft()).isZero();
            IllegalStateException cause = new IllegalStateException("two");
            test.inject("count", Fault.throwing(cause).always());
            test.feed("sentences", "a b");
            test.run();
            assertThat(test.failed("sentences")).hasSize(4);
            assertThat(test.errors("count")).containsExactly(cause, cause);
            assertThat(test.metrics().sum("count", TaskMetrics::errors)).isEqualTo(2);
            assertThat(test.faultsLeft()).isEqualTo(1);
        }
    }

    @Test
    void emissionsSayWhereTheyBelong() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.of("number", List.of(0)));
        builder.setBolt("fork", new Fork()).shuffle("numbers");
        builder.setBolt("even", Bolts.forEach(tuple -> {}))
                .subscribe("fork", "even", new io.millrace.api.Grouping.Shuffle());
        try (TopologyTest test =
                TopologyTest.of(builder.build()).replaceSpout("numbers").start()) {
            test.feed("numbers", 4);
            test.feedUntracked("numbers", 5);
            test.run();
            assertThat(test.output("fork", "even")).containsExactly(List.of(4), List.of(5));
            assertThat(test.output("fork", "odd")).containsExactly(List.of("loose"), List.of("loose"));
            Emission even = test.emissions("fork").get(0);
            assertThat(even.tracked()).isTrue();
            assertThat(even.anchors()).containsExactly(test.executed("fork").get(0));
            assertThat(test.emissions("fork").get(1).tracked()).isFalse();
            assertThat(test.emissions("numbers"))
                    .extracting(Emission::messageId)
                    .containsExactly(0L, null);
            assertThat(test.acked("numbers")).containsExactly(0L);
            // An emission that is refused never happened
            test.feed("numbers", -1);
            test.run();
            assertThat(test.emissions("fork")).hasSize(4);
            assertThat(test.errors("fork")).hasSize(1);
            assertThat(test.failed("numbers")).containsExactly(1L);
        }
    }

    @Test
    void whatIsUnderWayWhenItsSpoutDiesCountsAsFailed() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.of("number", List.of()), 2);
        builder.setBolt("forgets", new Forgets(), 2).shuffle("numbers");
        List<Path> before = scratch();
        List<Path> made;
        try (TopologyTest test = TopologyTest.of(builder.build())
                .workers(2)
                .replaceSpout("numbers")
                .start()) {
            made = scratch();
            made.removeAll(before);
            assertThat(made).isNotEmpty();
            test.feed("numbers", 0);
            test.feed("numbers", 1);
            test.run();
            assertThat(test.pending("numbers")).containsExactlyInAnyOrder(0L, 1L);
            test.kill(test.workersOf("numbers").get(0));
            assertThat(test.failed("numbers")).containsExactly(0L);
            test.run();
            assertThat(test.failed("numbers")).containsExactly(0L, 1L);
            test.feed("numbers", 2);
            test.run();
            assertThat(test.pending("numbers")).isEmpty();
            test.restart(test.workersOf("numbers").get(0));
            test.run();
            assertThat(test.pending("numbers")).containsExactly(2L);
            assertThatThrownBy(() -> test.restart("w1")).hasMessageContaining("w1 was not killed");
            assertThatThrownBy(() -> test.kill("w9")).hasMessageContaining("w9 does not run");
            test.kill("w1");
            test.kill("w2");
            test.advance(Duration.ofMinutes(1));
        }
        assertThat(made).noneMatch(Files::exists);
    }

    /** Returns the directories whose rings this process has mapped, as others may run this test too. */
    private static List<Path> scratch() throws IOException {
        String mapped = Files.readString(Path.of("/proc/self/maps"));
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return new ArrayList<>(
                    files.filter(file -> file.getFileName().toString().startsWith("millrace-stepped"))
                            .filter(file -> mapped.contains(file + "/"))
                            .toList());
        }
    }

    @Test
    void inactiveSpoutsKeepWhatTheyAreFed() {
        try (TopologyTest test =
                TopologyTest.of(WordCount.topology()).replaceSpout("sentences").start()) {
            test.activate(false);
            test.feed("sentences", "a");
            test.run();
            assertThat(test.output("sentences")).isEmpty();
            test.activate(true);
            test.run();
            assertThat(test.acked("sentences")).containsExactly(0L);
            test.forget();
            assertThat(test.acked("sentences")).isEmpty();
            assertThat(test.output("split")).isEmpty();
        }
    }

    @Test
    void spoutsOfAnInactiveTopologyWaitToBeActivated() {
        try (TopologyTest test = TopologyTest.of(WordCount.topology())
                .replaceSpout("sentences")
                .config(Config.empty().with(TopologyKeys.INACTIVE, true))
                .start()) {
            test.feed("sentences", "a");
            test.run();
            assertThat(test.output("sentences")).isEmpty();
            test.activate(true);
            test.run();
            assertThat(test.acked("sentences")).containsExactly(0L);
        }
    }

    @Test
    void componentsReadResourcesOfTheClassPathAndNothingElse() {
        AtomicReference<TaskContext> context = new AtomicReference<>();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("asks", new Asks());
        Asks.asked = context::set;
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            test.run();
            assertThat(context.get().resource("stop-words.txt")).hasContent("the");
            assertThat(context.get().resource(""))
                    .isDirectory()
                    .isEqualTo(context.get().resource("stop-words.txt").getParent());
            for (String wrong : List.of("absent.txt", "../logback-test.xml", "/etc")) {
                assertThatThrownBy(() -> context.get().resource(wrong))
                        .isInstanceOf(TopologyException.class)
                        .hasMessageContaining("component 'asks' asks for the resource '" + wrong + "'");
            }
        }
    }

    /** A spout that hands out its context. */
    private static final class Asks implements Spout {
        private static final long serialVersionUID = 1L;
        private static Consumer<TaskContext> asked;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("nothing");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {
            asked.accept(context);
            out.finish();
        }

        @Override
        public void nextTuple() {}
    }

    @Test
    void aComponentThatCannotOpenIsNamedWithTheCause() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("broken", new Broken());
        assertThatThrownBy(() -> TopologyTest.of(builder.build()).workers(2).start())
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("component 'broken', task 1 cannot start")
                .hasRootCauseMessage("no source");
    }

    @Test
    void aSpoutThatNeverRestsIsNamed() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("endless", new Endless());
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            assertThatThrownBy(test::run).hasMessageContaining("does not come to rest");
            int emitted = test.output("endless").size();
            assertThat(test.runUntil(() -> test.emissions("endless").size() > emitted, Duration.ofSeconds(1)))
                    .isTrue();
        }
    }

    @Test
    void mistakesOfTheTestAreNamed() {
        TopologyTest.Builder builder = TopologyTest.of(WordCount.topology());
        assertThatThrownBy(() ->
                        builder.config(Config.empty().with("topology.sed", 1)).start())
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("topology.seed");
        builder.config(Config.empty().with(TopologyKeys.MAX_SPOUT_PENDING, 1));
        assertThatThrownBy(() -> TopologyTest.of(WordCount.topology())
                        .replaceSpout("split")
                        .start())
                .hasMessageContaining("'split' is a bolt");
        assertThatThrownBy(
                        () -> TopologyTest.of(WordCount.topology()).workers(0).start())
                .hasMessageContaining("workers");
        try (TopologyTest test = builder.replaceSpout("sentences").start()) {
            assertThatThrownBy(() -> test.feed("sentences", 1, 2)).hasMessageContaining("2 values were fed");
            assertThatThrownBy(() -> test.feedTo("sentences", "other", 1)).hasMessageContaining("[default, failed]");
            assertThatThrownBy(() -> test.feedDirect("sentences", 3, "default", 1))
                    .hasMessageContaining("not direct");
            assertThatThrownBy(() -> test.output("splitt")).hasMessageContaining("[sentences, split, count]");
            assertThatThrownBy(() -> test.acked("split")).hasMessageContaining("is a bolt");
            assertThatThrownBy(() -> test.output("split", "x")).hasMessageContaining("it has [default]");
            assertThatThrownBy(() -> test.advance(Duration.ofSeconds(-1))).hasMessageContaining("PT-1S");
            assertThatThrownBy(() -> Fault.fail().nth(0)).hasMessageContaining("at least 1");
            test.feed("sentences", new Object());
            assertThatThrownBy(test::run).hasMessageContaining("java.lang.Object");
            assertThat(test.pending("sentences")).isEmpty();
        }
    }

    private static final class Fork implements Bolt {
        private static final long serialVersionUID = 1L;
        private transient BoltCollector out;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declareStream("even", "number");
            declarer.declareStream("odd", "number");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            if (input.getInt(0) < 0) {
                out.emitTo("nowhere", List.of(input), 1);
            }
            out.emitTo("even", List.of(input), input.get(0));
            out.emitTo("odd", List.of(), "loose");
            out.ack(input);
        }
    }

    private static final class Forgets implements Bolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(TaskContext context, BoltCollector out) {}

        @Override
        public void execute(Tuple input) {}
    }

    private static final class Broken implements Spout {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {
            throw new IllegalStateException("no source");
        }

        @Override
        public void nextTuple() {}
    }

    private static final class Endless implements Spout {
        private static final long serialVersionUID = 1L;
        private transient SpoutCollector out;

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
            out.emit(1);
        }
    }

    /** A spout of a reading of one sensor in each second. */
    private static final class Readings implements Spout {

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
            out.emit("s1", 1_000 * next++);
            out.idleUntil(context.nanoTime() + 1_000_000_000);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("sensor", "time");
        }
    }

    @Test
    void theTracesOfResultsOfWindowsHaveTheTimeSinceTheLastInput() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("readings", new Readings()).eventTime("time", Duration.ofSeconds(2));
        builder.setBolt(
                        "perSensor",
                        Bolts.window(Windows.tumbling(Duration.ofSeconds(5)), "sensor")
                                .eventTime("time")
                                .aggregate("readings", Aggregates.count()))
                .fields("readings", "sensor");
        builder.setBolt("sink", Bolts.forEach(tuple -> {})).shuffle("perSensor");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            test.advance(Duration.ofSeconds(30));

            List<Trace> traces = test.traces().traces();
            // The second 7 ends the window of the seconds 0 to 4
            assertThat(traces).hasSizeBetween(4, 5).allSatisfy(trace -> {
                assertThat(trace.spans())
                        .extracting(TraceSpan::component)
                        .containsExactly("readings", "perSensor", "sink");
                assertThat((double) trace.latencyNanos()).isBetween(2.9e9, 3.2e9);
                assertThat((double) trace.nanos(TracePart.OTHER))
                        .isBetween(0.99 * trace.latencyNanos(), 1.0 * trace.latencyNanos());
            });
        }
    }
}
