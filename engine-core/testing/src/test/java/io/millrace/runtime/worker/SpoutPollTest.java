// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * When a spout is called that only looks whether there is something ({@code topology.spout.poll}), to the nanosecond of
 * a simulated clock.
 */
@Timeout(60)
class SpoutPollTest {

    private static final Duration POLL = Duration.ofMillis(10);
    private static final Duration SHORTEST = POLL.dividedBy(8);

    /** The times of the calls of nextTuple. */
    private static final List<Long> CALLS = new ArrayList<>();

    private static final Queue<Integer> FOUND = new ArrayDeque<>();
    private static final List<Tuple> TAKEN = new ArrayList<>();
    private static TaskContext source;
    private static TaskContext sink;
    private static BoltCollector sinkOut;

    private final TopologyBuilder builder = new TopologyBuilder();
    private final SpoutDeclarer declarer = builder.setSpout("source", new Looking());
    private Config config = Config.empty().with(TopologyKeys.SPOUT_POLL, POLL);

    @BeforeEach
    void forget() {
        CALLS.clear();
        FOUND.clear();
        TAKEN.clear();
    }

    /** Starts the topology and lets the spout be called for the first time, and as long as it finds something. */
    private SteppedTopology start() {
        builder.setBolt("sink", new Keeping()).shuffle("source");
        SteppedTopology topology =
                SteppedTopology.of(builder.build()).config(config).start();
        rest(topology);
        return topology;
    }

    /** Lets all do what is to be done at this time. */
    private static void rest(SteppedTopology topology) {
        assertThat(topology.runUntilIdle(10_000)).isTrue();
    }

    /** Returns the milliseconds of the calls since the first one. */
    private static List<Double> calls() {
        return CALLS.stream().map(each -> (each - CALLS.get(0)) / 1e6).toList();
    }

    private static void inSink(SteppedTopology topology, Consumer<BoltCollector> command) {
        sink.execute(() -> command.accept(sinkOut));
        rest(topology);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatFindsNothingIsAskedAfterAQuarterOfThatTimeAndAtMostAtThisPace(boolean blocking) {
        if (blocking) {
            declarer.blocking();
        }
        try (SteppedTopology topology = start()) {
            topology.advance(Duration.ofMillis(10));
            assertThat(calls()).containsExactly(0.0, 1.25, 2.5, 3.75, 5.0, 6.25, 7.8125, 9.765625);
            topology.advance(Duration.ofMillis(50));
            CALLS.clear();
            topology.advance(Duration.ofMinutes(1));
            assertThat(CALLS).hasSize(6_000);
        }
    }

    @Test
    void aComponentHasAPaceOfItsOwn() {
        declarer.set("topology.spout.poll", "80 us");
        try (SteppedTopology topology = start()) {
            topology.advance(Duration.ofNanos(30_000));
            assertThat(calls()).containsExactly(0.0, 0.01, 0.02, 0.03);
        }
    }

    @Test
    void byDefaultItIsAskedEachMillisecondIfItHasLongHadNothing() {
        config = Config.empty();
        try (SteppedTopology topology = start()) {
            topology.advance(Duration.ofMillis(10));
            CALLS.clear();
            topology.advance(Duration.ofMillis(3));
            assertThat(CALLS).hasSize(3);
            assertThat(calls()).containsExactly(0.0, 1.0, 2.0);
        }
    }

    @Test
    void whatFindsSomethingIsAskedAgainAtOnce() {
        try (SteppedTopology topology = start()) {
            FOUND.addAll(List.of(1, 2, 3));
            topology.advance(Duration.ofMillis(1));
            assertThat(TAKEN).isEmpty();
            topology.advance(Duration.ofNanos(1_500_000));
            assertThat(TAKEN).hasSize(3);
            assertThat(calls()).containsExactly(0.0, 1.25, 1.25, 1.25, 1.25, 2.5);
        }
    }

    @Test
    void whatFindsSomethingAfterALongTimeIsAskedOftenAgain() {
        try (SteppedTopology topology = start()) {
            topology.advance(Duration.ofSeconds(1));
            FOUND.add(1);
            topology.advance(POLL);
            assertThat(TAKEN).hasSize(1);
            CALLS.clear();
            topology.advance(Duration.ofNanos(3_750_000));
            assertThat(CALLS).hasSize(3);
            assertThat(calls()).containsExactly(0.0, 1.25, 2.5);
        }
    }

    @Test
    void aCommandWakesItAtOnceAndThePaceGoesOnFromThere() {
        try (SteppedTopology topology = start()) {
            topology.advance(Duration.ofMillis(4));
            FOUND.add(1);
            source.execute(() -> {});
            rest(topology);
            assertThat(TAKEN).hasSize(1);
            topology.advance(SHORTEST);
            assertThat(calls()).containsExactly(0.0, 1.25, 2.5, 3.75, 4.0, 4.0, 5.25);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theEndOfATreeWakesItAtOnce(boolean acked) {
        FOUND.add(1);
        try (SteppedTopology topology = start()) {
            topology.advance(Duration.ofMillis(4));
            inSink(topology, out -> {
                if (acked) {
                    out.ack(TAKEN.get(0));
                } else {
                    out.fail(TAKEN.get(0));
                }
            });
            topology.advance(SHORTEST);
            assertThat(calls()).containsExactly(0.0, 0.0, 1.25, 2.5, 3.75, 4.0, 5.25);
        }
    }

    @Test
    void itsActivationWakesItAtOnce() {
        try (SteppedTopology topology = start()) {
            topology.activate(false);
            topology.advance(Duration.ofMillis(33));
            topology.activate(true);
            rest(topology);
            topology.activate(false);
            topology.advance(Duration.ofMillis(4));
            topology.activate(true);
            topology.advance(Duration.ofMillis(10));
            assertThat(calls()).containsExactly(0.0, 33.0, 37.0, 46.25);
        }
    }

    @Test
    void whatHasTooMuchPendingIsNotAskedAndThenAtOnce() {
        config = config.with(TopologyKeys.MAX_SPOUT_PENDING, 1);
        FOUND.addAll(List.of(1, 2, 3));
        try (SteppedTopology topology = start()) {
            topology.advance(Duration.ofMillis(33));
            inSink(topology, out -> out.ack(TAKEN.get(0)));
            topology.advance(Duration.ofMillis(4));
            inSink(topology, out -> out.ack(TAKEN.get(1)));
            assertThat(calls()).containsExactly(0.0, 33.0, 37.0);
            assertThat(TAKEN).hasSize(3);
        }
    }

    @Test
    void whatIsHeldBackByAFullInboxIsNotAskedAndThenAtOnce() {
        config = config.with(TopologyKeys.INBOX, 1);
        Collections.addAll(FOUND, 1, 2, 3, 4, 5, 6);
        try (SteppedTopology topology = start()) {
            inSink(topology, BoltCollector::pauseInput);
            Collections.addAll(FOUND, 7, 8, 9);
            topology.advance(POLL);
            int before = CALLS.size();
            assertThat(FOUND).as("what the spout was not asked for").isNotEmpty();
            topology.advance(Duration.ofMillis(35));
            assertThat(CALLS).hasSize(before);
            inSink(topology, BoltCollector::resumeInput);
            assertThat(TAKEN).hasSize(9);
            assertThat(calls().subList(before, CALLS.size())).isNotEmpty().containsOnly(45.0);
        }
    }

    @Test
    void requestsThatWereGivenUpDoNotMakeTheNextOnesWait() {
        builder.setSpout("requests", Spouts.fed(Fields.of("number")));
        builder.setBolt("answer", Bolts.forEach(tuple -> TAKEN.add(tuple))).shuffle("requests");
        try (SteppedTopology topology = start()) {
            for (int i = 0; i < 1_000; i++) {
                CompletableFuture<?> asked =
                        topology.function("requests").ask(i).toCompletableFuture();
                asked.cancel(true);
            }
            topology.feed("requests").offer(7);
            rest(topology);
            assertThat(TAKEN).singleElement().extracting(tuple -> tuple.get(0)).isEqualTo(7);
        }
    }

    /** Emits what there is, one in each call, and never says when it has something again. */
    private static final class Looking implements Spout {

        private static final long serialVersionUID = 1L;

        private transient SpoutCollector out;

        @Override
        public void declareOutputs(OutputDeclarer outputs) {
            outputs.declare("number");
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            source = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            CALLS.add(source.nanoTime());
            Integer next = FOUND.poll();
            if (next != null) {
                out.emitTracked(next, next);
            }
        }
    }

    /** Keeps its inputs, neither acked nor failed. */
    private static final class Keeping implements Bolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            sink = task;
            sinkOut = collector;
        }

        @Override
        public void execute(Tuple input) {
            TAKEN.add(input);
        }
    }
}
