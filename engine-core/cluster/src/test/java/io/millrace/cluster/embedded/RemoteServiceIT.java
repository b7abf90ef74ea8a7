// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.EngineHealth;
import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.ResultSubscription;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.Await;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that feeds, asks and takes from worker processes, through shared memory and over TCP. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class RemoteServiceIT {

    private static final Duration MOST = Duration.ofSeconds(40);

    private static final Path MEMORY =
            Path.of("/dev/shm/millrace-it-" + ProcessHandle.current().pid());

    /** The cluster of the tests that do not end it. */
    private static LocalCluster shared;

    private Path memory;
    private Millrace engine;
    private Config settings;

    @BeforeAll
    static void startCluster() {
        shared = cluster(MEMORY);
    }

    @AfterAll
    static void stopCluster() throws IOException {
        shared.close();
        Directories.remove(MEMORY);
    }

    private static LocalCluster cluster(Path memory) {
        return LocalCluster.start(Config.empty()
                .with(ClusterKeys.IPC_DIR, memory.toString())
                .with(ClusterKeys.ZOOKEEPER_SESSION_TIMEOUT, Duration.ofSeconds(4)));
    }

    @AfterEach
    void stop() throws IOException {
        for (TopologyInfo left : shared.cluster().list()) {
            shared.cluster().kill(left.name(), MOST);
        }
        engine.close();
        if (!memory.equals(MEMORY)) {
            Directories.remove(memory);
        }
    }

    /** Answers with the square, and emits the number. */
    public static final class Square implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private static final long DEADLY = 666_666_666;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long number = input.getLong("number");
            if (number == DEADLY) {
                Runtime.getRuntime().halt(1);
            }
            if (number < 0) {
                out.answerError(number + " is negative");
                return;
            }
            out.emit(number);
            out.answer(number * number);
        }
    }

    private static Topology squares() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.fed(Fields.of("number")).answers("square"), 2);
        builder.setBolt("square", new Square(), 2).shuffle("numbers");
        builder.setBolt("seen", Bolts.results().discarding(), 1).shuffle("square");
        return builder.build();
    }

    /** @param node the node of this service; one that differs from that of the workers makes it use TCP */
    private RunningTopology start(String node, int workers) {
        return start(node, workers, "30 s");
    }

    private RunningTopology start(String node, int workers, String timeout) {
        return start(shared, MEMORY, () -> {}, node, workers, timeout);
    }

    /** Starts one worker in a cluster that ends with the engine. */
    private RunningTopology startAlone() {
        Path own = MEMORY.resolveSibling(MEMORY.getFileName() + "-alone");
        LocalCluster local = cluster(own);
        return start(local, own, local::close, "", 1, "30 s");
    }

    private RunningTopology start(
            LocalCluster local, Path directory, Runnable end, String node, int workers, String timeout) {
        memory = directory;
        settings = local.config();
        engine = service(local, node, end);
        return engine.submit(
                "squares",
                squares(),
                Config.empty().with("topology.workers", workers).with("topology.message.timeout", timeout));
    }

    private static Millrace service(LocalCluster local, String node, Runnable end) {
        return new ClusterEngine(
                local.cluster(),
                new ServiceConnections(local.cluster(), local.config().with(ClusterKeys.NODE_ID, node)),
                Config.empty(),
                local.classPath(),
                () -> EngineHealth.of(List.of()),
                false,
                end);
    }

    private static long square(CompletableFuture<Tuple> answer) throws Exception {
        return answer.get(MOST.toSeconds(), TimeUnit.SECONDS).getLong("square");
    }

    @Test
    void aServiceAsksFeedsAndTakes() throws Exception {
        RunningTopology run = start("", 2);
        try (Millrace far = service(shared, "elsewhere", () -> {})) {
            RunningTopology overTcp = far.topology("squares").orElseThrow();
            asksFeedsAndTakes(run);
            asksFeedsAndTakes(overTcp);

            run.kill();
            for (RunningTopology killed : List.of(run, overTcp)) {
                assertThatThrownBy(() -> killed.function("numbers")
                                .ask(1L)
                                .toCompletableFuture()
                                .get(MOST.toSeconds(), TimeUnit.SECONDS))
                        .hasMessageContaining("killed");
            }
        }
    }

    private static void asksFeedsAndTakes(RunningTopology run) throws Exception {
        TopologyFunction function = run.function("numbers");

        assertThat(square(function.ask(7L).toCompletableFuture())).isEqualTo(49);
        List<CompletableFuture<Tuple>> answers = new ArrayList<>();
        for (long i = 0; i < 5_000; i++) {
            answers.add(function.ask(i).toCompletableFuture());
        }
        for (int i = 0; i < answers.size(); i++) {
            assertThat(square(answers.get(i))).isEqualTo((long) i * i);
        }
        assertThat(function.pending()).isZero();
        assertThatThrownBy(() -> square(function.ask(-3L).toCompletableFuture()))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseInstanceOf(RequestException.class)
                .hasMessageContaining("-3 is negative");

        Set<Long> seen = ConcurrentHashMap.newKeySet();
        ResultSubscription subscription = run.results("seen")
                .named("watcher")
                .dropOldest()
                .capacity(1 << 16)
                .subscribe(tuple -> seen.add(tuple.getLong("number")));
        Feed feed = run.feed("numbers");
        Await.until("the subscription has begun", MOST, () -> {
            feed.send(1_000_000L);
            return !seen.isEmpty();
        });
        for (long i = 0; i < 20_000; i++) {
            assertThat(feed.offer(MOST, i)).isTrue();
        }
        Await.until("all results", MOST, () -> seen.size() == 20_001);
        Await.until(
                "the subscription is in the metrics",
                MOST,
                () -> run.metrics().tasks().stream()
                        .anyMatch(task -> Double.valueOf(0).equals(task.gauges().get("subscriber.watcher.dropped"))));
        subscription.close();
        feed.send(5L).toCompletableFuture().get(MOST.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void everyRequestIsAnsweredOnceAlthoughAWorkerIsKilled() throws Exception {
        RunningTopology run = start("", 2);
        TopologyFunction function = run.function("numbers");
        assertThat(square(function.ask(3L).toCompletableFuture())).isEqualTo(9);

        int callers = 64;
        int requests = Boolean.getBoolean("millrace.long") ? 500 : 150;
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger asked = new AtomicInteger();
        ConcurrentLinkedQueue<Throwable> wrong = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        Semaphore go = new Semaphore(0);
        for (int caller = 0; caller < callers; caller++) {
            boolean repeated = caller % 4 != 0;
            TopologyFunction own = repeated ? function : function.failOnWorkerDeath();
            Thread thread = new Thread(() -> {
                for (long i = 0; i < requests; i++) {
                    long number = i;
                    CompletableFuture<Tuple> answer = own.ask(number).toCompletableFuture();
                    asked.incrementAndGet();
                    answer.whenComplete((value, failure) -> ended.incrementAndGet());
                    try {
                        assertThat(square(answer)).isEqualTo(number * number);
                    } catch (Exception | AssertionError e) {
                        boolean died = e.getCause() instanceof RequestException failure
                                && failure.reason() == Reason.WORKER_DIED;
                        if (repeated || !died) {
                            wrong.add(e);
                        }
                    }
                    if (i == 50) {
                        go.release();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        go.acquire(callers);
        // Both workers hold a task of the fed spout
        WorkerMetrics victim = run.metrics().workers().get(0);
        ProcessHandle.of(victim.pid()).orElseThrow().destroyForcibly();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).isEmpty();
        assertThat(ended).hasValue(asked.get());
        assertThat(asked).hasValue(callers * requests);
        assertThat(function.pending()).isZero();
    }

    private static RequestException failureOf(CompletionStage<?> stage) throws Exception {
        try {
            stage.toCompletableFuture().get(MOST.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return (RequestException) e.getCause();
        }
        throw new AssertionError("the stage was completed without a failure");
    }

    /** A value without an encoding. */
    private static final class Unknown {}

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"", "elsewhere"})
    void valuesThatDoNotFitFailAndUseUpNothing(String node) throws Exception {
        RunningTopology run = start(node, 1);
        TopologyFunction function = run.function("numbers");
        assertThat(square(function.ask(3L).toCompletableFuture())).isEqualTo(9);
        Feed feed = run.feed("numbers");

        RequestException failure = failureOf(function.ask(new Unknown()));
        assertThat(failure.reason()).isEqualTo(Reason.INVALID);
        assertThat(failure).hasMessageContaining("Unknown").hasMessageContaining("topology.serialization.classes");
        // This is twice the number that may wait for both tasks
        for (int i = 0; i < 16_384; i++) {
            assertThat(failureOf(feed.send(new Unknown())).reason()).isEqualTo(Reason.INVALID);
        }
        feed.send(1L).toCompletableFuture().get(MOST.toSeconds(), TimeUnit.SECONDS);
        assertThat(failureOf(function.ask("x")).reason()).isEqualTo(Reason.FAILED);
        assertThat(function.pending()).isZero();
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsUnderWayFailsWhenTheTopologyOrTheEngineEnds(boolean kill) throws Exception {
        RunningTopology run = kill ? start("", 1) : startAlone();
        TopologyFunction function = run.function("numbers");
        assertThat(square(function.ask(3L).toCompletableFuture())).isEqualTo(9);
        run.deactivate();
        List<CompletionStage<?>> waiting = new ArrayList<>();
        for (long i = 0; i < 1_000; i++) {
            waiting.add(function.ask(i));
            waiting.add(run.feed("numbers").send(i));
        }
        if (kill) {
            run.kill();
        } else {
            engine.close();
        }
        List<Reason> reasons = new ArrayList<>();
        for (CompletionStage<?> stage : waiting) {
            try {
                stage.toCompletableFuture().get(MOST.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                reasons.add(((RequestException) e.getCause()).reason());
            }
        }
        // Deactivation reaches workers later than this call returns, so some may have been processed
        assertThat(reasons).contains(Reason.CLOSED).containsOnly(Reason.CLOSED);
        assertThat(function.pending()).isZero();
    }

    @Tag("long")
    @Test
    void aRequestThatEndsEachOfItsWorkersFails() throws Exception {
        RunningTopology run = start("", 1, "4 s");
        TopologyFunction function = run.function("numbers");
        Await.until("it answers", MOST, () -> answers(function));
        assertThat(failureOf(function.ask(Square.DEADLY)).reason()).isIn(Reason.TIMED_OUT, Reason.WORKER_DIED);
        Await.until("it answers others", MOST, () -> answers(function));
    }

    private static boolean answers(TopologyFunction function) {
        return function.ask(3L)
                .handle((answer, failure) -> failure == null)
                .toCompletableFuture()
                .join();
    }

    @Tag("long")
    @Test
    void requestsFollowTheirTasksToOtherWorkers() throws Exception {
        RunningTopology run = start("", 1);
        TopologyFunction function = run.function("numbers");
        assertThat(square(function.ask(3L).toCompletableFuture())).isEqualTo(9);
        AtomicBoolean moved = new AtomicBoolean();
        CompletableFuture<Long> asking = CompletableFuture.supplyAsync(() -> {
            long number = 0;
            while (!moved.get()) {
                try {
                    assertThat(square(function.ask(number).toCompletableFuture()))
                            .isEqualTo(number * number);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                number++;
            }
            return number;
        });

        try {
            run.rebalance(new RebalanceRequest(false, "even", 2, Map.of()));
        } finally {
            moved.set(true);
        }

        assertThat(asking.get(MOST.toSeconds(), TimeUnit.SECONDS)).isPositive();
        assertThat(square(function.ask(4L).toCompletableFuture())).isEqualTo(16);
        assertThat(run.metrics().workers()).hasSizeGreaterThanOrEqualTo(2);
    }

    @Tag("long")
    @Test
    void theDeathOfAServiceFreesWhatItHeld() throws Exception {
        RunningTopology run = start("", 2);
        assertThat(square(run.ask("numbers", 2L).toCompletableFuture())).isEqualTo(4);
        List<Path> own = files("client.ring");
        Process service = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServiceToKill.class.getName(),
                        settings.get(ClusterKeys.ZOOKEEPER_CONNECT),
                        settings.get(ClusterKeys.ZOOKEEPER_ROOT))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = service.inputReader()) {
            String line = out.readLine();
            while (line != null && !line.equals("up")) {
                line = out.readLine();
            }
            assertThat(line).isEqualTo("up");
            assertThat(files("client.ring")).hasSize(2);
        } finally {
            service.destroyForcibly().waitFor();
        }

        // The blocking consumer held up the bolt before the results
        for (long i = 0; i < 5_000; i++) {
            assertThat(square(run.ask("numbers", i).toCompletableFuture())).isEqualTo(i * i);
        }
        Await.until("its memory is removed", MOST, () -> files("client.ring").equals(own));
    }

    /** Returns the files in shared memory whose names have this end. */
    private List<Path> files(String end) {
        if (Files.notExists(memory)) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(memory)) {
            return found.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(end))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UncheckedIOException e) {
            // A directory was removed meanwhile
            return files(end);
        }
    }
}
