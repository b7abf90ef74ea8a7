// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.RunningTopology;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.operators.Sinks;
import io.millrace.operators.Spouts;
import io.millrace.operators.format.Formats;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Source and sink in an embedded engine. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpInTopologyTest {

    @TempDir
    private Path directory;

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static int post(int port, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpClient client = HttpClient.newHttpClient();
        while (true) {
            try {
                return client.send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode();
            } catch (ConnectException e) {
                // The source is not open yet
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void theReadmesTopologyPutsLargeOrders() throws Exception {
        int port = freePort();
        try (TestService service = new TestService();
                Millrace millrace = Millrace.local().start()) {
            millrace.submit("orders", LargeOrders.topology(port, service.url("")), Config.empty());
            assertThat(post(port, "/orders", "{\"id\": \"a\", \"cents\": 20000}"))
                    .isEqualTo(202);
            assertThat(post(port, "/orders", "{\"id\": \"b\", \"cents\": 1}")).isEqualTo(202);
            assertThat(post(port, "/orders", "no order")).isEqualTo(202);
            assertThat(post(port, "/orders", "{\"id\": \"c\", \"cents\": 30000}"))
                    .isEqualTo(202);
            while (service.requests.size() < 2) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(service.requests)
                    .containsExactlyInAnyOrder(
                            "PUT /large/a - {\"id\":\"a\",\"cents\":20000}",
                            "PUT /large/c - {\"id\":\"c\",\"cents\":30000}");
        }
    }

    @Test
    void oneLineMakesSourceAndSink() throws Exception {
        int port = freePort();
        try (TestService service = new TestService();
                Millrace millrace = Millrace.local().start()) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("texts", Spouts.http(port, "/texts", Formats.text("text")));
            builder.setBolt("out", Sinks.http(service.url("/in"), Formats.value("text")))
                    .shuffle("texts");
            millrace.submit("texts", builder.build(), Config.empty());
            assertThat(post(port, "/texts", "hello")).isEqualTo(202);
            while (service.requests.isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(service.requests).containsExactly("POST /in - hello");
        }
    }

    /** Emits numbers. */
    private static final class Numbers implements ReplayableSpout {

        private static final long serialVersionUID = 1L;
        private static final int MOST = 500;

        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient int next;

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next < MOST) {
                out.emit("n" + next++);
                out.idleUntil(context.nanoTime() + 1_000_000);
            } else {
                out.finish();
            }
        }

        @Override
        public Object snapshot() {
            return next;
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Integer) snapshots.get(0);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("id");
        }
    }

    @Test
    void withSnapshotsNothingIsLostThoughTheServiceFails() throws Exception {
        try (TestService service = new TestService();
                Millrace millrace = Millrace.local().start()) {
            AtomicInteger answers = new AtomicInteger();
            service.answer(request -> answers.incrementAndGet() % 5 == 0 ? 503 : 200);
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("numbers", new Numbers());
            builder.setBolt(
                            "out",
                            HttpSink.post(service.url("/"))
                                    .key("id")
                                    .retry(Duration.ofMillis(1), Duration.ofMillis(10)))
                    .blocking()
                    .shuffle("numbers");
            Config exactlyOnce = Config.empty()
                    .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                    .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(50))
                    .with(TopologyKeys.STATE_DIR, directory.toString());
            RunningTopology run = millrace.submit("numbers", builder.build(), exactlyOnce);
            assertThat(run.awaitCompletion(Duration.ofSeconds(40))).isTrue();
            assertThat(new HashSet<>(service.requests)).hasSize(Numbers.MOST);
        }
    }

    @Test
    void theReadmesBlockIsTheOneThatIsCompiled() throws IOException {
        String[] blocks = Files.readString(Path.of("README.md")).split("```java\n");
        String source = Files.readString(Path.of("src/test/java/io/millrace/connectors/http/LargeOrders.java"));
        assertThat(blocks).hasSize(2);
        assertThat(source.replaceAll("\\s+", "")).contains(blocks[1].split("```")[0].replaceAll("\\s+", ""));
    }
}
