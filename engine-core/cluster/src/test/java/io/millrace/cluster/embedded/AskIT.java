// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.Jars;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueInput;
import io.millrace.api.codec.ValueOutput;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.operators.Spouts;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A program that is not in Java asks a topology through the controller, which has none of its classes. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class AskIT {

    private static final Duration MOST = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    @AutoClose
    private TestCluster daemons;

    private RunningTopology run;
    private Millrace engine;

    /** A value that only the author's own programs can read. */
    public record Point(long x) {}

    /** A value as {@link Point}, with a codec. */
    public record Coded(long x) {}

    /** Answers with squares, in ways that its word names. */
    public static final class Square implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void execute(Tuple input, Emitter out) {
            long number = input.getLong("number");
            switch (input.getString("how")) {
                case "error" -> out.answerError(number + " is refused");
                case "point" -> out.answer(new Point(number), null);
                case "coded" -> out.answer(new Coded(number), null);
                case "none" -> {}
                case "throw" -> throw new IllegalStateException("out of order");
                default -> out.answer(number * number, List.of("ok", 'c', 1.5f));
            }
        }
    }

    public static final class CodedCodec implements ValueCodec<Coded> {

        @Override
        public void write(Coded value, ValueOutput out) {
            out.writeLong(value.x());
        }

        @Override
        public Coded read(ValueInput in) {
            return new Coded(in.readLong());
        }
    }

    @BeforeEach
    void start() {
        daemons = new TestCluster(directory, Config.empty().with(ClusterKeys.CONTROLLER_TOKEN, "secret"));
        daemons.startController(Config.empty().with(ClusterKeys.NODE_ID, "n1"));
        daemons.startNode("n1");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.fed(Fields.of("number", "how")).answers("square", "more"), 2);
        builder.setBolt("square", new Square(), 2).shuffle("numbers");
        builder.codec(Coded.class, CodedCodec.class);
        engine = daemons.connect("secret");
        run = engine.submit(
                "squares",
                builder.build(),
                Config.empty()
                        .with("topology.workers", 2)
                        .with("topology.ask.pending", 100)
                        .with("topology.serialization.classes", Point.class.getName()),
                Jars.of(AskIT.class));
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    private HttpRequest request(String path, String token, String body) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + daemons.controller().port() + "/v1/topologies/" + path))
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private String post(String path, String token, String body) throws Exception {
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(request(path, token, body), BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private String post(String body) throws Exception {
        return post("squares/ask/numbers", "secret", body);
    }

    @Test
    void aClientOfRestAsks() throws Exception {
        assertAnswers();
        // The controller is on another node than the workers, so that it asks over TCP
        daemons.controller().close();
        daemons.startController(Config.empty().with(ClusterKeys.NODE_ID, "elsewhere"));
        Await.until("it leads", MOST, () -> daemons.controller().leads());
        Await.until("it knows the topology", MOST, () -> post("[7, \"square\"]").startsWith("200 "));
        assertAnswers();

        assertThat(daemons.client()
                        .ask("squares", "numbers", List.of(9L, "square"), MOST)
                        .values())
                .containsEntry("square", 81L);
        run.kill();
        assertThat(post("[7, \"square\"]")).startsWith("404 ");
    }

    private void assertAnswers() throws Exception {
        assertThat(post("[7, \"square\"]"))
                .matches("200 \\{\"component\":\"square\",\"task\":\\d+,"
                        + "\"values\":\\{\"square\":49,\"more\":\\[\"ok\",\"c\",1.5]}}");
        assertThat(post("{\"how\": \"square\", \"number\": 8}"))
                .startsWith("200 ")
                .contains("\"square\":64");
        assertThat(post("[7, \"error\"]")).startsWith("422 ").contains("7 is refused");
        assertThat(post("[7, \"none\"]")).startsWith("502 ").contains("no bolt answered it");
        assertThat(post("[7, \"point\"]")).startsWith("422 ").contains("the answer of 'square' has a value of a class");
        assertThat(post("[7, \"coded\"]")).startsWith("422 ").contains("the answer of 'square' has a value of a class");
        assertThat(post("[7]")).startsWith("400 ").contains("[number, how]");
        assertThat(post("[7,")).startsWith("400 ").contains("not JSON");
        assertThat(post("squares/ask/number", "secret", "[7, \"x\"]"))
                .startsWith("404 ")
                .contains("did you mean 'numbers'?");
        assertThat(post("circles/ask/numbers", "secret", "[7, \"x\"]")).startsWith("404 ");
        assertThat(post("squares/ask/numbers", "wrong", "[7, \"x\"]")).startsWith("401 ");
    }

    @Tag("long")
    @Test
    void requestsThatWaitHoldNoThreadOfTheController() throws Exception {
        assertThat(post("[7, \"square\"]")).startsWith("200 ");
        run.deactivate();
        HttpClient client = HttpClient.newHttpClient();
        Await.until(
                "both spouts are paused",
                MOST,
                () -> Stream.generate(() -> client.sendAsync(
                                request("squares/ask/numbers?timeout=300", "secret", "[1, \"square\"]"),
                                BodyHandlers.ofString()))
                        .limit(30)
                        .toList()
                        .stream()
                        .allMatch(each -> each.join().statusCode() == 504));
        assertThat(post("squares/ask/numbers?timeout=1", "secret", "[7, \"square\"]"))
                .startsWith("504 ")
                .contains("did not answer within 1 ms");
        List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            waiting.add(client.sendAsync(
                    request("squares/ask/numbers?timeout=30000", "secret", "[" + i + ", \"square\"]"),
                    BodyHandlers.ofString()));
        }
        Await.until(
                "those beyond topology.ask.pending are refused",
                MOST,
                () -> waiting.stream().filter(CompletableFuture::isDone).count() == 50);
        assertThat(waiting.stream()
                        .filter(CompletableFuture::isDone)
                        .map(done -> done.join().statusCode()))
                .containsOnly(429);
        assertThat(engine.topologies()).containsExactly("squares");

        run.activate();
        for (CompletableFuture<HttpResponse<String>> each : waiting) {
            each.get(MOST.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(waiting.stream().filter(each -> each.join().statusCode() == 200))
                .hasSize(100);
    }

    @Tag("long")
    @Test
    void theControllerLeavesNothingInSharedMemoryWhenItEnds() throws Exception {
        assertThat(post("[7, \"square\"]")).startsWith("200 ");
        assertThat(clientRings()).isOne();
        daemons.controller().close();
        assertThat(clientRings()).isZero();
    }

    private int clientRings() throws IOException {
        return daemons.files("client.ring").size();
    }
}
