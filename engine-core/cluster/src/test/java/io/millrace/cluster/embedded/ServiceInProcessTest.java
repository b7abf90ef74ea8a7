// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.ResultSubscription;
import io.millrace.api.Results;
import io.millrace.api.RunningTopology;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Await;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service feeds, asks and takes; all workers are threads of this process. */
@Timeout(60)
class ServiceInProcessTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static RunningTopology submit(Millrace engine, TopologyBuilder builder) {
        return engine.submit("service", builder.build(), Config.empty());
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static RequestException failureOf(CompletionStage<?> stage) throws Exception {
        try {
            get(stage);
        } catch (ExecutionException e) {
            return (RequestException) e.getCause();
        }
        throw new AssertionError("the stage was completed without a failure");
    }

    private static TopologyBuilder doubling() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("double", Spouts.fed(Fields.of("n")).answers("twice"));
        builder.setBolt("answer", Bolts.answer(tuple -> List.of(2 * tuple.getLong("n"))), 2)
                .shuffle("double");
        return builder;
    }

    @Test
    void anAnswerHasTheDeclaredFields() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, doubling());
            Tuple answer = get(run.ask("double", 21L));
            assertThat(answer.getLong("twice")).isEqualTo(42);
            assertThat(answer.sourceComponent()).isEqualTo("answer");
            TopologyFunction function = run.function("double");
            assertThat(function.fields()).isEqualTo(Fields.of("n"));
            assertThat(function.answers()).isEqualTo(Fields.of("twice"));
            assertThat(function.pending()).isZero();
        }
    }

    @Test
    void manyThreadsAskAtOnce() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            TopologyFunction function = submit(engine, doubling()).function("double");
            List<Thread> callers = new ArrayList<>();
            AtomicInteger right = new AtomicInteger();
            for (int caller = 0; caller < 8; caller++) {
                int first = caller * 1000;
                Thread thread = new Thread(() -> {
                    for (int i = first; i < first + 1000; i++) {
                        if (function.ask((long) i).toCompletableFuture().join().getLong(0) == 2L * i) {
                            right.incrementAndGet();
                        }
                    }
                });
                callers.add(thread);
                thread.start();
            }
            for (Thread caller : callers) {
                caller.join();
            }
            assertThat(right).hasValue(8000);
            assertThat(function.pending()).isZero();
        }
    }

    @Test
    void asksAreAnsweredWithoutTracking() throws Exception {
        try (Millrace engine =
                Millrace.local().set("topology.guarantee", "at-most-once").start()) {
            RunningTopology run = submit(engine, doubling());
            assertThat(get(run.ask("double", 1L)).getLong(0)).isEqualTo(2);
            get(run.feed("double").send(1L));
        }
    }

    @Test
    void anAnswerComesAfterAJoin() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sum", Spouts.fed(Fields.of("n")).answers("sum"));
        builder.setBolt("left", Bolts.map("part", tuple -> tuple.getLong("n") + 1))
                .shuffle("sum");
        builder.setBolt("right", Bolts.map("part", tuple -> tuple.getLong("n") * 10))
                .shuffle("sum");
        builder.setBolt("join", new Join()).shuffle("left").shuffle("right");
        builder.setBolt("late", Bolts.answer(tuple -> List.of(tuple.getLong("sum"))))
                .shuffle("join");
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, builder);
            assertThat(get(run.ask("sum", 5L)).getLong("sum")).isEqualTo(56);
        }
    }

    /** Joins one part of each side. */
    private static final class Join implements Bolt {

        private static final long serialVersionUID = 1L;

        private transient Tuple first;
        private transient BoltCollector out;

        @Override
        public void declareOutputs(io.millrace.api.OutputDeclarer declarer) {
            declarer.declare("sum");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            if (first == null) {
                first = input;
                return;
            }
            out.emit(List.of(first, input), first.getLong("part") + input.getLong("part"));
            out.ack(first);
            out.ack(input);
            first = null;
        }
    }

    @Test
    void anExceptionOfABoltFailsTheRequestWithItsMessage() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("f", Spouts.fed(Fields.of("n")).answers("m"));
        builder.setBolt("broken", Bolts.answer(tuple -> {
                    throw new IllegalStateException("no model");
                }))
                .shuffle("f");
        try (Millrace engine = Millrace.local().start()) {
            RequestException failure = failureOf(submit(engine, builder).ask("f", 1));
            assertThat(failure.reason()).isEqualTo(Reason.FAILED);
            assertThat(failure).hasMessageContaining("component 'broken'").hasMessageContaining("no model");
        }
    }

    @Test
    void anErrorAnswerAndNoAnswerAreToldApart() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("f", Spouts.fed(Fields.of("n")).answers("m"));
        builder.setBolt("some", new SomeErrors()).shuffle("f");
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, builder);
            RequestException error = failureOf(run.ask("f", 1));
            assertThat(error.reason()).isEqualTo(Reason.ERROR_ANSWER);
            assertThat(error).hasMessage("1 is odd");
            assertThat(failureOf(run.ask("f", 2)).reason()).isEqualTo(Reason.NO_ANSWER);
        }
    }

    private static final class SomeErrors implements io.millrace.api.BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, io.millrace.api.Emitter out) {
            if (input.getInt("n") % 2 == 1) {
                out.answerError(input.getInt("n") + " is odd");
            }
        }
    }

    @Test
    void aRequestThatTimesOutFails() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("f", Spouts.fed(Fields.of("n")).answers("m")).set("topology.message.timeout", "1 s");
        builder.setBolt("silent", new Keep()).shuffle("f");
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, builder);
            assertThat(failureOf(run.ask("f", 1)).reason()).isEqualTo(Reason.TIMED_OUT);
            RequestException own =
                    failureOf(run.function("f").timeout(Duration.ofMillis(5)).ask(1));
            assertThat(own.reason()).isEqualTo(Reason.TIMED_OUT);
            assertThat(own).hasMessageContaining("within 5 ms");
            assertThat(run.function("f").pending()).isZero();
        }
    }

    /** A bolt that neither acks nor fails. */
    private static final class Keep implements Bolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(TaskContext context, BoltCollector out) {}

        @Override
        public void execute(Tuple input) {}
    }

    @Test
    void whatIsUnderWayFailsWhenTheTopologyIsKilled() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("f", Spouts.fed(Fields.of("n")).answers("m"));
        builder.setBolt("silent", new Keep()).shuffle("f");
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, builder);
            List<CompletableFuture<Tuple>> asked = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                asked.add(run.ask("f", i).toCompletableFuture());
            }
            run.kill();
            for (CompletableFuture<Tuple> each : asked) {
                RequestException failure = failureOf(each);
                assertThat(failure.reason()).isEqualTo(Reason.CLOSED);
                assertThat(failure).hasMessageContaining("was killed");
            }
            assertThat(failureOf(run.ask("f", 1)).reason()).isEqualTo(Reason.CLOSED);
            assertThatThrownBy(() -> run.feed("f").offer(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("was killed");
        }
    }

    @Test
    void mistakesAreToldInOneLine() {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, doubling());
            assertThatThrownBy(() -> run.ask("duoble", 1L))
                    .isInstanceOf(TopologyException.class)
                    .hasMessage("topology 'service' has no function 'duoble': did you mean 'double'?");
            assertThatThrownBy(() -> run.results("answer"))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("no results bolt 'answer'");
            assertThatThrownBy(() -> run.ask("double", 1L, 2L))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("'double' has the fields n, 2 values were given: give one value per field");
            Feed feed = run.feed("double");
            feed.close();
            assertThatThrownBy(() -> feed.offer(1L))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("this handle is closed");
        }
    }

    @Test
    void theBoundOnWhatIsUnderWayHolds() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("f", Spouts.fed(Fields.of("n")).answers("m")).set("topology.ask.pending", 10);
        builder.setBolt("silent", new Keep()).shuffle("f");
        try (Millrace engine = Millrace.local().start()) {
            TopologyFunction function = submit(engine, builder).function("f");
            List<CompletableFuture<Tuple>> asked = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                asked.add(function.ask(i).toCompletableFuture());
            }
            assertThat(failureOf(function.ask(10)).reason()).isEqualTo(Reason.NO_ROOM);
            assertThat(function.pending()).isEqualTo(10);
            asked.get(3).cancel(true);
            assertThat(function.pending()).isEqualTo(9);
            assertThat(function.ask(11).toCompletableFuture()).isNotDone();
        }
    }

    @Test
    void offersAreRefusedWhileTheTopologyIsBehind() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(Fields.of("n"))).set("topology.feed.capacity", 16);
        builder.setBolt("out", Bolts.results()).set("topology.task.inbox", 16).shuffle("in");
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, builder);
            Feed feed = run.feed("in");
            int offered = 0;
            while (feed.offer(Duration.ofMillis(200), offered)) {
                offered++;
            }
            // No consumer takes results, so all tuples wait
            assertThat(offered).isBetween(16, 10_000);
            try (Results results = run.results("out")) {
                for (int i = 0; i < offered; i++) {
                    assertThat(results.poll(LONG).getInt("n")).isEqualTo(i);
                }
                assertThat(feed.offer(LONG, offered)).isTrue();
                assertThat(results.poll(LONG).getInt("n")).isEqualTo(offered);
            }
        }
    }

    @Test
    void aPublisherFeedsAndASubscriberTakes() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(Fields.of("n")));
        builder.setBolt("out", Bolts.results()).shuffle("in");
        SubmissionPublisher<List<?>> publisher = new SubmissionPublisher<>();
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, builder);
            BlockingQueue<Tuple> got = new LinkedBlockingQueue<>();
            CountDownLatch completed = new CountDownLatch(1);
            run.results("out").publisher().subscribe(new java.util.concurrent.Flow.Subscriber<Tuple>() {
                @Override
                public void onSubscribe(java.util.concurrent.Flow.Subscription subscription) {
                    subscription.request(Long.MAX_VALUE);
                }

                @Override
                public void onNext(Tuple tuple) {
                    got.add(tuple);
                }

                @Override
                public void onError(Throwable cause) {}

                @Override
                public void onComplete() {
                    completed.countDown();
                }
            });
            Feed.Subscriber subscriber = run.feed("in").subscriber(8);
            publisher.subscribe(subscriber);
            for (int i = 0; i < 1000; i++) {
                publisher.submit(List.of(i));
            }
            publisher.close();
            assertThat(get(subscriber.completion())).isEqualTo(1000);
            for (int i = 0; i < 1000; i++) {
                assertThat(got.poll(30, TimeUnit.SECONDS).getInt(0)).isEqualTo(i);
            }
            run.kill();
            assertThat(completed.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aSubscriberWithoutDemandHearsOfTheEnd() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(Fields.of("n")));
        builder.setBolt("out", Bolts.results()).shuffle("in");
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch completed = new CountDownLatch(1);
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, builder);
            run.results("out").publisher().subscribe(new java.util.concurrent.Flow.Subscriber<Tuple>() {
                @Override
                public void onSubscribe(java.util.concurrent.Flow.Subscription subscription) {
                    subscription.request(1);
                }

                @Override
                public void onNext(Tuple tuple) {
                    first.countDown();
                }

                @Override
                public void onError(Throwable cause) {}

                @Override
                public void onComplete() {
                    completed.countDown();
                }
            });
            get(run.feed("in").send(1));
            assertThat(first.await(30, TimeUnit.SECONDS)).isTrue();
            run.kill();
            assertThat(completed.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aConsumerThatThrowsOrIsSlowIsItsOwnProblem() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(Fields.of("n")));
        builder.setBolt("out", Bolts.results().discarding()).shuffle("in");
        CountDownLatch release = new CountDownLatch(1);
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, builder);
            BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
            ResultSubscription throwing = run.results("out").named("throws").subscribe(tuple -> {
                throw new IllegalStateException("consumer");
            });
            ResultSubscription blocking = run.results("out")
                    .named("blocks")
                    .capacity(4)
                    .dropOldest()
                    .subscribe(tuple -> {
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
            ResultSubscription good = run.results("out").subscribe(tuple -> seen.add(tuple.getInt(0)));
            for (int i = 0; i < 1000; i++) {
                get(run.feed("in").send(i));
            }
            for (int i = 0; i < 1000; i++) {
                assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo(i);
            }
            assertThat(blocking.dropped()).isGreaterThanOrEqualTo(990);
            release.countDown();
            blocking.close();
            good.close();
            throwing.close();
            assertThat(throwing.errors()).isPositive();
            // Tuples are discarded without subscriptions
            get(run.feed("in").send(1));
        }
    }

    @Test
    void slowSubscriptionsAreInTheMetricsByTheirNames() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(Fields.of("n")));
        builder.setBolt("out", Bolts.results()).shuffle("in");
        CountDownLatch release = new CountDownLatch(1);
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, builder);
            ResultSubscription holding =
                    run.results("out").named("ui").capacity(4).subscribe(tuple -> await(release));
            ResultSubscription dropping =
                    run.results("out").named("log").capacity(4).dropOldest().subscribe(tuple -> await(release));
            for (int i = 0; i < 100; i++) {
                run.feed("in").offer(i);
            }
            // The subscriptions come one after the other, and gauges are read once a second
            Await.until("a subscription that holds back", LONG, () -> {
                Map<String, Double> now = gauges(run);
                return Double.valueOf(1).equals(now.get("subscriber.ui.holding"))
                        && Double.valueOf(4).equals(now.get("subscriber.ui.waiting"))
                        && Double.valueOf(0).equals(now.get("subscriber.log.holding"))
                        && now.containsKey("subscriber.log.dropped");
            });
            assertThat(gauges(run)).doesNotContainKey("subscriber.ui.dropped");

            release.countDown();
            holding.close();
            Await.until("the subscription is gone", LONG, () -> !gauges(run).containsKey("subscriber.ui.waiting"));
            Await.until("all other results are taken", LONG, () -> dropping.taken() + dropping.dropped() == 100);
            Await.until(
                    "its drops are shown",
                    LONG,
                    () -> Double.valueOf(dropping.dropped()).equals(gauges(run).get("subscriber.log.dropped")));
            // Gauges are never removed: names above a bound share one
            for (int i = 0; i < 40; i++) {
                run.results("out").named("thread-" + i).subscribe(tuple -> {});
            }
            Await.until("the others", LONG, () -> gauges(run).containsKey("subscriber.others.waiting"));
            assertThat(gauges(run).keySet().stream().filter(name -> name.endsWith(".waiting")))
                    .hasSizeLessThanOrEqualTo(17);
        }
    }

    private static Map<String, Double> gauges(RunningTopology run) {
        return run.metrics().tasks().stream()
                .filter(task -> task.component().equals("out"))
                .findFirst()
                .orElseThrow()
                .gauges();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whatFailsIsRepeated() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(Fields.of("n")).retries(2));
        builder.setBolt("flaky", Bolts.forEach(tuple -> {
                    if (FLAKY.incrementAndGet() % 3 != 0) {
                        throw new IllegalStateException("not yet");
                    }
                }))
                .shuffle("in");
        FLAKY.set(0);
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = submit(engine, builder);
            get(run.feed("in").send(1));
            assertThat(FLAKY).hasValue(3);
        }
    }

    private static final AtomicInteger FLAKY = new AtomicInteger();

    @Test
    void whatWasUnderWaySurvivesTheRestartOfAWorker() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("f", Spouts.fed(Fields.of("n")).answers("m"));
        builder.setBolt("dies", Bolts.answer(tuple -> {
                    if (tuple.getInt("n") == 500 && FLAKY.getAndIncrement() == 0) {
                        throw new IllegalStateException("restart");
                    }
                    return List.of(tuple.getInt("n"));
                }))
                .set(TopologyKeys.ON_ERROR.name(), "restart-worker")
                .shuffle("f");
        FLAKY.set(0);
        try (Millrace engine =
                Millrace.local().set("worker.restart.backoff.min", "10 ms").start()) {
            RunningTopology run = submit(engine, builder);
            List<CompletionStage<Tuple>> asked = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                asked.add(run.ask("f", i));
            }
            int failed = 0;
            for (int i = 0; i < 1000; i++) {
                try {
                    assertThat(get(asked.get(i)).getInt(0)).isEqualTo(i);
                } catch (ExecutionException e) {
                    failed++;
                }
            }
            // Only the request whose bolt threw has failed
            assertThat(failed).isLessThanOrEqualTo(1);
            assertThat(FLAKY.get()).isPositive();
        }
    }
}
