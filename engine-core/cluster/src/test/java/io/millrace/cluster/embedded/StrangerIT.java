// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.LogLines;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.worker.PeerEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another process speaks to the ports of a topology's workers on two nodes, without encryption, as long as the test
 * lasts.
 */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class StrangerIT {

    private static final Duration MOST = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();

    @AutoClose
    private TestCluster daemons;

    private Cluster cluster;

    @BeforeEach
    void start() throws Exception {
        daemons = TestCluster.start(directory, Config.empty().with(ClusterKeys.SUPERVISOR_SLOTS, 1), "n1", "n2");
        cluster = daemons.client();
        daemons.submit(
                "numbers", TestTopologies.counting(1_000_000, 1), Config.empty().with(TopologyKeys.WORKERS, 2));
        awaitFlow(Map.of());
    }

    /** Waits until both workers run, have later epochs than these, and acks go on over connections both ways. */
    private void awaitFlow(Map<String, Long> epochs) throws Exception {
        Await.until(
                "both workers are connected",
                MOST,
                () -> cluster.list().get(0).workersUp() == 2
                        && endpoints().size() == 2
                        && endpoints().entrySet().stream()
                                .allMatch(
                                        worker -> worker.getValue().epoch() > epochs.getOrDefault(worker.getKey(), 0L))
                        && peers().size() == 2
                        && peers().stream().allMatch(PeerMetrics::connected));
        for (int times = 0; times < 2; times++) {
            long before = daemons.acked("numbers");
            Await.until("acks over the wire", MOST, () -> daemons.acked("numbers") > before);
        }
    }

    private List<PeerMetrics> peers() {
        return cluster.metrics("numbers").peers();
    }

    private Map<String, PeerEndpoint> endpoints() throws IOException {
        Map<String, PeerEndpoint> newest = new TreeMap<>();
        for (Path file : daemons.files(LaunchSpec.ENDPOINT_FILE)) {
            PeerEndpoint found = Json.read(Files.readAllBytes(file), PeerEndpoint.class);
            newest.merge(found.worker(), found, (one, other) -> one.epoch() > other.epoch() ? one : other);
        }
        return newest;
    }

    @Test
    void aStrangerKeepsNoWorkerOutAndLearnsNothing() throws Exception {
        assertThatTheSecretIsNowhereElse();
        Map<String, PeerEndpoint> before = endpoints();
        Process stranger = stranger(before.values());
        try {
            Await.until("the stranger has tried it all", MOST, () -> said.contains("flood"));
            awaitFlow(Map.of());
            assertThat(cluster.list().get(0).problem()).isNull();

            PeerEndpoint killed = before.get("w1");
            assertThat(ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly())
                    .isTrue();
            // The stranger goes on to claim to be this worker, to the other one
            awaitFlow(Map.of("w1", killed.epoch()));
            assertThat(cluster.describe("numbers").problems()).isEmpty();
            assertThat(endpoints().get("w2").pid()).isEqualTo(before.get("w2").pid());
        } finally {
            stranger.destroyForcibly().waitFor();
        }
        String topology = cluster.list().get(0).id();
        String clusterId = launch().cluster().clusterId();
        assertThat(said).hasSizeGreaterThan(20).allSatisfy(line -> {
            String heard = new String(
                    Base64.getDecoder().decode(line.startsWith("said ") ? line.substring(5) : ""),
                    StandardCharsets.ISO_8859_1);
            // Random numbers may contain names of two letters
            assertThat(heard).doesNotContain(topology, clusterId, "numbers");
        });
        List<String> lines = cluster.logs("numbers", null, 10_000).stream()
                .map(LogLines::lines)
                .flatMap(List::stream)
                .toList();
        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThan(600));
        // There is one line for each cause and worker, of which one has started twice
        assertThat(lines.stream().filter(line -> line.contains("refused /127.0.0.1")))
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(3 * 4);
    }

    private Process stranger(Iterable<PeerEndpoint> workers) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Stranger.class.getName()));
        workers.forEach(worker -> command.add(worker.port() + "," + worker.worker() + "," + worker.epoch()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Thread reader = new Thread(() -> {
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                out.lines().forEach(said::add);
            } catch (IOException | java.io.UncheckedIOException e) {
                // The stranger was ended
            }
        });
        reader.setDaemon(true);
        reader.start();
        return process;
    }

    private LaunchSpec launch() throws IOException {
        return Json.read(Files.readAllBytes(daemons.files(LaunchSpec.FILE).get(0)), LaunchSpec.class);
    }

    /** Asserts that the secret is only in launch files of this account. */
    private void assertThatTheSecretIsNowhereElse() throws Exception {
        LaunchSpec spec = launch();
        String secret = Base64.getEncoder().encodeToString(spec.secret().bytes());
        assertThat(spec.secret().bytes()).hasSize(32);
        assertThat(Files.readString(daemons.files(LaunchSpec.FILE).get(0))).contains(secret);
        for (Path file : daemons.files(LaunchSpec.FILE)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                    .isEqualTo("rwx------");
        }
        List<String> told = new ArrayList<>(List.of(spec.toString()));
        for (PeerEndpoint worker : endpoints().values()) {
            for (String file : List.of("cmdline", "environ")) {
                told.add(Files.readString(
                        Path.of("/proc", String.valueOf(worker.pid()), file), StandardCharsets.ISO_8859_1));
            }
        }
        told.addAll(cluster.logs("numbers", null, 10_000).stream()
                .map(LogLines::lines)
                .flatMap(List::stream)
                .toList());
        // Every client that may upload may get this file
        told.add(Files.readString(Path.of(spec.program().topologyFile())));
        for (String path : List.of("/v1/topologies", "/v1/topologies/numbers", "/v1/topologies/numbers/metrics")) {
            told.add(get(path));
        }
        assertThat(told).hasSizeGreaterThan(8).noneMatch(text -> text.contains(secret));
    }

    private String get(String path) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                                        + daemons.controller().port() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }
}
