// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.ReadFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is posted is emitted, and how it is answered. */
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpSourceTest {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final FakeTask task = new FakeTask(0);
    private HttpSource source;

    @BeforeEach
    void start() {
        open(HttpSource.listen(0).path("/events"));
    }

    private void open(HttpSource template) {
        if (source != null) {
            source.close();
        }
        source = template;
        source.open(task.context(), task.spoutOut());
    }

    @AfterEach
    void stop() {
        source.close();
    }

    private int port() {
        return (int) task.gauges.get("http.port").getAsDouble();
    }

    private CompletableFuture<Integer> send(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding()).thenApply(HttpResponse::statusCode);
    }

    private CompletableFuture<Integer> post(String body) {
        return send("POST", "/events", body);
    }

    /** Calls the source until the request is answered. */
    private int answered(CompletableFuture<Integer> request) {
        task.runUntil(() -> {
            source.nextTuple();
            return request.isDone();
        });
        return request.join();
    }

    @Test
    void aBodyIsAMessage() {
        assertThat(answered(post("a\nb"))).isEqualTo(202);
        assertThat(answered(post(""))).isEqualTo(202);
        assertThat(task.emitted).containsExactly(List.of("default", "a\nb"), List.of("default", ""));
    }

    @Test
    void aByteOrderMarkIsSkippedAtTheBeginningOfABodyOnly() {
        assertThat(answered(post("\uFEFFa"))).isEqualTo(202);
        open(HttpSource.listen(0).path("/events").lines());
        assertThat(answered(post("\uFEFFb\n\uFEFFc"))).isEqualTo(202);
        assertThat(answered(post("\uFEFF"))).isEqualTo(202);
        assertThat(task.emitted).extracting(row -> row.get(1)).containsExactly("a", "b", "\uFEFFc");
    }

    @Test
    void linesAreMessages() {
        open(HttpSource.listen(0).path("/events").lines());
        assertThat(answered(post("a\r\n\nb\nc"))).isEqualTo(202);
        assertThat(task.emitted)
                .containsExactly(List.of("default", "a"), List.of("default", "b"), List.of("default", "c"));
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            many.append(i).append('\n');
        }
        assertThat(answered(post(many.toString()))).isEqualTo(202);
        assertThat(task.emitted).hasSize(1_003);
    }

    @Test
    void aRequestIsAnsweredWhenItsMessagesAreEmitted() {
        CompletableFuture<Integer> request = post("a");
        CompletableFuture<Integer> second = post("b");
        assertThat(answered(request)).isEqualTo(202);
        assertThat(answered(second)).isEqualTo(202);
        assertThat(task.ids).containsExactly(0L, 1L);
    }

    @Test
    void aFailedMessageIsEmittedAgainUntilItIsAcked() {
        answered(post("a"));
        source.fail(0L);
        source.nextTuple();
        source.fail(0L);
        task.runUntil(() -> {
            source.nextTuple();
            return task.emitted.size() == 3;
        });
        source.ack(0L);
        source.fail(0L);
        assertThat(answered(post("b"))).isEqualTo(202);
        assertThat(task.ids).containsExactly(0L, 0L, 0L, 1L);
    }

    @Test
    void aMessageThatCannotBeEmittedHoldsNoOthersUp() {
        task.refusal = new IllegalArgumentException("the tuple is too large");
        CompletableFuture<Integer> request = post("a");
        task.runUntil(() -> {
            try {
                source.nextTuple();
                return false;
            } catch (IllegalArgumentException e) {
                return true;
            }
        });
        task.refusal = null;
        assertThat(answered(request)).isEqualTo(202);
        assertThat(answered(post("b"))).isEqualTo(202);
        task.runUntil(() -> {
            source.nextTuple();
            return task.emitted.size() == 2;
        });
        assertThat(task.emitted).containsExactlyInAnyOrder(List.of("default", "a"), List.of("default", "b"));
    }

    private static byte[] compressed(String encoding, byte[] body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out =
                encoding.equals("deflate") ? new DeflaterOutputStream(bytes) : new GZIPOutputStream(bytes)) {
            out.write(body);
        }
        return bytes.toByteArray();
    }

    private int posted(String encoding, byte[] body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/events"))
                .header("Content-Encoding", encoding)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return answered(client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .thenApply(HttpResponse::statusCode));
    }

    @Test
    void compressedBodiesAreDecoded() throws IOException {
        for (String encoding : List.of("gzip", "deflate", "X-GZip")) {
            assertThat(posted(encoding, compressed(encoding, "grüße".getBytes(StandardCharsets.UTF_8))))
                    .isEqualTo(202);
        }
        assertThat(posted("identity", "plain".getBytes(StandardCharsets.UTF_8))).isEqualTo(202);
        assertThat(task.emitted).extracting(row -> row.get(1)).containsExactly("grüße", "grüße", "grüße", "plain");
    }

    @Test
    void theBoundOfBodiesHoldsForWhatIsDecoded() throws IOException {
        open(HttpSource.listen(0).path("/events").bodyBytes(10_000));
        assertThat(posted("gzip", compressed("gzip", new byte[10_000]))).isEqualTo(202);
        assertThat(posted("gzip", compressed("gzip", new byte[10_001]))).isEqualTo(413);
        assertThat(posted("deflate", compressed("deflate", new byte[5_000_000])))
                .isEqualTo(413);
        assertThat(task.emitted).hasSize(1);
    }

    @Test
    void encodingsThatAreNotKnownOrNotTrueAreRefused() throws IOException {
        assertThat(posted("br", new byte[] {1, 2, 3})).isEqualTo(415);
        assertThat(posted("gzip, gzip", compressed("gzip", compressed("gzip", new byte[1]))))
                .isEqualTo(415);
        assertThat(posted("gzip", new byte[] {1, 2, 3})).isEqualTo(400);
        assertThat(posted("gzip", new byte[0])).isEqualTo(400);
        assertThat(posted("deflate", "text".getBytes(StandardCharsets.UTF_8))).isEqualTo(400);
        assertThat(task.emitted).isEmpty();
        assertThat(answered(post("goes on"))).isEqualTo(202);
    }

    private record Numbers() implements ReadFormat {

        @Override
        public Fields fields() {
            return Fields.of("n");
        }

        @Override
        public Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
            String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
            if (!text.matches("\\d+")) {
                throw new MalformedException("'" + text + "' is no number");
            }
            return new Object[] {Integer.valueOf(text)};
        }
    }

    @Test
    void aMalformedMessageGoesToItsStream() {
        open(HttpSource.listen(0).path("/events").format(new Numbers()).lines());
        assertThat(answered(post("7\nx\n8"))).isEqualTo(202);
        assertThat(task.emitted).hasSize(3);
        assertThat(task.emitted.get(0)).containsExactly("default", 7);
        assertThat(task.emitted.get(1)).startsWith("malformed", "'x' is no number", "request 1@2");
        assertThat(task.counter("messages.malformed")).isEqualTo(1);
    }

    @Test
    void aFullQueueIsAnsweredWith503() {
        open(HttpSource.listen(0).path("/events").queueBytes(600));
        CompletableFuture<Integer> first = post("a");
        CompletableFuture<Integer> second = post("b");
        task.runUntil(() -> task.commandsRun() == 2);
        assertThat(post("c").join()).isEqualTo(503);
        task.runUntil(() -> task.reported.size() == 1);
        assertThat(task.reported.get(0)).hasMessageContaining("503 (the queue is full)");
        assertThat(first.isDone() && second.isDone()).isFalse();
        answered(first);
        answered(second);
        assertThat(answered(post("d"))).isEqualTo(202);
    }

    @Test
    void otherRequestsAreRefused() {
        open(HttpSource.listen(0).path("/events").bodyBytes(10));
        assertThat(send("POST", "/other", "a").join()).isEqualTo(404);
        assertThat(send("PUT", "/events", "a").join()).isEqualTo(405);
        assertThat(send("POST", "/events", "12345678901").join()).isEqualTo(413);
        assertThat(answered(send("POST", "/events?x=1", "a"))).isEqualTo(202);
        assertThat(task.emitted).hasSize(1);
        assertThat(send("POST", "/other", "a").join()).isEqualTo(404);
        task.runUntil(() -> task.reported.size() == 3);
        assertThat(task.gauges.get("requests.refused").getAsDouble()).isEqualTo(4);
        assertThat(task.reported)
                .extracting(Throwable::getMessage)
                .allMatch(line -> line.startsWith("a request to http on node node-1 was answered with 4"))
                .anyMatch(line -> line.contains("404 (there is only /events)"))
                .anyMatch(line -> line.contains("405 (use POST)"))
                .anyMatch(line -> line.contains("413 (its body is longer than bodyBytes, which is 10)"));
    }

    @Test
    void requestsOfAConnectionAreAnsweredInTheirOrder() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            OutputStream to = socket.getOutputStream();
            String post = "POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n";
            to.write((post + "a" + "GET /events HTTP/1.1\r\nHost: x\r\n\r\n" + post + "b")
                    .getBytes(StandardCharsets.US_ASCII));
            InputStream from = socket.getInputStream();
            StringBuilder answers = new StringBuilder();
            task.runUntil(() -> {
                source.nextTuple();
                return read(from, answers)
                        && task.emitted.size() == 2
                        && answers.toString().split("HTTP/1.1 ").length == 4;
            });
            assertThat(answers.toString().replaceAll("(?s)HTTP/1.1 (\\d+).*?\r\n\r\n(use POST\n)?", "$1 "))
                    .isEqualTo("202 405 202 ");
        }
    }

    private static boolean read(InputStream from, StringBuilder into) {
        try {
            while (from.available() > 0) {
                into.append((char) from.read());
            }
            return true;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a request as it is, and returns what comes until the listener ends the connection. */
    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            StringBuilder answers = new StringBuilder();
            InputStream from = socket.getInputStream();
            task.runUntil(() -> {
                source.nextTuple();
                return read(from, answers) && answers.indexOf("\r\n\r\n") > 0;
            });
            return answers.toString();
        }
    }

    private String post(String header, String body) throws IOException {
        return raw("POST /events HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    @Test
    void noPageOfTheWebPosts() throws IOException {
        for (String origin : List.of("https://evil.example", "http://localhost", "null")) {
            assertThat(post("Origin: " + origin + "\r\nContent-Type: text/plain", "a"))
                    .startsWith("HTTP/1.1 403")
                    .doesNotContainIgnoringCase("access-control");
            assertThat(raw("OPTIONS /events HTTP/1.1\r\nHost: localhost\r\nOrigin: " + origin
                            + "\r\nAccess-Control-Request-Method: POST\r\n\r\n"))
                    .startsWith("HTTP/1.1 403")
                    .doesNotContainIgnoringCase("access-control");
        }
        assertThat(task.emitted).isEmpty();
        assertThat(post("X: y", "a")).startsWith("HTTP/1.1 202");
    }

    @Test
    void pagesOfNamedOriginsPost() throws IOException {
        open(HttpSource.listen(0).path("/events").origins("https://app.example.org", "http://10.0.0.1:8080"));
        assertThat(raw("OPTIONS /events HTTP/1.1\r\nHost: localhost\r\nOrigin: https://app.example.org\r\n"
                        + "Access-Control-Request-Method: POST\r\n\r\n"))
                .startsWith("HTTP/1.1 204")
                .containsIgnoringCase("access-control-allow-origin: https://app.example.org\r\n")
                .containsIgnoringCase("access-control-allow-headers: content-type, content-encoding\r\n");
        assertThat(post("Origin: https://app.example.org", "a"))
                .startsWith("HTTP/1.1 202")
                .containsIgnoringCase("access-control-allow-origin: https://app.example.org\r\n")
                .containsIgnoringCase("vary: origin\r\n");
        assertThat(post("Origin: https://app.example.org.evil.example", "b")).startsWith("HTTP/1.1 403");
        assertThat(post("Origin: https://app.example.org\r\nOrigin: https://evil.example", "b"))
                .startsWith("HTTP/1.1 403");
        assertThat(task.emitted).hasSize(1);
        assertThatThrownBy(() -> HttpSource.listen(0).origins("app.example.org"))
                .isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> HttpSource.listen(0).origins("*")).isInstanceOf(TopologyException.class);
    }

    @Test
    void otherContentIsRefusedIfTypesAreNamed() throws IOException {
        open(HttpSource.listen(0).path("/events").contentTypes("application/json"));
        assertThat(post("Content-Type: text/plain", "a")).startsWith("HTTP/1.1 415");
        assertThat(post("X: y", "a"))
                .startsWith("HTTP/1.1 415")
                .contains("the Content-Type is none of application/json");
        assertThat(post("Content-Type: application/json\r\nContent-Type: text/plain", "a"))
                .startsWith("HTTP/1.1 415");
        assertThat(post("Content-Type: Application/JSON; charset=utf-8", "a")).startsWith("HTTP/1.1 202");
        assertThat(task.emitted).hasSize(1);
        assertThatThrownBy(() -> HttpSource.listen(0).contentTypes("json")).isInstanceOf(TopologyException.class);
    }

    @Test
    void whatFollowsABodyInAnUnknownCodingIsNeverARequest() throws IOException {
        for (String coding : List.of("gzip", "gzip, chunked", "identity", "xchunked")) {
            assertThat(raw("POST /events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: " + coding
                            + "\r\n\r\n0\r\n\r\nPOST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na"))
                    .as(coding)
                    .startsWith("HTTP/1.1 501")
                    .doesNotContain("202");
        }
        assertThat(task.emitted).isEmpty();
    }

    @Test
    void wordsOfAClientMakeNoFurtherKindOfRefusal() throws IOException {
        for (int i = 0; i < 3; i++) {
            assertThat(raw("POST /events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: words" + i + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 501");
        }
        task.runUntil(() -> !task.reported.isEmpty());
        assertThat(task.reported)
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .contains("501 (send the body in chunks or with Content-Length)");
        assertThat(task.gauges.get("requests.refused").getAsDouble()).isEqualTo(3);
    }

    @Test
    void hostIsNeededAndAbsoluteTargetsWork() throws IOException {
        assertThat(raw("POST /events HTTP/1.1\r\nContent-Length: 1\r\n\r\na")).startsWith("HTTP/1.1 400");
        assertThat(raw("POST http://localhost:1/events?x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na"))
                .startsWith("HTTP/1.1 202");
        assertThat(raw("POST http://localhost HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na"))
                .startsWith("HTTP/1.1 404");
    }

    @Test
    void oneClientThatHoldsManyConnectionsKeepsNobodyOut() throws IOException {
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < 1_100; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
                held.add(socket);
                socket.getOutputStream().write("POST /events HTTP/1.1\r\nHost:".getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(answered(post("a"))).isEqualTo(202);
            try (Socket other =
                    new Socket(InetAddress.getLoopbackAddress(), port(), InetAddress.getByName("127.0.0.2"), 0)) {
                other.getOutputStream()
                        .write("POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na"
                                .getBytes(StandardCharsets.US_ASCII));
                assertAccepted(other);
            }
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    private void assertAccepted(Socket client) throws IOException {
        StringBuilder answer = new StringBuilder();
        InputStream from = client.getInputStream();
        task.runUntil(() -> {
            source.nextTuple();
            return read(from, answer) && answer.indexOf("\r\n\r\n") > 0;
        });
        assertThat(answer.toString()).startsWith("HTTP/1.1 202");
    }

    @Test
    void anUploadIsNotCutOffWhileItsBodyComes() throws IOException {
        List<Socket> held = new ArrayList<>();
        try (Socket upload = new Socket(InetAddress.getLoopbackAddress(), port())) {
            OutputStream to = upload.getOutputStream();
            to.write("POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na"
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(answered(post("a"))).as("what came before has been read").isEqualTo(202);
            for (int i = 0; i < 520; i++) {
                held.add(new Socket(InetAddress.getLoopbackAddress(), port()));
            }
            assertThat(answered(post("a"))).isEqualTo(202);
            to.write('b');
            assertAccepted(upload);
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    @Test
    void whatIsQueuedAtTheEndIsAnsweredWith503() {
        CompletableFuture<Integer> request = post("a");
        // The wake of the listener is the sign that it is queued
        task.runUntil(() -> task.commandsRun() > 0);
        source.close();
        assertThat(request.join()).isEqualTo(503);
    }

    @Test
    void noiseIsNoRequest() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.getOutputStream().write("\u0016\u0003 noise\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 400");
        }
        assertThat(answered(post("a"))).isEqualTo(202);
    }

    @Test
    void aPortThatIsTakenIsAnErrorWithTheRemedy() {
        HttpSource other = HttpSource.listen(port());
        FakeTask second = new FakeTask(0);
        assertThatThrownBy(() -> other.open(second.context(), second.spoutOut()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("cannot listen on 127.0.0.1:" + port())
                .hasMessageContaining("another port");
        other.close();
        assertThatThrownBy(() -> HttpSource.listen(70_000)).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> HttpSource.listen(1).path("x")).isInstanceOf(TopologyException.class);
    }
}
