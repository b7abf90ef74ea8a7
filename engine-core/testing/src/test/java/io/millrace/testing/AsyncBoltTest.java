// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.operators.Bolts;
import io.millrace.operators.async.AsyncBolt;
import io.millrace.operators.async.AsyncFunction;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link Bolts#async} with calls that the test completes, and simulated time. */
@Timeout(30)
class AsyncBoltTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final List<Call> CALLS = new ArrayList<>();
    private static final List<String> EVENTS = new ArrayList<>();

    private record Call(Tuple input, CompletableFuture<Object> result) {}

    @BeforeEach
    void forget() {
        CALLS.clear();
        EVENTS.clear();
    }

    private static CompletableFuture<Object> begin(Tuple input) {
        CompletableFuture<Object> result = new CompletableFuture<>();
        CALLS.add(new Call(input, result));
        return result;
    }

    private static AsyncBolt bolt(int capacity) {
        return Bolts.async("result", AsyncBoltTest::begin, capacity, SECOND);
    }

    private static BoltTest start(AsyncBolt bolt) {
        return BoltTest.of(bolt).fields("number").start();
    }

    private static void complete(int call, Object value) {
        CALLS.get(call).result().complete(value);
    }

    private static void fail(int call, Throwable error) {
        CALLS.get(call).result().completeExceptionally(error);
    }

    @Test
    void resultsKeepTheOrderOfTheInputs() {
        try (BoltTest test = start(bolt(10))) {
            for (int i = 0; i < 4; i++) {
                test.execute(i);
            }
            assertThat(CALLS).hasSize(4);
            complete(2, "c");
            complete(1, "b");
            test.run();
            assertThat(test.output()).isEmpty();
            complete(0, "a");
            test.run();
            assertThat(test.output()).containsExactly(List.of("a"), List.of("b"), List.of("c"));
            assertThat(test.acked()).containsExactly(0L, 1L, 2L);
            assertThat(test.pending()).containsExactly(3L);
            assertThat(test.emissions()).extracting(Emission::anchors).isEqualTo(anchorsOfExecuted(test, 3));
        }
    }

    private static List<List<Tuple>> anchorsOfExecuted(BoltTest test, int count) {
        return test.executed().subList(0, count).stream().map(List::of).toList();
    }

    @Test
    void withoutOrderEachResultIsEmittedWhenItComes() {
        try (BoltTest test = start(bolt(10).unordered())) {
            for (int i = 0; i < 4; i++) {
                test.execute(i);
            }
            complete(2, "c");
            test.run();
            complete(3, "d");
            complete(0, "a");
            test.run();
            assertThat(test.output()).containsExactly(List.of("c"), List.of("d"), List.of("a"));
            assertThat(test.acked()).containsExactly(2L, 3L, 0L);
        }
    }

    @Test
    void noFurtherInputIsTakenAtTheCapacity() {
        try (BoltTest test = start(bolt(2).unordered())) {
            for (int i = 0; i < 5; i++) {
                test.execute(i);
            }
            assertThat(CALLS).hasSize(2);
            assertThat(inbox(test)).isEqualTo(3);
            complete(1, "b");
            test.run();
            assertThat(CALLS).extracting(call -> call.input().get(0)).containsExactly(0, 1, 2);
            // An ordered bolt must not take more inputs while results wait for the first one
            test.advance(Duration.ofMillis(1));
            assertThat(inbox(test)).isEqualTo(2);
        }
        forget();
        try (BoltTest test = start(bolt(2))) {
            for (int i = 0; i < 5; i++) {
                test.execute(i);
            }
            complete(1, "b");
            test.run();
            assertThat(CALLS).hasSize(2);
            complete(0, "a");
            test.run();
            assertThat(CALLS).hasSize(4);
        }
    }

    private static long inbox(BoltTest test) {
        return test.metrics().tasks().stream()
                .filter(task -> task.component().equals("bolt"))
                .mapToLong(TaskMetrics::inbox)
                .sum();
    }

    @Test
    void theSourcesOfABoltAtItsCapacityPause() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", io.millrace.operators.Spouts.of("number", List.of()));
        builder.setBolt("async", bolt(2)).shuffle("numbers");
        Config config = Config.empty().with(TopologyKeys.INBOX, 4);
        try (TopologyTest test = TopologyTest.of(builder.build())
                .config(config)
                .replaceSpout("numbers")
                .start()) {
            for (int i = 0; i < 100; i++) {
                test.feed("numbers", i);
            }
            test.run();
            assertThat(test.executed("async")).hasSize(2);
            assertThat(test.metrics().tasks())
                    .filteredOn(task -> task.component().equals("async"))
                    .extracting(TaskMetrics::inbox)
                    .containsExactly(4L);
            int done = 0;
            while (done < CALLS.size()) {
                complete(done, done);
                done++;
                test.run();
            }
            assertThat(test.acked("numbers")).hasSize(100);
            assertThat(test.output("async"))
                    .hasSize(100)
                    .isSortedAccordingTo((a, b) -> Integer.compare((int) a.get(0), (int) b.get(0)));
        }
    }

    @Test
    void aFailedCallFailsItsInputAndIsAnErrorOfTheComponent() {
        try (BoltTest test = start(bolt(10))) {
            long bad = test.execute(1);
            long good = test.execute(2);
            long worse = test.execute(3);
            IOException cause = new IOException("refused");
            fail(0, new java.util.concurrent.CompletionException(cause));
            complete(1, "b");
            fail(2, new IllegalStateException("closed"));
            test.run();
            assertThat(test.failed()).containsExactly(bad, worse);
            assertThat(test.acked()).containsExactly(good);
            assertThat(test.output()).containsExactly(List.of("b"));
            assertThat(test.errors()).hasSize(2).contains(cause);
            assertThat(test.metrics().tasks())
                    .filteredOn(task -> task.component().equals("bolt"))
                    .extracting(TaskMetrics::errors)
                    .containsExactly(2L);
        }
    }

    @Test
    void theErrorPolicyHoldsForCalls() {
        BoltTest test = BoltTest.of(bolt(10))
                .fields("number")
                .config(Config.empty().with("topology.on.error", "kill-topology"))
                .start();
        test.execute(1);
        fail(0, new IllegalStateException("closed"));
        assertThatThrownBy(test::run)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("component 'bolt', task 1: java.lang.IllegalStateException: closed");
        test.close();
    }

    @Test
    void aFunctionThatThrowsOrReturnsNoStageFailsItsInput() {
        AsyncFunction<Object> function = input -> {
            if (input.getInt(0) == 0) {
                throw new IllegalArgumentException("zero");
            }
            return null;
        };
        try (BoltTest test = start(Bolts.async("result", function, 1, SECOND))) {
            long thrown = test.execute(0);
            long none = test.execute(1);
            assertThat(test.failed()).containsExactly(thrown, none);
            assertThat(test.errors())
                    .extracting(Throwable::getMessage)
                    .containsExactly("zero", "the function returned null: return a stage, which may be complete");
        }
    }

    @Test
    void valuesThatDoNotFitTheFieldsFailTheInput() {
        AsyncFunction<List<?>> function = input -> CompletableFuture.completedFuture(
                switch (input.getInt(0)) {
                    case 0 -> List.of("a", 1);
                    case 1 -> List.of("too few");
                    default -> null;
                });
        try (BoltTest test = start(Bolts.async(Fields.of("text", "number"), function, 2, SECOND))) {
            long good = test.execute(0);
            long bad = test.execute(1);
            long nothing = test.execute(2);
            assertThat(test.output()).containsExactly(List.of("a", 1));
            assertThat(test.acked()).containsExactly(good, nothing);
            assertThat(test.failed()).containsExactly(bad);
            assertThat(test.errors()).hasSize(1);
        }
    }

    @Test
    void aBoltWithoutFieldsOnlyAcks() {
        try (BoltTest test = start(Bolts.async(AsyncBoltTest::begin, 2, SECOND))) {
            long one = test.execute(1);
            assertThat(test.pending()).containsExactly(one);
            complete(0, "ignored");
            test.run();
            assertThat(test.emissions()).isEmpty();
            assertThat(test.acked()).containsExactly(one);
        }
    }

    @Test
    void aCallThatTakesTooLongIsCancelledAndItsResultIgnored() {
        try (BoltTest test = start(bolt(2))) {
            long late = test.execute(1);
            test.advance(Duration.ofMillis(500));
            long later = test.execute(2);
            // Feeding the second tuple has taken some milliseconds
            test.advance(Duration.ofMillis(400));
            assertThat(test.failed()).isEmpty();
            test.advance(Duration.ofMillis(100));
            assertThat(test.failed()).containsExactly(late);
            assertThat(CALLS.get(0).result()).isCancelled();
            assertThat(CALLS.get(1).result()).isNotDone();
            assertThat(test.errors())
                    .singleElement()
                    .isInstanceOf(TimeoutException.class)
                    .extracting(Throwable::getMessage)
                    .isEqualTo("a call did not complete in 1 s");
            test.advance(Duration.ofMillis(400));
            complete(1, "b");
            test.run();
            test.advance(SECOND);
            assertThat(test.acked()).containsExactly(later);
            assertThat(test.output()).containsExactly(List.of("b"));
        }
    }

    @Test
    void aResultThatCameInTimeCountsAlthoughTheTaskSeesItLater() {
        try (BoltTest test = start(bolt(200))) {
            for (int i = 0; i < 200; i++) {
                test.execute(i);
            }
            for (int i = 0; i < 200; i++) {
                complete(i, i);
            }
            test.advance(Duration.ofSeconds(5));
            assertThat(test.failed()).isEmpty();
            assertThat(test.output()).hasSize(200);
        }
    }

    @Test
    void aCallIsRepeatedWithGrowingPauses() {
        AsyncBolt bolt = bolt(1).retry(4, Duration.ofMillis(100), Duration.ofMillis(300));
        try (BoltTest test = start(bolt)) {
            long id = test.execute(7);
            test.execute(8);
            fail(0, new IOException("one"));
            test.advance(Duration.ofMillis(99));
            assertThat(CALLS).hasSize(1);
            test.advance(Duration.ofMillis(1));
            assertThat(CALLS).hasSize(2);
            // The second call times out
            test.advance(SECOND);
            assertThat(CALLS.get(1).result()).isCancelled();
            test.advance(Duration.ofMillis(199));
            assertThat(CALLS).hasSize(2);
            test.advance(Duration.ofMillis(1));
            fail(2, new IOException("three"));
            test.advance(Duration.ofMillis(299));
            assertThat(CALLS).hasSize(3);
            test.advance(Duration.ofMillis(1));
            assertThat(CALLS).extracting(call -> call.input().get(0)).containsOnly(7);
            complete(3, "at last");
            test.run();
            assertThat(test.output()).containsExactly(List.of("at last"));
            assertThat(test.acked()).containsExactly(id);
            assertThat(test.errors()).isEmpty();
            assertThat(CALLS.get(4).input().get(0)).isEqualTo(8);
        }
    }

    @Test
    void anInputFailsAfterTheLastCall() {
        try (BoltTest test = start(bolt(1).retry(2, Duration.ofMillis(1), Duration.ofMillis(1)))) {
            long id = test.execute(7);
            test.advance(Duration.ofSeconds(3));
            assertThat(CALLS).hasSize(2);
            assertThat(test.failed()).containsExactly(id);
            assertThat(test.errors())
                    .singleElement()
                    .extracting(Throwable::getMessage)
                    .isEqualTo("a call did not complete in 1 s (call 2 of 2)");
        }
    }

    @Test
    void failuresGoToAStreamWithTheInputAndTheMessage() {
        try (BoltTest test = start(bolt(3).failuresTo("failed"))) {
            long bad = test.execute(7);
            long fatal = test.execute(8);
            long good = test.execute(9);
            fail(0, new IOException("refused"));
            fail(1, new AssertionError("a bug"));
            complete(2, "ok");
            test.run();
            assertThat(test.output("failed")).containsExactly(List.of(List.of(7), "refused"));
            assertThat(test.output()).containsExactly(List.of("ok"));
            assertThat(test.acked()).containsExactly(bad, good);
            assertThat(test.failed()).containsExactly(fatal);
            assertThat(test.errors()).singleElement().isInstanceOf(AssertionError.class);
            assertThat(test.emissions().get(0).anchors())
                    .containsExactly(test.executed().get(0));
        }
    }

    @Test
    void anErrorThatIsFatalIsNotHiddenByOneBeforeIt() {
        try (BoltTest test = start(bolt(3))) {
            test.execute(7);
            test.execute(8);
            fail(0, new IOException("refused"));
            fail(1, new NoClassDefFoundError("org/example/Gone"));
            assertThatThrownBy(test::run).hasStackTraceContaining("org/example/Gone");
        }
    }

    @Test
    void atTheEndResultsAreEmittedAndTheRestIsCancelled() {
        BoltTest test = start(Bolts.async("result", new Opening(), 4, SECOND).retry(2, Duration.ofMillis(500), SECOND));
        for (int i = 0; i < 4; i++) {
            test.execute(i);
        }
        fail(1, new IOException("repeated too late"));
        test.run();
        complete(2, "c");
        test.close();
        assertThat(test.output()).containsExactly(List.of("c"));
        assertThat(CALLS.get(0).result()).isCancelled();
        assertThat(CALLS.get(3).result()).isCancelled();
        assertThat(test.errors()).isEmpty();
        assertThat(EVENTS).containsExactly("open", "close");
        complete(0, "too late");
    }

    /** A function with a client. */
    private static final class Opening implements AsyncFunction<Object> {

        private static final long serialVersionUID = 1L;

        private transient List<String> client;

        @Override
        public void open(TaskContext context) {
            client = EVENTS;
            client.add("open");
        }

        @Override
        public CompletionStage<Object> call(Tuple input) {
            return begin(input);
        }

        @Override
        public void close() {
            client.add("close");
        }
    }

    @Test
    void ticksAreNotPassedToTheFunction() {
        try (BoltTest test =
                BoltTest.of(bolt(1)).fields("number").tickEvery(SECOND).start()) {
            test.advance(Duration.ofSeconds(3));
            assertThat(CALLS).isEmpty();
        }
    }

    @Test
    void badSettingsAreRefusedInOneLine() {
        refuses(() -> bolt(0), "an asynchronous bolt has the capacity 0: take 1 to 1048576");
        refuses(
                () -> Bolts.async("result", AsyncBoltTest::begin, 1, Duration.ZERO),
                "an asynchronous bolt has the time-out 0 ns: take 1 ms to 24 h");
        refuses(
                () -> Bolts.async("result", AsyncBoltTest::begin, 1, null),
                "an asynchronous bolt has the time-out null: take 1 ms to 24 h");
        refuses(() -> Bolts.async("result", null, 1, SECOND), "a bolt has no function (null): give it");
        refuses(() -> bolt(1).retry(1, SECOND, SECOND), "an asynchronous bolt has 1 calls per input: take 2 to 1000");
        refuses(
                () -> bolt(1).retry(2, SECOND, Duration.ofMillis(5)),
                "an asynchronous bolt has the first pause 1 s and the longest 5 ms: take a longest pause that is not"
                        + " shorter than the first");
        refuses(() -> bolt(1).failuresTo(null), "an asynchronous bolt has no stream for failures (null): name it");
    }

    private static void refuses(Runnable call, String message) {
        assertThatThrownBy(call::run).isInstanceOf(TopologyException.class).hasMessage(message);
    }
}
