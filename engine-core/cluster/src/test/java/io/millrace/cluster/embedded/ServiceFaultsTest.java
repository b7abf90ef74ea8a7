// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.ResultSubscription;
import io.millrace.api.RunningTopology;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bad input, deaths and stalls while a service feeds, asks and takes; all workers are threads of this process. */
@Timeout(60)
class ServiceFaultsTest {

    private static final Duration MOST = Duration.ofSeconds(30);

    /** The counts of components of the present test, and the objects for which they wait. */
    private static final AtomicInteger CALLS = new AtomicInteger();

    private static volatile CountDownLatch gate;

    @BeforeEach
    void reset() {
        CALLS.set(0);
        gate = new CountDownLatch(1);
    }

    private static RunningTopology submit(Millrace engine, TopologyBuilder builder, String... settings) {
        Config config = Config.empty();
        for (int i = 0; i < settings.length; i += 2) {
            config = config.with(settings[i], settings[i + 1]);
        }
        return engine.submit("faults", builder.build(), config);
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

    private static TopologyBuilder function(Object bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("f", Spouts.fed(Fields.of("n")).answers("m"));
        if (bolt instanceof Bolt full) {
            builder.setBolt("bolt", full)
                    .set("topology.on.error", "restart-worker")
                    .shuffle("f");
        } else {
            builder.setBolt("bolt", (BasicBolt) bolt)
                    .set("topology.on.error", "restart-worker")
                    .shuffle("f");
        }
        return builder;
    }

    private static void waitAtGate() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers with the number. Throws for each 1,000th call, so that its worker is restarted. */
    private static final class ThrowsSometimes implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {
            if (input.getInt("n") < 0 || CALLS.incrementAndGet() % 1000 == 0) {
                throw new IllegalStateException("restart");
            }
            out.answer(input.getInt("n"));
        }
    }

    @Test
    void everyStageEndsOnceAlthoughTheWorkerIsRestartedUnderLoad() throws Exception {
        try (Millrace engine = Millrace.local()
                .set("worker.restart.backoff.min", "1 ms")
                .set("worker.restart.backoff.max", "5 ms")
                .start()) {
            RunningTopology run = submit(engine, function(new ThrowsSometimes()));
            TopologyFunction function = run.function("f");
            Feed feed = run.feed("f");
            Map<CompletionStage<?>, AtomicInteger> ends = new ConcurrentHashMap<>();
            Map<Reason, AtomicInteger> failures = new ConcurrentHashMap<>();
            AtomicInteger wrong = new AtomicInteger();
            List<CompletableFuture<?>> callers = new ArrayList<>();
            for (int caller = 0; caller < 8; caller++) {
                int kind = caller % 4;
                callers.add(CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < 1000; i++) {
                                int number = i;
                                CompletionStage<?> stage;
                                switch (kind) {
                                    case 0 -> {
                                        offer(feed, number);
                                        continue;
                                    }
                                    case 1 -> stage = feed.send(number);
                                    case 2 ->
                                        stage = function.failOnWorkerDeath().ask(number);
                                    default -> stage = function.ask(number);
                                }
                                AtomicInteger ended = new AtomicInteger();
                                ends.put(stage, ended);
                                stage.whenComplete((value, failure) -> {
                                    ended.incrementAndGet();
                                    if (failure instanceof RequestException reason) {
                                        failures.computeIfAbsent(reason.reason(), none -> new AtomicInteger())
                                                .incrementAndGet();
                                    } else if (failure != null
                                            || value instanceof Tuple answer && answer.getInt(0) != number) {
                                        wrong.incrementAndGet();
                                    }
                                });
                                stage.exceptionally(failure -> null)
                                        .toCompletableFuture()
                                        .join();
                            }
                        },
                        command -> new Thread(command).start()));
            }
            for (CompletableFuture<?> caller : callers) {
                get(caller);
            }
            assertThat(ends).hasSize(6000);
            // Callers go on before the callback that counts has run
            Await.until(
                    "each stage has ended", MOST, () -> ends.values().stream().noneMatch(ended -> ended.get() == 0));
            assertThat(ends.values()).allMatch(ended -> ended.get() == 1);
            assertThat(wrong).hasValue(0);
            // NOT_CONNECTED comes for sends while no worker is up; NO_ROOM for a worker that ends meanwhile
            assertThat(failures.keySet())
                    .isSubsetOf(Reason.FAILED, Reason.WORKER_DIED, Reason.NO_ROOM, Reason.NOT_CONNECTED);
            assertThat(failures.getOrDefault(Reason.FAILED, new AtomicInteger()).get())
                    .isLessThanOrEqualTo(CALLS.get() / 1000);
            assertThat(function.pending()).isZero();
        }
    }

    private static void offer(Feed feed, int number) {
        try {
            assertThat(feed.offer(MOST, number)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRequestTimesOutWhileNoWorkerIsUp() throws Exception {
        try (Millrace engine = Millrace.local()
                .set("worker.restart.backoff.min", "60 s")
                .set("worker.restart.backoff.max", "60 s")
                .start()) {
            RunningTopology run = submit(engine, function(new ThrowsSometimes()), "topology.message.timeout", "1 s");
            TopologyFunction once = run.function("f").failOnWorkerDeath();
            Await.until("a restart is delayed", MOST, () -> {
                once.ask(-1);
                return engine.health().reasons().toString().contains("the start after 2");
            });
            // The ending worker may still answer
            Await.until(
                    "a request times out",
                    MOST,
                    () -> run.ask("f", 2)
                            .handle((answer, failure) -> failure instanceof RequestException reason
                                    && reason.reason() == Reason.TIMED_OUT
                                    && reason.getMessage().contains("no worker of 'f'"))
                            .toCompletableFuture()
                            .join());
        }
    }

    /** Fails to open at its worker's second start. */
    private static final class OpensAtLast implements Bolt {
        private static final long serialVersionUID = 1L;
        private static final AtomicInteger OPENED = new AtomicInteger();
        private transient BoltCollector out;

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            if (OPENED.incrementAndGet() == 2) {
                waitAtGate();
                throw new IllegalStateException("cannot open");
            }
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            if (input.getInt("n") < 0) {
                throw new IllegalStateException("restart");
            }
            out.answer(input, input.getInt("n"));
            out.ack(input);
        }
    }

    @Test
    void whatWaitsForASpoutThatWasNeverMadeIsNotLost() throws Exception {
        OpensAtLast.OPENED.set(0);
        try (Millrace engine = Millrace.local()
                .set("worker.restart.backoff.min", "1 ms")
                .set("topology.worker.executors", "1")
                .start()) {
            RunningTopology run = submit(engine, function(new OpensAtLast()), "topology.message.timeout", "600 s");
            failureOf(run.function("f").failOnWorkerDeath().ask(-1));
            Await.until("the second start opens", MOST, () -> OpensAtLast.OPENED.get() == 2);
            CompletionStage<Tuple> waiting = run.ask("f", 7);
            gate.countDown();
            // The stage ends whether a worker that cannot open is started again or ends the topology
            try {
                assertThat(get(waiting).getInt(0)).isEqualTo(7);
            } catch (ExecutionException e) {
                assertThat(((RequestException) e.getCause()).reason()).isEqualTo(Reason.CLOSED);
            }
        }
    }

    private static TopologyBuilder pipe() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(Fields.of("n"))).set("topology.feed.capacity", 16);
        builder.setBolt("out", Bolts.results().discarding())
                .set("topology.task.inbox", 16)
                .shuffle("in");
        return builder;
    }

    @Test
    void aConsumerThatBlocksHoldsTheTopologyBackUntilItsSubscriptionIsClosed() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, pipe());
            Feed feed = run.feed("in");
            ResultSubscription blocking = run.results("out").capacity(2).subscribe(tuple -> waitAtGate());
            Await.until("there is no room", MOST, () -> !feed.offer(1));
            assertThat(blocking.dropped()).isZero();
            CompletableFuture<Void> close = CompletableFuture.runAsync(blocking::close);
            for (int i = 0; i < 1000; i++) {
                assertThat(feed.offer(MOST, i)).isTrue();
            }
            gate.countDown();
            get(close);
        }
    }

    @Test
    void aConsumerThatBlocksAndDropsHoldsNothingBack() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, pipe());
            ResultSubscription blocking =
                    run.results("out").capacity(2).dropOldest().subscribe(tuple -> waitAtGate());
            for (int i = 0; i < 1000; i++) {
                get(run.feed("in").send(i));
            }
            assertThat(blocking.dropped()).isGreaterThanOrEqualTo(900);
            gate.countDown();
        }
    }

    @Test
    void aKillReturnsWhileAConsumerBlocks() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, pipe());
            Feed feed = run.feed("in");
            run.results("out").capacity(2).subscribe(tuple -> waitAtGate());
            Await.until("there is no room", MOST, () -> !feed.offer(1));
            CompletionStage<Void> sent = feed.send(2);
            run.kill();
            assertThat(failureOf(sent).reason()).isIn(Reason.CLOSED, Reason.NO_ROOM, Reason.NOT_CONNECTED);
            assertThat(gate.getCount()).isOne();
            assertThatThrownBy(() -> feed.offer(3)).hasMessageContaining("was killed");
            gate.countDown();
        }
    }

    @Test
    void asManyRequestsMayWaitAsTheSettingAllows() throws Exception {
        int requests = Boolean.getBoolean("millrace.long") ? 1_000_000 : 100_000;
        try (Millrace engine = Millrace.local().start()) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("f", Spouts.fed(Fields.of("n")).answers("m"));
            builder.setBolt("bolt", Bolts.answer(tuple -> List.of(tuple.getInt("n"))))
                    .shuffle("f");
            RunningTopology run = submit(
                    engine,
                    builder,
                    "topology.inactive",
                    "true",
                    "topology.ask.pending",
                    String.valueOf(requests),
                    "topology.message.timeout",
                    "600 s");
            TopologyFunction function = run.function("f");
            CountDownLatch left = new CountDownLatch(requests);
            AtomicInteger failed = new AtomicInteger();
            WeakReference<?> first =
                    new WeakReference<>(function.ask(0).whenComplete((answer, failure) -> left.countDown()));
            for (int i = 1; i < requests; i++) {
                function.ask(i).whenComplete((answer, failure) -> {
                    if (failure != null) {
                        failed.incrementAndGet();
                    }
                    left.countDown();
                });
            }
            assertThat(function.pending()).isEqualTo(requests);
            assertThat(failureOf(function.ask(1)).reason()).isEqualTo(Reason.NO_ROOM);
            run.activate();
            assertThat(left.await(50, TimeUnit.SECONDS)).isTrue();
            assertThat(failed).hasValue(0);
            assertThat(function.pending()).isZero();
            Await.until("the first request is collected", MOST, () -> {
                System.gc();
                return first.refersTo(null);
            });
        }
    }

    /** Answers twice after the gate was opened. */
    private static final class Twice implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {
            CALLS.incrementAndGet();
            waitAtGate();
            out.answer(input.getInt("n"));
            out.answer(input.getInt("n"));
        }
    }

    @Test
    void lateAndDoubleAnswersAreCountedAndIgnored() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, function(new Twice()));
            CompletableFuture<Tuple> emitted = run.ask("f", 1).toCompletableFuture();
            Await.until("it was emitted", MOST, () -> CALLS.get() == 1);
            emitted.cancel(true);
            gate.countDown();
            assertThat(get(run.ask("f", 2)).getInt(0)).isEqualTo(2);
            Await.until(
                    "three answers are counted", MOST, () -> run.metrics().counter("f", "service.late.answers") == 3);
            assertThat(emitted).isCancelled();
            assertThat(run.metrics().counter("f", "service.cancelled")).isZero();
        }
    }

    @Test
    void whatIsCancelledBeforeItsEmissionIsNotEmitted() throws Exception {
        gate.countDown();
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, function(new Twice()), "topology.inactive", "true");
            run.ask("f", 1).toCompletableFuture().cancel(true);
            run.activate();
            get(run.ask("f", 2));
            Await.until("it is counted", MOST, () -> run.metrics().counter("f", "service.cancelled") == 1);
            assertThat(CALLS).hasValue(1);
        }
    }

    @Test
    void aRequestTimesOutWhileTheTopologyIsNotActive() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(
                    engine, function(new Twice()), "topology.inactive", "true", "topology.message.timeout", "1 s");
            RequestException failure = failureOf(run.ask("f", 1));
            assertThat(failure.reason()).isEqualTo(Reason.TIMED_OUT);
            assertThat(failure).hasMessageContaining("not active");
            assertThat(CALLS).hasValue(0);
        }
    }
}
