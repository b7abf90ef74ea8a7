// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service far from its workers: connections that are lost, and workers that show no life. */
@Timeout(120)
class ServiceClientTest {

    private static final Duration MOST = Duration.ofSeconds(40);
    private static final long SECOND = 1_000_000_000L;
    private static final int SEEN_TASKS = 16;

    /** The gate at which a call waits that is to block. */
    private static volatile CountDownLatch gate;

    private static final AtomicInteger BLOCKED = new AtomicInteger();

    private RelayedService service;

    @BeforeEach
    void reset() {
        gate = new CountDownLatch(1);
        BLOCKED.set(0);
    }

    @AfterEach
    void stop() throws Exception {
        gate.countDown();
        service.close();
        assertThat(service.failures).isEmpty();
    }

    /** Answers with the square and emits the number; waits at the gate for a negative one. */
    private static final class Square implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long number = input.getLong("number");
            if (number < 0) {
                BLOCKED.incrementAndGet();
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            out.emit(number);
            out.answer(number * number);
        }
    }

    private static Topology squares(int tasks, boolean blocking) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.fed(Fields.of("number", "load")).answers("square"), tasks);
        var bolt = builder.setBolt("square", new Square(), tasks).shuffle("numbers");
        if (blocking) {
            bolt.blocking();
        }
        builder.setSpout("quick", Spouts.fed(Fields.of("number")).answers("same"));
        builder.setBolt("echo", Bolts.answer(request -> List.of(request.getLong("number"))))
                .shuffle("quick");
        // There are so many tasks that messages for some of them would overtake others if an executor had a channel for
        // each
        builder.setBolt("seen", Bolts.results().discarding(), SEEN_TASKS).shuffle("square");
        return builder.build();
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(MOST.toSeconds(), TimeUnit.SECONDS);
    }

    private static RequestException failureOf(CompletionStage<?> stage) throws Exception {
        try {
            get(stage);
        } catch (ExecutionException e) {
            return (RequestException) e.getCause();
        }
        throw new AssertionError("the stage was completed without a failure");
    }

    private static long square(TopologyFunction function, long number) throws Exception {
        return get(function.ask(number, "")).getLong("square");
    }

    @Test
    void everyStageEndsOnceAlthoughConnectionsAreLost() throws Exception {
        service = new RelayedService(squares(2, false), Config.empty(), 2);
        TopologyFunction function = service.handles.function("numbers");
        Feed feed = service.handles.feed("numbers");
        assertThat(square(function, 3)).isEqualTo(9);

        int callers = 8;
        int calls = 600;
        int atOnce = 50;
        Map<CompletionStage<?>, AtomicInteger> ends = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<Throwable> wrong = new ConcurrentLinkedQueue<>();
        AtomicInteger died = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            int kind = caller % 4;
            TopologyFunction own = kind == 0 ? function.failOnWorkerDeath() : function;
            running.add(CompletableFuture.runAsync(
                    () -> {
                        List<CompletableFuture<?>> batch = new ArrayList<>();
                        for (int i = 1; i <= calls; i++) {
                            long number = i;
                            CompletionStage<?> stage = kind == 1 ? feed.send(number, "") : own.ask(number, "");
                            AtomicInteger times = new AtomicInteger();
                            ends.put(stage, times);
                            stage.whenComplete((value, failure) -> {
                                times.incrementAndGet();
                                ended.incrementAndGet();
                                Reason reason = failure instanceof RequestException e ? e.reason() : null;
                                if (kind == 0 && reason == Reason.WORKER_DIED) {
                                    died.incrementAndGet();
                                } else if (failure != null
                                        && !(kind == 1
                                                && (reason == Reason.NO_ROOM || reason == Reason.NOT_CONNECTED))) {
                                    wrong.add(failure);
                                } else if (value instanceof Tuple answer
                                        && answer.getLong("square") != number * number) {
                                    wrong.add(new AssertionError(number + " is answered with " + answer));
                                }
                            });
                            batch.add(stage.toCompletableFuture().handle((value, failure) -> null));
                            if (batch.size() == atOnce) {
                                batch.forEach(CompletableFuture::join);
                                batch.clear();
                            }
                        }
                    },
                    command -> new Thread(command, "caller").start()));
        }
        int all = callers * calls;
        int cuts = 0;
        long deadline = System.nanoTime() + MOST.toNanos();
        while (ended.get() < all && System.nanoTime() < deadline) {
            if (ended.get() > (cuts + 1) * all / 10) {
                service.relays.get(cuts++ % service.relays.size()).cut();
            }
            service.check();
            Thread.yield();
        }
        for (CompletableFuture<Void> caller : running) {
            get(caller);
        }
        assertThat(wrong).isEmpty();
        assertThat(ends).hasSize(all);
        assertThat(ends.values()).allMatch(times -> times.get() == 1);
        assertThat(cuts).isGreaterThanOrEqualTo(service.relays.size());
        assertThat(function.pending()).isZero();
        for (long i = 0; i < 100; i++) {
            assertThat(square(function, i)).isEqualTo(i * i);
        }
    }

    @Test
    void aWorkerWithoutAnEndIsNotConnected() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("f", Spouts.fed(Fields.of("number")).answers("same"));
        builder.setBolt("echo", Bolts.answer(request -> List.of(request.getLong("number"))))
                .shuffle("f");
        service = new RelayedService(builder.build(), Config.empty(), 2);
        TopologyFunction function = service.handles.function("f");
        for (long i = 0; i < 1_000; i++) {
            assertThat(get(function.ask(i)).getLong("same")).isEqualTo(i);
        }
        // Task 1 is the spout's, on the second worker
        assertThat(service.relays.get(0).accepted()).isZero();
        assertThat(service.relays.get(1).accepted()).isOne();
    }

    @Test
    void aSubscriptionThatBeganWhileAConnectionWasDownHoldsNothingBack() throws Exception {
        service = new RelayedService(squares(1, false), Config.empty(), 1);
        TopologyFunction function = service.handles.function("numbers");
        Feed feed = service.handles.feed("numbers");
        assertThat(square(function, 3)).isEqualTo(9);
        Relay relay = service.relays.get(0);

        relay.hold();
        CompletionStage<Tuple> lost = function.ask(5L, "x".repeat(10_000));
        Await.until("it is on its way", () -> relay.heldBytes() > 1_000);
        relay.down();
        Await.until("the loss is known", () -> relay.refused() > 0);
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        service.handles.results("seen").subscribe(tuple -> seen.add(tuple.getLong("number")));
        Await.until("nothing is sent to the worker any more", () -> {
            service.check();
            return !feed.offer(0L, "");
        });
        relay.up();

        assertThat(get(lost).getLong("square")).isEqualTo(25);
        Await.until("results come", MOST, () -> {
            get(feed.send(1L, ""));
            return seen.contains(1L);
        });
        // The results are more than the windows of all tasks
        int more = 2 * SEEN_TASKS * ExecutorLink.RESULT_WINDOW;
        for (long i = 10; i < 10 + more; i++) {
            assertThat(feed.offer(MOST, i, "")).isTrue();
        }
        Await.until(
                "all results",
                MOST,
                () -> seen.stream().filter(number -> number >= 10).count() == more);
    }

    /**
     * The test cuts off the results of one connection after the other while they are on their way. They are long, so
     * that what is on its way are not only messages about what was taken.
     */
    @Test
    void resultsThatAreLostWithAConnectionAreCounted() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.fed(Fields.of("number", "text")));
        builder.setBolt("taken", Bolts.results()).shuffle("numbers");
        service = new RelayedService(builder.build(), Config.empty(), 1);
        Feed feed = service.handles.feed("numbers");
        List<Long> seen = new CopyOnWriteArrayList<>();
        service.handles.results("taken").named("mail").subscribe(tuple -> seen.add(tuple.getLong("number")));
        String text = "x".repeat(1_000);
        long next = 0;
        for (int cuts = 0; cuts < 2; cuts++) {
            long first = next++;
            assertThat(feed.offer(MOST, first, text)).isTrue();
            Await.until("results come", MOST, () -> seen.contains(first));
            service.back().hold();
            for (int i = 0; i < 100; i++) {
                assertThat(feed.offer(MOST, next++, text)).isTrue();
            }
            long offered = next;
            Await.until(
                    "they are on their way",
                    MOST,
                    () -> service.metrics("taken").acked() == offered);
            Await.until("some of them are", MOST, () -> service.back().heldBytes() > 20 * text.length());
            service.back().cut();
            Await.until("the loss is known", MOST, () -> {
                service.tick();
                Double lost = service.metrics("taken").gauges().get("subscriber.mail.lost");
                return lost != null && lost > 0 && seen.size() + lost == offered;
            });
        }
        long last = next;
        assertThat(feed.offer(MOST, last, text)).isTrue();
        Await.until("results come", MOST, () -> seen.contains(last));
        assertThat(seen).doesNotHaveDuplicates().isSorted();
        assertThat(service.metrics("taken").gauges().get("subscriber.mail.lost"))
                .isEqualTo(last + 1 - seen.size());
    }

    @Test
    void whatAWorkerHasThatShowsNoLifeIsNotWaitedFor() throws Exception {
        service = new RelayedService(squares(1, false), Config.empty().with("topology.message.timeout", "20 s"), 1);
        TopologyFunction function = service.handles.function("numbers");
        assertThat(square(function, 3)).isEqualTo(9);

        List<CompletionStage<?>> held = new ArrayList<>();
        held.add(function.ask(-1L, ""));
        Await.until("the worker's only executor is held up", () -> BLOCKED.get() == 1);
        held.add(service.handles.feed("numbers").send(1L, ""));
        CompletionStage<Tuple> once = function.failOnWorkerDeath().ask(1L, "");

        // An hour between two checks counts as 2 s at most, as the service may have been paused itself
        AtomicInteger checks = new AtomicInteger();
        Await.until("it is given up", MOST, () -> {
            service.clock.addAndGet(3_600 * SECOND);
            service.check();
            checks.incrementAndGet();
            return once.toCompletableFuture().isDone();
        });
        assertThat(checks).hasValueGreaterThanOrEqualTo(10);
        assertThat(failureOf(once).reason()).isEqualTo(Reason.WORKER_DIED);
        Await.until("the others are", MOST, () -> {
            service.clock.addAndGet(SECOND);
            service.check();
            return held.stream().allMatch(stage -> stage.toCompletableFuture().isDone());
        });
        for (CompletionStage<?> stage : held) {
            assertThat(failureOf(stage).reason()).isEqualTo(Reason.TIMED_OUT);
        }

        gate.countDown();
        assertThat(square(function, 4)).isEqualTo(16);
        assertThat(function.pending()).isZero();
    }

    @Test
    void aRequestIsWaitedForAsLongAsItsWorkerShowsLife() throws Exception {
        service = new RelayedService(squares(1, true), Config.empty().with("topology.message.timeout", "20 s"), 1);
        TopologyFunction function = service.handles.function("numbers");
        CompletionStage<Tuple> slow = function.ask(-7L, "");
        Await.until("it is processed", () -> BLOCKED.get() == 1);

        // The service's time is 200 s later. The answer to each request follows the answer to the probe before it
        TopologyFunction quick = service.handles.function("quick");
        for (long i = 0; i < 100; i++) {
            service.clock.addAndGet(2 * SECOND);
            service.check();
            assertThat(get(quick.ask(i)).getLong("same")).isEqualTo(i);
        }
        assertThat(slow.toCompletableFuture()).isNotDone();
        gate.countDown();
        assertThat(get(slow).getLong("square")).isEqualTo(49);
    }
}
