// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.operators.Bolts;
import io.millrace.operators.async.AsyncFunction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous calls that other threads complete while the executors run. */
@Timeout(60)
class AsyncCallsTest {

    private static final int CAPACITY = 300;
    private static final AtomicInteger UNDER_WAY = new AtomicInteger();
    private static final AtomicInteger MOST = new AtomicInteger();

    private final TopologyBuilder builder = new TopologyBuilder();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyInputHasOneResult(boolean ordered) {
        UNDER_WAY.set(0);
        MOST.set(0);
        Journal journal = Journal.fresh("async-calls");
        int count = 50_000;
        builder.setSpout(
                "source",
                new CallSpout("async-calls", count, 1, (out, number, context) -> out.emitTracked(number, number)));
        var bolt = Bolts.async("number", new Callee(), CAPACITY, Duration.ofSeconds(30));
        builder.setBolt("async", ordered ? bolt : bolt.unordered()).shuffle("source");
        builder.setBolt("sink", TestBolts.sink("async-calls")).shuffle("async");
        try (TestWorkers workers =
                new TestWorkers(builder.build(), Config.empty(), Map.of("w1", "node"), null, 2).startAll()) {
            TestWorkers.await(() -> journal.acked.size() == count);
            assertThat(workers.failures).isEmpty();
        }
        assertThat(journal.failed).isEmpty();
        assertThat(journal.acked.values()).allMatch(times -> times == 1);
        List<Object> expected =
                new ArrayList<>(IntStream.range(0, count).boxed().toList());
        if (!ordered) {
            Collections.sort(journal.seen, (a, b) -> Integer.compare((int) a, (int) b));
        }
        assertThat(journal.seen).isEqualTo(expected);
        assertThat(MOST.get()).isBetween(2, CAPACITY);
    }

    /** Completes calls from two threads, after 0 to 3 ms, or at once. */
    private static final class Callee implements AsyncFunction<Integer> {

        private static final long serialVersionUID = 1L;

        private transient ScheduledExecutorService threads;

        @Override
        public void open(TaskContext context) {
            threads = new ScheduledThreadPoolExecutor(2);
        }

        @Override
        public CompletionStage<Integer> call(Tuple input) {
            int number = input.getInt(0);
            if (number % 7 == 0) {
                return CompletableFuture.completedFuture(number);
            }
            MOST.accumulateAndGet(UNDER_WAY.incrementAndGet(), Math::max);
            CompletableFuture<Integer> result = new CompletableFuture<>();
            threads.schedule(
                    () -> {
                        UNDER_WAY.decrementAndGet();
                        result.complete(number);
                    },
                    number % 4,
                    TimeUnit.MILLISECONDS);
            return result;
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}
