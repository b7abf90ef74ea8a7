// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.WorkerMetrics;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers as processes, and the service as a process. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScoringServiceIT {

    private static final int CLIENTS = 8;
    private static final int REQUESTS_BEFORE = 200;
    private static final int SUCCESSES_AFTER = 200;
    private static final int SIGTERM = 143;

    @Tag("long")
    @Test
    void aWorkerKilledUnderLoadCostsNoAnswer() throws Exception {
        Millrace.Builder builder =
                Millrace.local().processes().config(Config.empty().with(TopologyKeys.WORKERS, 2));
        try (ScoringService service = new ScoringService(builder, 0)) {
            Client client = Client.of(service.uri());
            awaitReady(client);
            WorkerMetrics victim = service.run().metrics().workers().get(0);
            CountDownLatch loaded = new CountDownLatch(CLIENTS);
            CountDownLatch killed = new CountDownLatch(1);
            List<Callable<List<HttpResponse<String>>>> callers = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                String user = "caller" + i;
                callers.add(() -> load(client, user, loaded, killed));
            }
            ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
            List<Future<List<HttpResponse<String>>>> loads =
                    callers.stream().map(threads::submit).toList();

            loaded.await();
            assertThat(ProcessHandle.of(victim.pid()).orElseThrow().destroyForcibly())
                    .isTrue();
            ProcessHandle.of(victim.pid()).ifPresent(process -> process.onExit().join());
            killed.countDown();

            for (int i = 0; i < CLIENTS; i++) {
                List<HttpResponse<String>> answers = loads.get(i).get();
                String expected = "caller" + i + "-";
                for (int request = 0; request < answers.size(); request++) {
                    HttpResponse<String> answer = answers.get(request);
                    assertThat(answer.body()).hasLineCount(1);
                    if (answer.statusCode() == 200) {
                        assertThat(answer.body()).isEqualTo(expected + request + " 1.0\n");
                    } else {
                        assertThat(answer.statusCode()).as(answer.body()).isIn(503, 504);
                    }
                }
            }
            threads.shutdown();

            awaitReady(client);
            assertThat(service.run().metrics().workers())
                    .extracting(WorkerMetrics::pid)
                    .hasSize(2)
                    .doesNotContain(victim.pid());
            for (int user = 0; user < CLIENTS; user++) { // Users of both workers
                assertThat(client.post("/events?amount=10&user=" + user).statusCode())
                        .isEqualTo(200);
                assertThat(client.post("/events?amount=90&user=" + user).statusCode())
                        .isEqualTo(200);
            }
            long alerts = 0;
            while (alerts < CLIENTS) { // They come from workers, and may do so after the payments are processed
                alerts += client.get("/alerts").body().strip().lines().count();
            }
            assertThat(alerts).isEqualTo(CLIENTS);
        }
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theJarServesUntilItIsTerminated(boolean processes) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar"));
        command.add(jar().toString());
        command.addAll(processes ? List.of("--processes", "0") : List.of("0"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            Client client = Client.of(URI.create(out.readLine().replaceFirst("listening on ", "")));
            assertThat(client.get("/score?user=ann&amount=1").body()).isEqualTo("ann 1.0\n");
            List<ProcessHandle> workers = process.descendants().toList();
            assertThat(workers).hasSize(processes ? 2 : 0);

            process.destroy();
            assertThat(process.waitFor()).isEqualTo(SIGTERM);
            assertThat(workers).noneMatch(ProcessHandle::isAlive);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Asks without a pause until enough requests have succeeded after the kill. */
    private static List<HttpResponse<String>> load(
            Client client, String user, CountDownLatch loaded, CountDownLatch killed) throws Exception {
        List<HttpResponse<String>> answers = new ArrayList<>();
        for (int after = 0; after < SUCCESSES_AFTER; ) {
            boolean dead = killed.getCount() == 0;
            HttpResponse<String> answer = client.get("/score?amount=7&user=" + user + "-" + answers.size());
            answers.add(answer);
            if (dead && answer.statusCode() == 200) {
                after++;
            }
            if (answers.size() == REQUESTS_BEFORE) {
                loaded.countDown();
            }
        }
        return answers;
    }

    private static void awaitReady(Client client) throws Exception {
        while (!client.get("/health").body().startsWith("READY")) {
            // Its workers need the processors
            LockSupport.parkNanos(20_000_000);
        }
    }

    private static Path jar() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(it -> it.getFileName().toString().matches("example-service-[0-9.]+(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
