// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.CommittingBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.operators.batch.BatchEmitter;
import io.millrace.operators.batch.BatchErrors;
import io.millrace.operators.batch.BatchingBolt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches with real sources, groupings, snapshots and guarantees, in simulated time. */
@Timeout(60)
class BatchesInTopologyTest {

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final long MUCH = 1 << 20;

    /** Emits the next number every 10 ms, or one that was due earlier. */
    private static final class Numbers implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        private final Duration late;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;

        Numbers(Duration late) {
            this.late = late;
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            out.intendedAt(context.nanoTime() - late.toNanos());
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

    private static void copy(List<Tuple> batch, BatchEmitter out) {
        for (Tuple tuple : batch) {
            out.emitFor(tuple, tuple.get(0));
        }
    }

    private static BatchingBolt copying(int count, Duration wait) {
        return Bolts.batch(Fields.of("number"), count, MUCH, wait, BatchesInTopologyTest::copy);
    }

    /** Emits each number with the count of numbers before it. */
    private static final class Count implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> SEEN =
                StateSpec.value("seen", Long.class).perTask();

        private transient ValueState<Long> seen;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(SEEN);
        }

        @Override
        public void prepare(TaskContext context) {
            seen = context.state(SEEN);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            out.emit(input.getLong("number"), seen.getOr(0L));
            seen.set(seen.getOr(0L) + 1);
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number", "before");
        }
    }

    @Test
    void aBarrierClosesTheBatch() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(Duration.ZERO));
        builder.setBolt("batch", copying(1_000, LONG)).shuffle("numbers");
        builder.setBolt("count", new Count()).global("batch");
        try (TopologyTest test = TopologyTest.of(builder.build())
                .config(Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE))
                .executors(2)
                .start()) {
            test.advance(Duration.ofMillis(95));
            assertThat(test.output("batch")).isEmpty();
            test.snapshot();
            int first = test.output("count").size();
            assertThat(first).isPositive();
            test.advance(Duration.ofMillis(95));
            assertThat(test.output("count")).hasSize(first);
            test.crash();
            test.restore();
            test.advance(LONG);
            // A tuple that the snapshot left in a batch would be missing, and a tuple after it would be counted twice
            assertThat(test.output("count"))
                    .hasSizeGreaterThan(first)
                    .allSatisfy(row -> assertThat(row.get(1)).isEqualTo(row.get(0)));
        }
    }

    /** Notes its calls in a list that the test reads. */
    private static final class Ledger implements BatchBolt, CommittingBolt {

        private static final long serialVersionUID = 1L;
        private static final List<String> CALLS = new ArrayList<>();

        @Override
        public void execute(List<Tuple> batch, BatchEmitter out) {
            CALLS.add("execute " + batch.size());
        }

        @Override
        public Object prepare(long snapshotId) {
            CALLS.add("prepare");
            return "handle";
        }

        @Override
        public void commit(long snapshotId) {
            CALLS.add("commit");
        }

        @Override
        public void recover(long generation, List<Prepared> prepared) {
            CALLS.add("recover " + prepared.size());
        }
    }

    @Test
    void aFunctionThatCommitsIsPreparedBehindItsBatch() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(Duration.ZERO));
        builder.setBolt("batch", Bolts.batch(1_000, MUCH, LONG, new Ledger())).shuffle("numbers");
        Ledger.CALLS.clear();
        try (TopologyTest test = TopologyTest.of(builder.build())
                .config(Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE))
                .start()) {
            test.advance(Duration.ofMillis(45));
            test.snapshot();
            assertThat(Ledger.CALLS).containsExactly("recover 0", "execute 5", "prepare", "commit");
        }
    }

    @Test
    void theAgeCountsFromTheIntendedTime() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(Duration.ofSeconds(4)));
        builder.setBolt("batch", copying(100_000, Duration.ofSeconds(5))).shuffle("numbers");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            test.advance(Duration.ofMillis(900));
            assertThat(test.output("batch")).isEmpty();
            test.advance(Duration.ofMillis(100));
            assertThat(test.output("batch")).hasSizeBetween(95, 102);
        }
    }

    @Test
    void aBatchThatIsLateTakesAlongWhatWaits() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(LONG));
        builder.setBolt(
                        "size",
                        Bolts.batch(
                                Fields.of("size"), 1_000, MUCH, Duration.ZERO, (batch, out) -> out.emit(batch.size())))
                .blocking()
                .shuffle("numbers");
        try (TopologyTest test = TopologyTest.of(builder.build())
                .replaceSpout("numbers")
                .executors(2)
                .start()) {
            for (long i = 0; i < 500; i++) {
                test.feed("numbers", i);
            }
            test.run();
            assertThat(test.output("size").stream()
                            .mapToInt(row -> (Integer) row.get(0))
                            .sum())
                    .isEqualTo(500);
            assertThat(test.output("size")).hasSizeLessThan(250);
            assertThat(test.acked("numbers")).hasSize(500);
        }
    }

    @Test
    void eachTupleIsExecutedOnceInOrderWhateverTheOrderOfTurns() {
        List<List<Object>> all = IntStream.range(0, 300)
                .<List<Object>>mapToObj(i -> List.of((long) i))
                .toList();
        for (int seed = 1; seed <= 12; seed++) {
            for (Guarantee guarantee : List.of(Guarantee.AT_MOST_ONCE, Guarantee.AT_LEAST_ONCE)) {
                TopologyBuilder builder = new TopologyBuilder();
                builder.setSpout("numbers", new Numbers(Duration.ZERO));
                builder.setBolt("batch", copying(1 + seed, Duration.ofMillis(seed % 3)))
                        .global("numbers");
                builder.setBolt("copy", Bolts.map("number", tuple -> tuple.get(0)))
                        .global("batch");
                try (TopologyTest test = TopologyTest.of(builder.build())
                        .config(Config.empty().with(TopologyKeys.GUARANTEE, guarantee))
                        .replaceSpout("numbers")
                        .seed(seed)
                        .workers(1 + seed % 2)
                        .executors(1 + seed / 2 % 2)
                        .start()) {
                    for (long i = 0; i < 300; i++) {
                        test.feed("numbers", i);
                    }
                    test.run();
                    test.advance(Duration.ofSeconds(1));
                    assertThat(test.output("copy"))
                            .as("seed %s, %s", seed, guarantee)
                            .isEqualTo(all);
                    assertThat(test.failed("numbers")).isEmpty();
                }
            }
        }
    }

    @Test
    void onlyTheTreeOfThePoisonousTupleFails() {
        Topology topology = poisonous();
        try (TopologyTest test =
                TopologyTest.of(topology).replaceSpout("numbers").executors(2).start()) {
            for (long i = 0; i < 100; i++) {
                test.feed("numbers", i);
            }
            test.run();
            test.advance(LONG);
            assertThat(test.failed("numbers")).containsExactly(41L);
            assertThat(test.acked("numbers")).hasSize(99);
            assertThat(test.output("batch")).hasSize(99);
        }
    }

    @Test
    void requestsAreAnsweredTogetherAndAFailureTellsWhy() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.fed(Fields.of("number")).answers("half"));
        BatchBolt function = (batch, out) -> {
            for (Tuple request : batch) {
                if (request.getInt("number") % 2 == 1) {
                    throw new IllegalArgumentException(request.getInt("number") + " is odd");
                }
                out.answer(request, request.getInt("number") / 2);
            }
        };
        builder.setBolt("halve", Bolts.batch(3, MUCH, LONG, function).onError(BatchErrors.BISECT))
                .shuffle("numbers");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            CompletableFuture<Tuple> four = test.ask("numbers", 4);
            CompletableFuture<Tuple> five = test.ask("numbers", 5);
            CompletableFuture<Tuple> six = test.ask("numbers", 6);
            test.run();
            assertThat(four.join().getInt(0)).isEqualTo(2);
            assertThat(six.join().getInt(0)).isEqualTo(3);
            assertThatThrownBy(five::join).hasMessageContaining("5 is odd");
        }
    }

    private static Topology poisonous() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(Duration.ZERO));
        BatchBolt function = (batch, out) -> {
            copy(batch, out);
            if (batch.stream().anyMatch(tuple -> tuple.getLong(0) == 41)) {
                throw new IllegalArgumentException("41");
            }
        };
        builder.setBolt(
                        "batch",
                        Bolts.batch(Fields.of("number"), 32, MUCH, LONG, function)
                                .onError(BatchErrors.BISECT))
                .shuffle("numbers");
        builder.setBolt("sink", Bolts.forEach(tuple -> {})).shuffle("batch");
        return builder.build();
    }
}
