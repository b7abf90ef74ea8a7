// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import io.millrace.operators.Bolts;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.operators.batch.BatchEmitter;
import io.millrace.operators.batch.BatchErrors;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BatchingBoltTest {

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final long MUCH = 1 << 20;
    private static final Fields NUMBERS = Fields.of("numbers");

    /** Emits the numbers of a batch as one list. */
    private static void list(List<Tuple> batch, BatchEmitter out) {
        out.emit(numbers(batch));
    }

    private static List<Object> numbers(List<Tuple> batch) {
        return batch.stream().map(tuple -> tuple.get(0)).toList();
    }

    /** Throws for a batch that has a negative number. */
    private static void refuseNegative(List<Tuple> batch, BatchEmitter out) {
        list(batch, out);
        for (Tuple tuple : batch) {
            if (tuple.getInt(0) < 0) {
                throw new IllegalArgumentException("no place for " + tuple.getInt(0));
            }
        }
    }

    private static List<Object> row(Object... numbers) {
        return List.of(List.of(numbers));
    }

    @Test
    void aBatchIsCompleteByCount() {
        try (BoltTest test = BoltTest.of(Bolts.batch(NUMBERS, 3, MUCH, LONG, BatchingBoltTest::list))
                .fields("number")
                .start()) {
            long first = test.execute(1);
            long second = test.execute(2);
            assertThat(test.output()).isEmpty();
            assertThat(test.pending()).containsExactly(first, second);
            long third = test.execute(3);
            assertThat(test.output()).containsExactly(row(1, 2, 3));
            assertThat(test.emissions().get(0).anchors()).isEqualTo(test.executed());
            assertThat(test.acked()).containsExactly(first, second, third);
        }
    }

    @Test
    void aBatchIsCompleteByBytesAndNeverExceedsThem() {
        BatchBolt sizes = (batch, out) -> out.emit(
                batch.stream().map(tuple -> tuple.getString(0).length()).toList());
        // A tuple of 400 bytes takes some more
        try (BoltTest test = BoltTest.of(Bolts.batch(NUMBERS, 100, 1_200, LONG, sizes))
                .fields("text")
                .start()) {
            test.execute("a".repeat(400));
            test.execute("b".repeat(401));
            assertThat(test.output()).isEmpty();
            test.execute("c".repeat(402));
            assertThat(test.output()).containsExactly(row(400, 401));
            test.execute("d".repeat(5_000));
            assertThat(test.output()).containsExactly(row(400, 401), row(402), row(5_000));
            assertThat(test.pending()).isEmpty();
        }
    }

    @Test
    void aBatchIsCompleteByTheAgeOfItsFirstTuple() {
        try (BoltTest test = BoltTest.of(Bolts.batch(NUMBERS, 100, MUCH, Duration.ofSeconds(5), BatchingBoltTest::list))
                .fields("number")
                .start()) {
            test.execute(1);
            test.advance(Duration.ofSeconds(3));
            test.execute(2);
            test.advance(Duration.ofMillis(1_900));
            assertThat(test.output()).isEmpty();
            test.advance(Duration.ofMillis(100));
            assertThat(test.output()).containsExactly(row(1, 2));
            test.advance(LONG);
            assertThat(test.output()).hasSize(1);
        }
    }

    @Test
    void withoutAWaitNothingWaits() {
        try (BoltTest test = BoltTest.of(Bolts.batch(NUMBERS, 100, MUCH, Duration.ZERO, BatchingBoltTest::list))
                .fields("number")
                .start()) {
            test.execute(1);
            test.execute(2);
            assertThat(test.output()).containsExactly(row(1), row(2));
        }
    }

    @Test
    void anAdaptiveBatchDoesNotWaitForWhatKeepsUp() {
        try (BoltTest test = BoltTest.of(
                        Bolts.batch(NUMBERS, 100, MUCH, Bolts.adaptive(Duration.ofMillis(100)), BatchingBoltTest::list))
                .fields("number")
                .start()) {
            for (int i = 0; i < 100; i++) {
                test.execute(i);
                test.advance(Duration.ofMillis(1));
            }
            assertThat(test.output()).hasSize(100);
        }
    }

    @Test
    void emissionsAreAnchoredToTheInputsThatTheFunctionChooses() {
        try (BoltTest test = BoltTest.of(Bolts.batch(3, MUCH, LONG, new Choosing()))
                .fields("number")
                .start()) {
            for (int i = 1; i <= 3; i++) {
                test.execute(i);
            }
            List<Tuple> inputs = test.executed();
            assertThat(test.emissions())
                    .extracting(Emission::anchors)
                    .containsExactly(
                            List.of(inputs.get(0)),
                            List.of(inputs.get(1)),
                            List.of(inputs.get(2)),
                            List.of(inputs.get(0), inputs.get(2)),
                            List.of(inputs.get(0), inputs.get(1)));
            assertThat(test.output("odd")).containsExactly(List.of(2));
            assertThat(test.acked()).hasSize(3);
        }
    }

    private static final class Choosing implements BatchBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
            out.declareStream("odd", "number");
        }

        @Override
        public void execute(List<Tuple> batch, BatchEmitter out) {
            for (Tuple tuple : batch) {
                out.emitFor(tuple, tuple.get(0));
            }
            List<Tuple> odd =
                    batch.stream().filter(tuple -> tuple.getInt(0) % 2 == 1).toList();
            out.emitTo("odd", odd, odd.size());
            out.emitFor(batch.subList(0, 2), -1);
        }
    }

    @Test
    void aBatchThatThrowsFailsAndEmitsNothing() {
        try (BoltTest test = BoltTest.of(Bolts.batch(NUMBERS, 3, MUCH, LONG, BatchingBoltTest::refuseNegative))
                .fields("number")
                .start()) {
            List.of(1, -2, 3, 4, 5, 6).forEach(test::execute);
            assertThat(test.failed()).containsExactlyInAnyOrder(0L, 1L, 2L);
            assertThat(test.acked()).containsExactly(3L, 4L, 5L);
            assertThat(test.output()).containsExactly(row(4, 5, 6));
            assertThat(test.errors())
                    .singleElement()
                    .hasToString("java.lang.IllegalArgumentException: no place for -2");
        }
    }

    @Test
    void aBatchThatThrowsIsBisectedToTheTuplesThatThrow() {
        try (BoltTest test = BoltTest.of(Bolts.batch(NUMBERS, 8, MUCH, LONG, BatchingBoltTest::refuseNegative)
                        .onError(BatchErrors.BISECT))
                .fields("number")
                .start()) {
            List.of(1, 2, 3, 4, 5, -6, 7, 8).forEach(test::execute);
            assertThat(test.failed()).containsExactly(5L);
            assertThat(test.acked()).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 6L, 7L);
            assertThat(test.output()).containsExactly(row(1, 2, 3, 4), row(5), row(7, 8));
            assertThat(test.errors()).hasSize(1);
            List.of(-1, -2, 3, 4, 5, 6, 7, 8).forEach(test::execute);
            assertThat(test.failed()).containsExactly(5L, 8L, 9L);
            assertThat(test.errors()).hasSize(3);
        }
    }

    @Test
    void anOutageIsNotBisectedToTheEnd() {
        try (BoltTest test = BoltTest.of(
                        Bolts.batch(64, MUCH, LONG, new Counting()).onError(BatchErrors.BISECT))
                .fields("number")
                .start()) {
            for (int i = 0; i < 64; i++) {
                test.execute(i);
            }
            assertThat(test.failed()).hasSize(64);
            // The calls have 64, 32, 16, 8, 4, 2, 1, 1, 2 and 1 inputs
            assertThat(test.counter("calls")).isEqualTo(10);
        }
    }

    /** A batch bolt that always fails. */
    private static final class Counting implements BatchBolt {
        private static final long serialVersionUID = 1L;
        private transient TaskContext context;

        @Override
        public void prepare(TaskContext task) {
            context = task;
        }

        @Override
        public void execute(List<Tuple> batch, BatchEmitter out) {
            context.counter("calls").increment();
            throw new IllegalStateException("down");
        }
    }

    @Test
    void anErrorFailsAllWithoutBisection() {
        BatchBolt function = (batch, out) -> {
            throw new AssertionError("broken");
        };
        try (BoltTest test = BoltTest.of(Bolts.batch(4, MUCH, LONG, function).onError(BatchErrors.BISECT))
                .fields("number")
                .start()) {
            List.of(1, 2, 3, 4).forEach(test::execute);
            assertThat(test.failed()).hasSize(4);
            assertThat(test.errors()).singleElement().isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void theTupleThatDoesNotFitIsNotFailedWithTheBatchBeforeIt() {
        BatchBolt function = (batch, out) -> {
            if (batch.get(0).getString(0).startsWith("bad")) {
                throw new IllegalArgumentException("bad");
            }
        };
        try (BoltTest test = BoltTest.of(Bolts.batch(100, 600, LONG, function))
                .fields("text")
                .start()) {
            long bad = test.execute("bad" + "a".repeat(300));
            long good = test.execute("b".repeat(300));
            assertThat(test.failed()).containsExactly(bad);
            assertThat(test.pending()).containsExactly(good);
            assertThat(test.errors()).hasSize(1);
            test.advance(LONG);
            assertThat(test.acked()).containsExactly(good);
        }
    }

    @Test
    void anEmissionThatDoesNotFitTheFieldsFailsTheBatch() {
        try (BoltTest test = BoltTest.of(Bolts.batch(NUMBERS, 2, MUCH, LONG, (batch, out) -> out.emit(1, 2))
                        .onError(BatchErrors.BISECT))
                .fields("number")
                .start()) {
            test.execute(1);
            test.execute(2);
            assertThat(test.failed()).hasSize(2);
            assertThat(test.errors()).singleElement().isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theBatchCannotBeChangedAndMayBeKept() {
        BatchBolt function = (batch, out) -> batch.remove(0);
        try (BoltTest test = BoltTest.of(Bolts.batch(1, MUCH, LONG, function))
                .fields("number")
                .start()) {
            test.execute(1);
            assertThat(test.errors()).singleElement().isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void anOrderlyEndExecutesTheOpenBatch() {
        BoltTest test = BoltTest.of(Bolts.batch(NUMBERS, 100, MUCH, LONG, BatchingBoltTest::list))
                .fields("number")
                .start();
        test.execute(1);
        test.execute(2);
        test.close();
        assertThat(test.output()).containsExactly(row(1, 2));
    }

    @Test
    void theGaugesTellIntervalSizeTimeAndLoad() {
        try (BoltTest test = BoltTest.of(Bolts.batch(NUMBERS, 4, MUCH, Duration.ofMillis(20), BatchingBoltTest::list))
                .fields("number")
                .start()) {
            for (int i = 0; i < 9; i++) {
                test.execute(i);
            }
            test.advance(Duration.ofMillis(1_500));
            // The batches are two of 4 and one of 1, in simulated time, in which a call takes none
            assertThat(gauge(test, "batch.size.mean")).isEqualTo(3);
            assertThat(gauge(test, "batch.interval.millis")).isEqualTo(20);
            assertThat(gauge(test, "batch.processing.millis")).isZero();
            assertThat(gauge(test, "batch.load")).isZero();
        }
    }

    private static double gauge(BoltTest test, String name) {
        return test.metrics().tasks().stream()
                .filter(task -> task.component().equals("bolt"))
                .mapToDouble(task -> task.gauges().get(name))
                .sum();
    }

    @Test
    void mistakesAreRefusedInOneLine() {
        refused(
                () -> Bolts.batch(0, MUCH, LONG, BatchingBoltTest::list),
                "a batch has a bound of 0 tuples: take 1 to 1048576");
        refused(() -> Bolts.batch(1, 0, LONG, BatchingBoltTest::list), "a batch has a bound of 0 bytes: take 1 to");
        refused(() -> Bolts.batch(1, 1, Duration.ofSeconds(-1), BatchingBoltTest::list), "a batch waits for -1");
        refused(() -> Bolts.batch(1, 1, (Duration) null, BatchingBoltTest::list), "a batch waits for null");
        refused(() -> Bolts.batch(1, 1, LONG, null), "a bolt has no function (null)");
        refused(() -> Bolts.adaptive(Duration.ZERO), "the latency goal of a batch is 0");
        refused(
                () -> Bolts.batch(1, 1, LONG, BatchingBoltTest::list).onError(null),
                "what becomes of a batch that throws is null");
        refused(() -> Bolts.batch(1, 1, LONG, new WithState()), "is Stateful, and a batch has tuples of many keys");
    }

    private static void refused(Runnable call, String message) {
        assertThatThrownBy(call::run)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    private static final class WithState implements BatchBolt, io.millrace.api.Stateful {
        private static final long serialVersionUID = 1L;

        @Override
        public List<StateSpec<?>> states() {
            return List.of();
        }

        @Override
        public void execute(List<Tuple> batch, BatchEmitter out) {}
    }

    @Test
    void aBatchThatWaitsAsLongAsAMessageMayTakeIsRefused() {
        Config config = Config.empty().with("topology.message.timeout", "5 s");
        assertThatThrownBy(() -> BoltTest.of(Bolts.batch(10, MUCH, Duration.ofSeconds(5), BatchingBoltTest::list))
                        .fields("number")
                        .config(config)
                        .start())
                .isInstanceOf(TopologyException.class)
                .hasMessage(
                        "component 'bolt': it holds inputs for up to 5 s, and tuples of spout 'input' time out after"
                                + " 5 s: let it hold them for less, or raise topology.message.timeout");
        BoltTest.of(Bolts.batch(10, MUCH, Duration.ofSeconds(5), (batch, out) -> {}))
                .fields("number")
                .config(config.with("topology.guarantee", "at-most-once"))
                .start()
                .close();
    }
}
