// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.operators.Bolts;
import io.millrace.operators.Sinks;
import io.millrace.operators.Spouts;
import io.millrace.operators.format.Formats;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker process that takes requests, and one that sends them on to a service. Each is killed once. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpIT {

    private static final Path MEMORY = Path.of("/dev/shm");

    /** The requests in each of the three parts: more than a sink has under way, so that others wait in its inbox. */
    private static final int EACH = 150;

    /** The requests that a task of the sink has under way. */
    private static final int IN_FLIGHT = 64;

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    private Path shared;

    @BeforeEach
    void ownSharedMemory() throws IOException {
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "killed-http");
    }

    @AfterEach
    void removeSharedMemory() throws IOException {
        try (Stream<Path> all = Files.walk(shared)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static void await(RunningTopology run, BooleanSupplier holds) throws InterruptedException {
        while (!holds.getAsBoolean()) {
            assertThat(run.awaitCompletion(Duration.ofMillis(10))).isFalse();
        }
    }

    /** Posts numbers, each until it is accepted, and returns how often one was not. */
    private int post(RunningTopology run, int port, int from) throws InterruptedException {
        int repeated = 0;
        for (int number = from; number < from + EACH; number++) {
            while (!accepted(port, number)) {
                repeated++;
                assertThat(run.awaitCompletion(Duration.ofMillis(10))).isFalse();
            }
        }
        return repeated;
    }

    private boolean accepted(int port, int number) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/numbers"))
                .POST(HttpRequest.BodyPublishers.ofString(Integer.toString(number)))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 202;
        } catch (IOException e) {
            return false;
        }
    }

    private static void killWorkerOf(String component, RunningTopology run) throws InterruptedException {
        await(run, () -> victim(component, run.metrics()) != null);
        ProcessHandle process =
                ProcessHandle.of(victim(component, run.metrics()).pid()).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
    }

    private static WorkerMetrics victim(String component, TopologyMetrics metrics) {
        Set<String> workers = metrics.tasks().stream()
                .filter(task -> task.component().equals(component))
                .map(task -> task.worker())
                .collect(Collectors.toSet());
        return metrics.workers().stream()
                .filter(worker -> worker.registered() && workers.contains(worker.worker()))
                .findAny()
                .orElse(null);
    }

    private static List<Integer> starts(RunningTopology run) {
        return run.metrics().workers().stream().map(WorkerMetrics::starts).toList();
    }

    @Tag("long")
    @Test
    void whatWasAcceptedReachesTheServiceThoughWorkersAreKilled() throws Exception {
        int port = freePort();
        Config engine = Config.empty()
                .with(TopologyKeys.WORKERS, 2)
                // What was under way to the killed worker is emitted again after this time
                .with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(1))
                .with("ipc.dir", shared);
        Set<String> taken = ConcurrentHashMap.newKeySet();
        AtomicBoolean holding = new AtomicBoolean();
        AtomicInteger held = new AtomicInteger();
        CountDownLatch killed = new CountDownLatch(1);
        try (TestService service = new TestService();
                Millrace millrace = Millrace.local().processes().config(engine).start()) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("numbers", Spouts.http(port, "/numbers", Formats.text("number")));
            builder.setBolt("square", Bolts.map("square", in -> square(in.getString("number"))), 2)
                    .shuffle("numbers");
            builder.setBolt("out", Sinks.http(service.url("/squares/{square}"), Formats.value("square")))
                    .shuffle("square");
            service.answer(request -> {
                if (holding.get()) {
                    held.incrementAndGet();
                    killed.await();
                    return 503;
                }
                taken.add(request);
                return 200;
            });
            RunningTopology run = millrace.submit("squares", builder.build(), Config.empty());
            post(run, port, 0);
            await(run, () -> taken.size() == EACH);
            holding.set(true);
            post(run, port, EACH);
            await(run, () -> held.get() >= IN_FLIGHT);
            killWorkerOf("out", run);
            holding.set(false);
            killed.countDown();
            await(run, () -> taken.size() == 2 * EACH);

            // Numbers that have not arrived are lost with the source's worker, so all have
            killWorkerOf("numbers", run);
            assertThat(post(run, port, 2 * EACH)).as("repeated requests").isPositive();
            await(run, () -> taken.size() == 3 * EACH);
            await(run, () -> starts(run).equals(List.of(2, 2)));
        }
        assertThat(taken)
                .isEqualTo(IntStream.range(0, 3 * EACH)
                        .mapToObj(i -> square(Integer.toString(i)))
                        .map(square -> "POST /squares/" + square + " - " + square)
                        .collect(Collectors.toSet()));
    }

    private static String square(String number) {
        long value = Long.parseLong(number);
        return Long.toString(value * value);
    }
}
