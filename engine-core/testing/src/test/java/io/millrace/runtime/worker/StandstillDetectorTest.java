// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.StuckSpout;
import io.millrace.log.LogLines;
import io.millrace.operators.Bolts;
import io.millrace.operators.async.AsyncFunction;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.testing.stepped.SteppedTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A spout that stands still because of its pending trees, and the bolts that are named for it. */
@Timeout(60)
class StandstillDetectorTest {

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    @TempDir
    Path directory;

    @RegisterExtension
    private final LogLines log = LogLines.of("io.millrace.runtime.standstill.StandstillDetector");

    private final TopologyBuilder builder = new TopologyBuilder();

    private static final class Waiting implements AsyncFunction<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public CompletableFuture<String> call(Tuple input) {
            return new CompletableFuture<>();
        }
    }

    /** Takes an input every eight seconds. */
    private static final class Slow implements Bolt {
        private static final long serialVersionUID = 1L;
        private transient TaskContext context;
        private transient BoltCollector out;

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            out.ack(input);
            out.pauseInput();
            context.executeAt(context.nanoTime() + Duration.ofSeconds(8).toNanos(), out::resumeInput);
        }
    }

    private void views(int number) {
        builder.setSpout(
                "views", new CallSpout("still", number, 1, (out, next, context) -> out.emitTracked(next, next)));
    }

    private SteppedTopology start(int workers, int nodes) {
        return start(workers, nodes, 100, Guarantee.AT_LEAST_ONCE);
    }

    private SteppedTopology start(int workers, int nodes, int pending, Guarantee guarantee) {
        Journal.fresh("still");
        return SteppedTopology.of(builder.build())
                .config(Config.empty()
                        .with(TopologyKeys.GUARANTEE, guarantee)
                        .with(TopologyKeys.MAX_SPOUT_PENDING, pending)
                        .with(TopologyKeys.STANDSTILL_WARNING, Duration.ofSeconds(5))
                        .with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofMinutes(2)))
                .workers(workers, directory)
                .nodes(nodes, Duration.ofMillis(1))
                .start();
    }

    private List<String> lines() {
        return log.all();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theBoltThatHoldsItsTuplesIsNamedWhereverItRuns(int workers) {
        views(1_000);
        builder.setBolt("pass", TestBolts.pass()).shuffle("views");
        builder.setBolt("hold", TestBolts.full((input, out, context) -> {}), 2).shuffle("pass");
        // The bolt acks its inputs, and is not named
        builder.setBolt("count", TestBolts.sink("still")).shuffle("pass");
        try (SteppedTopology topology = start(workers, workers == 3 ? 3 : 1)) {
            topology.advance(Duration.ofSeconds(4));
            assertThat(topology.metrics().stuckSpouts()).isEmpty();
            topology.advance(Duration.ofSeconds(6));

            assertThat(topology.metrics().stuckSpouts()).hasSize(1).allSatisfy(spout -> {
                assertThat(spout.component()).isEqualTo("views");
                assertThat(spout.pending()).isEqualTo(100);
                assertThat(spout.seconds()).isBetween(5L, 10L);
                assertThat(spout.holders()).containsExactly(new StuckSpout.Holder("hold", List.of(3, 4), 100, false));
            });
            assertThat(lines())
                    .singleElement()
                    .asString()
                    .matches("spout views task 1 has stood still for [56] s: its 100 pending tuples"
                            + " \\(topology.max.spout.pending\\) are held by bolt hold \\(tasks 3, 4: 100 inputs"
                            + " neither acked nor failed\\): ack inputs when they are in a state"
                            + " \\(docs/windows.md\\), or raise topology.max.spout.pending");
        }
    }

    @Test
    void whenItMovesAgainNobodyIsNamed() {
        views(1_000);
        builder.setBolt("hold", holdsFor(Duration.ofSeconds(12))).shuffle("views");
        try (SteppedTopology topology = start(1, 1)) {
            topology.advance(TEN_SECONDS);
            assertThat(topology.metrics().stuckSpouts()).hasSize(1);
            topology.advance(Duration.ofSeconds(4));
            assertThat(topology.metrics().stuckSpouts()).isEmpty();
            topology.advance(Duration.ofSeconds(7));
            assertThat(topology.metrics().stuckSpouts()).as("again").hasSize(1);
            assertThat(lines()).as("at most once a minute").hasSize(1);
        }
    }

    /** Returns a bolt that keeps inputs for a time and acks them together. */
    private static Bolt holdsFor(Duration time) {
        List<Tuple> held = new ArrayList<>();
        long nanos = time.toNanos();
        return TestBolts.full((input, out, context) -> {
            if (held.isEmpty()) {
                context.executeAt(context.nanoTime() + nanos, () -> {
                    held.forEach(out::ack);
                    held.clear();
                });
            }
            held.add(input);
        });
    }

    @Test
    void callsThatAreOutstandingAreNamedAsSuch() {
        views(1_000);
        builder.setBolt("geo", Bolts.async("place", new Waiting(), 60, Duration.ofMinutes(1)))
                .shuffle("views");
        try (SteppedTopology topology = start(2, 1)) {
            topology.advance(TEN_SECONDS);
            assertThat(topology.metrics().stuckSpouts())
                    .extracting(StuckSpout::summary)
                    .singleElement()
                    .asString()
                    .matches("views task 1 has stood still for \\d+ s: its tuples are held by bolt geo"
                            + " \\(task 2: 60 calls outstanding\\)");
            assertThat(lines().get(0))
                    .endsWith("let the calls end sooner (Bolts.async has a time-out), or raise"
                            + " topology.max.spout.pending");
        }
    }

    @Test
    void manyHoldersAreAddedUp() {
        views(1_000);
        builder.setBolt("hold", TestBolts.full((input, out, context) -> {}), 80).shuffle("views");
        try (SteppedTopology topology = start(1, 1, 160, Guarantee.AT_LEAST_ONCE)) {
            topology.advance(TEN_SECONDS);
            StuckSpout stuck = topology.metrics().stuckSpouts().get(0);
            assertThat(stuck.holders().stream()
                            .mapToLong(StuckSpout.Holder::inputs)
                            .sum())
                    .isEqualTo(160);
            assertThat(stuck.summary())
                    .contains(
                            "bolt hold (tasks 2, 3, 4, 5, 6, 7, 8, 9 and 56 more: 128 inputs neither acked nor failed)"
                                    + " and other bolts (32 inputs neither acked nor failed)");
        }
    }

    @Test
    void aSlowBoltIsNoHolder() {
        views(1_000);
        builder.setBolt("slow", new Slow()).shuffle("views");
        try (SteppedTopology topology = start(1, 1)) {
            topology.advance(Duration.ofSeconds(30));
            assertThat(topology.metrics().stuckSpouts()).isEmpty();
            assertThat(lines()).isEmpty();
        }
    }

    @Test
    void aBoltThatCannotBeReachedIsNamed() {
        views(1_000);
        builder.setBolt("pass", TestBolts.pass()).shuffle("views");
        try (SteppedTopology topology = start(2, 2)) {
            topology.separate("w1", "w2");
            topology.advance(TEN_SECONDS);
            assertThat(topology.metrics().stuckSpouts())
                    .extracting(StuckSpout::summary)
                    .singleElement()
                    .asString()
                    .matches("views task 1 has stood still for \\d+ s: its tuples are held by bolt pass"
                            + " \\(task 2: does not answer\\)");
            topology.unite("w1", "w2");
            topology.advance(TEN_SECONDS);
            assertThat(topology.metrics().stuckSpouts()).isEmpty();
        }
    }

    @Test
    void tuplesThatNobodyHoldsAreLost() {
        views(1_000);
        builder.setBolt("loses", TestBolts.full((input, out, context) -> {
                    // The edge is that of a tuple of the tree that seems to have been sent, and did not arrive
                    ((DataTuple) input).addChild(42);
                    out.ack(input);
                }))
                .shuffle("views");
        try (SteppedTopology topology = start(2, 2)) {
            topology.advance(TEN_SECONDS);
            assertThat(topology.metrics().stuckSpouts())
                    .extracting(StuckSpout::holders)
                    .containsExactly(List.of());
            assertThat(lines())
                    .singleElement()
                    .asString()
                    .matches("spout views task 1 has stood still for [56] s: no"
                            + " task holds its 100 pending tuples \\(topology.max.spout.pending\\): they time out after"
                            + " topology.message.timeout");
        }
    }

    @Test
    void aSpoutThatMayEmitIsNotStuckAndNoneIsAtMostOnce() {
        views(99);
        builder.setBolt("hold", TestBolts.full((input, out, context) -> {})).shuffle("views");
        try (SteppedTopology topology = start(1, 1)) {
            topology.advance(TEN_SECONDS);
            assertThat(topology.metrics().stuckSpouts()).isEmpty();
        }
        try (SteppedTopology topology = start(1, 1, 10, Guarantee.AT_MOST_ONCE)) {
            topology.advance(TEN_SECONDS);
            assertThat(topology.metrics().stuckSpouts()).isEmpty();
        }
        assertThat(lines()).isEmpty();
    }
}
