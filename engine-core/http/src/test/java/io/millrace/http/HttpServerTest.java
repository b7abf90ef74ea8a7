// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.Await;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as they should be, and requests as they should not. */
@Timeout(30)
class HttpServerTest {

    private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<Answer> awaited = new LinkedBlockingQueue<>();
    private final AtomicInteger echoes = new AtomicInteger();
    private final AtomicReference<IOException> broken = new AtomicReference<>();
    private final TestHandler handler = new TestHandler(Map.of(
            "/hello",
            TestHandler.saying("hello"),
            "/echo",
            () -> new Admission.Whole(10, this::echo),
            "/later",
            () -> new Admission.Whole(10, (body, answer) -> awaited.add(answer)),
            "/count",
            () -> streamed((body, answer) -> "" + length(body)),
            "/unread",
            () -> streamed((body, answer) -> "not wanted"),
            "/early",
            () -> streamed((body, answer) -> {
                answer.send(TestHandler.text(200, "early"));
                return "" + length(body);
            }),
            "/full",
            () -> new Admission.Streamed(10, (body, answer) -> answer.send(TestHandler.text(503, "full"))),
            "/file",
            () -> new Admission.Whole(0, (body, answer) -> answer.send(file()))));
    private final HttpServer server = start(0);

    private HttpServer start(int port) {
        try {
            return HttpServer.start(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    Wire.PLAIN,
                    handler,
                    HttpLimits.DEFAULT,
                    new DefaultThreadFactory("http-test"),
                    System::nanoTime);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void echo(byte[] body, Answer answer) {
        echoes.incrementAndGet();
        answer.send(TestHandler.text(200, new String(body, StandardCharsets.UTF_8)));
    }

    private Admission streamed(BiFunction<InputStream, Answer, String> reader) {
        return new Admission.Streamed(
                64 << 20,
                (body, answer) ->
                        threads.execute(() -> answer.send(TestHandler.text(200, reader.apply(body, answer)))));
    }

    private long length(InputStream body) {
        try {
            return body.skip(Long.MAX_VALUE);
        } catch (IOException e) {
            broken.set(e);
            return -1;
        }
    }

    private HttpReply file() {
        try {
            return TestHandler.reply(200, ReplyBody.file(directory.resolve("file")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void stop() {
        server.close();
        threads.shutdownNow();
    }

    private RawClient client() throws IOException {
        return new RawClient(server.port());
    }

    private String reply(String request) throws IOException {
        try (RawClient client = client()) {
            return client.send(request + "\r\n\r\n").header();
        }
    }

    @Test
    void requestsOfOneConnectionAreAnsweredInTurn() throws IOException {
        try (RawClient client = client()) {
            client.send("HEAD /hello" + HOST + "\r\n" + ("GET /nothing" + HOST + "\r\n").repeat(1000)
                    + ("POST /echo" + HOST + "Content-Length: 2\r\n\r\nhi").repeat(1000) + "GET /hello" + HOST
                    + "\r\n");
            assertThat(client.header()).startsWith("http/1.1 200").contains("content-length: 5\r\n");
            for (int i = 0; i < 1000; i++) {
                assertThat(client.header()).startsWith("http/1.1 404").doesNotContain("connection:");
                assertThat(client.body(12)).isEqualTo("nothing here");
            }
            for (int i = 0; i < 1000; i++) {
                assertThat(client.header()).startsWith("http/1.1 200");
                assertThat(client.body(2)).isEqualTo("hi");
            }
            assertThat(client.header()).startsWith("http/1.1 200");
            assertThat(client.body(5)).isEqualTo("hello");
        }
    }

    @Test
    void theNextRequestWaitsForTheReplyToTheOneBefore() throws Exception {
        try (RawClient client = client()) {
            client.send("POST /later" + HOST + "Content-Length: 1\r\n\r\nx"
                    + ("POST /echo" + HOST + "Content-Length: 2\r\n\r\nhi"));
            Answer first = awaited.take();
            assertThat(echoes).hasValue(0);
            first.send(TestHandler.text(200, "first"));
            assertThat(client.header()).startsWith("http/1.1 200");
            assertThat(client.body(5)).isEqualTo("first");
            assertThat(client.header()).startsWith("http/1.1 200");
            assertThat(client.body(2)).isEqualTo("hi");
        }
    }

    @Test
    void onlyTheFirstReplyIsSent() throws Exception {
        AtomicInteger gone = new AtomicInteger();
        try (RawClient client = client()) {
            client.send("POST /later" + HOST + "\r\n");
            Answer answer = awaited.take();
            answer.whenGone(gone::incrementAndGet);
            answer.send(TestHandler.text(200, "first"));
            answer.send(TestHandler.text(200, "second"));
            answer.whenGone(gone::incrementAndGet);
            assertThat(client.header()).startsWith("http/1.1 200");
            assertThat(client.body(5)).isEqualTo("first");
            assertThat(client.send("GET /hello" + HOST + "\r\n").header()).startsWith("http/1.1 200");
            assertThat(client.body(5)).isEqualTo("hello");
        }
        Await.until("the connection is closed", () -> server.connections() == 0);
        assertThat(gone).hasValue(0);
    }

    @Test
    void aReplyIsGivenUpWhoseClientHasGone() throws Exception {
        CompletableFuture<Void> gone = new CompletableFuture<>();
        Answer answer;
        try (RawClient client = client()) {
            // Its end comes alone, so that nothing else is read after it
            client.send("POST /later" + HOST + "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n");
            assertThat(client.header()).startsWith("http/1.1 100");
            client.send("x");
            answer = awaited.take();
            answer.whenGone(() -> gone.complete(null));
        }
        gone.get();
        CompletableFuture<Void> again = new CompletableFuture<>();
        answer.whenGone(() -> again.complete(null));
        again.get();
        answer.send(TestHandler.text(200, "too late"));
    }

    @Test
    void aClientThatHasEndedItsInputGetsAReplyThatComesLater() throws Exception {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.getOutputStream().write(("POST /later" + HOST + "\r\n").getBytes(StandardCharsets.US_ASCII));
            client.shutdownOutput();
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(reader.readLine()).isEqualTo("HTTP/1.1 102 Processing");
            awaited.take().send(TestHandler.text(200, "now"));
            assertThat(reader.lines().toList()).contains("HTTP/1.1 200 OK").endsWith("now");
        }
    }

    @Test
    void aCloseSendsTheRepliesThatItWasGiven() throws Exception {
        try (RawClient client = client()) {
            client.send("POST /later" + HOST + "\r\n");
            awaited.take().send(TestHandler.text(200, "last"));
            server.close();
            assertThat(client.rest()).startsWith("HTTP/1.1 200").endsWith("last");
        }
        assertThatThrownBy(() -> client()).isInstanceOf(IOException.class);
    }

    @Test
    void whoAnswersAServerThatHasEndedIsToldThatNobodyWaits() throws Exception {
        try (RawClient client = client()) {
            client.send("POST /later" + HOST + "\r\n");
            Answer answer = awaited.take();
            server.close();
            CompletableFuture<Void> gone = new CompletableFuture<>();
            answer.whenGone(() -> gone.complete(null));
            gone.get();
            answer.send(TestHandler.text(200, "too late"));
        }
    }

    @Test
    void statusesTellWhatIsWrong() throws IOException {
        assertThat(reply("no HTTP at all")).startsWith("http/1.1 400").contains("connection: close\r\n");
        assertThat(reply("GET /" + "x".repeat(9000) + HOST)).startsWith("http/1.1 414");
        assertThat(reply("GET /hello" + HOST + "X: " + "x".repeat(17_000))).startsWith("http/1.1 431");
        assertThat(reply("GET /hello" + HOST + "Expect: more")).startsWith("http/1.1 417");
        assertThat(reply("POST /echo" + HOST + "Content-Length: 11")).startsWith("http/1.1 413");
        assertThat(reply("GET /hello" + HOST + "Content-Length: 1")).startsWith("http/1.1 413");
        assertThat(handler.faults)
                .containsExactly(
                        Fault.NOT_UNDERSTOOD,
                        Fault.LINE_TOO_LONG,
                        Fault.HEADER_TOO_LONG,
                        Fault.UNKNOWN_EXPECTATION,
                        Fault.BODY_TOO_LONG,
                        Fault.BODY_TOO_LONG);
        assertThat(handler.faults).extracting(Fault::status).containsExactly(400, 414, 431, 417, 413, 413);
    }

    @Test
    void oneHostIsNeededSinceHttp11() throws IOException {
        assertThat(reply("GET /hello HTTP/1.1\r\nX: y"))
                .startsWith("http/1.1 400")
                .contains("connection: close\r\n");
        assertThat(reply("GET /hello HTTP/1.1\r\nHost: a\r\nHost: a")).startsWith("http/1.1 400");
        assertThat(reply("GET /hello HTTP/1.0\r\nHost: a\r\nHost: a")).startsWith("http/1.1 400");
        assertThat(reply("GET /hello HTTP/1.0")).startsWith("http/1.1 200").contains("connection: close\r\n");
        assertThat(reply("GET /hello HTTP/1.0\r\nConnection: keep-alive"))
                .startsWith("http/1.1 200")
                .contains("connection: keep-alive\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "gzip, chunked", "identity", "xchunked"})
    void whatFollowsABodyInAnUnknownCodingIsNeverARequest(String coding) throws IOException {
        try (RawClient client = client()) {
            client.send("POST /echo" + HOST + "Transfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\nPOST /echo" + HOST
                    + "\r\n");
            assertThat(client.header()).startsWith("http/1.1 501").contains("connection: close\r\n");
            assertThat(client.rest()).doesNotContain("HTTP/1.1");
        }
        assertThat(echoes).hasValue(0);
    }

    @Test
    void aBodyIsOnlyAskedForIfItIsTaken() throws IOException {
        try (RawClient client = client()) {
            client.send("POST /echo" + HOST + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\n");
            assertThat(client.header()).startsWith("http/1.1 100");
            assertThat(client.send("abc").header()).startsWith("http/1.1 200");
            assertThat(client.body(3)).isEqualTo("abc");
        }
        assertThat(reply("POST /nothing" + HOST + "Expect: 100-continue\r\nContent-Length: 3"))
                .startsWith("http/1.1 404");
    }

    @Test
    void manySmallChunksMakeOneBody() throws IOException {
        try (RawClient client = client()) {
            client.send("PUT /count" + HOST + "Transfer-Encoding: chunked\r\n\r\n" + "1\r\nx\r\n".repeat(100_000)
                    + "0\r\n\r\n");
            assertThat(client.header()).startsWith("http/1.1 200");
            assertThat(client.body(6)).isEqualTo("100000");
            client.send(
                    "POST /echo" + HOST + "Transfer-Encoding: chunked\r\n\r\n" + "1\r\nx\r\n".repeat(10) + "0\r\n\r\n");
            assertThat(client.header()).startsWith("http/1.1 200");
            assertThat(client.body(10)).isEqualTo("x".repeat(10));
        }
    }

    @Test
    void chunksBeyondTheLimitAreRefused() throws IOException {
        try (RawClient client = client()) {
            client.send("POST /echo" + HOST + "Transfer-Encoding: chunked\r\n\r\n" + "4\r\nabcd\r\n".repeat(3));
            assertThat(client.header()).startsWith("http/1.1 413");
        }
    }

    @Test
    void aChunkThatIsNoneEndsTheConnection() throws IOException {
        try (RawClient client = client()) {
            client.send(
                    "POST /echo" + HOST + "Transfer-Encoding: chunked\r\n\r\nnone\r\n\r\nPOST /echo" + HOST + "\r\n");
            assertThat(client.header()).startsWith("http/1.1 400").contains("connection: close\r\n");
            assertThat(client.rest()).doesNotContain("HTTP/1.1");
        }
        assertThat(echoes).hasValue(0);
    }

    @Test
    void theReplyArrivesAlthoughTheHandlerDidNotReadTheBody() throws IOException {
        // It is more than what the buffers of the sockets hold
        byte[] body = new byte[64 << 20];
        for (String path : new String[] {"/unread", "/nothing"}) {
            try (RawClient client = client()) {
                client.send("PUT " + path + HOST + "Content-Length: " + body.length + "\r\n\r\n");
                client.send(body);
                assertThat(client.rest()).endsWith(path.equals("/unread") ? "not wanted" : "nothing here");
            }
        }
    }

    @Test
    void aReaderEndsWhenItsRequestIsAnswered() throws Exception {
        try (RawClient client = client()) {
            client.send("PUT /early" + HOST + "Content-Length: 100\r\n\r\nx");
            assertThat(client.rest()).endsWith("early");
        }
        Await.until("the reader has ended", () -> broken.get() != null);
        assertThat(broken.get()).hasMessage("the request is answered already");
    }

    @Test
    void aStreamMayBeRefusedAtOnce() throws IOException {
        assertThat(reply("PUT /full" + HOST + "Content-Length: 5")).startsWith("http/1.1 503");
        try (RawClient client = client()) {
            client.send("PUT /full" + HOST + "\r\nGET /hello" + HOST + "\r\n");
            assertThat(client.header()).startsWith("http/1.1 503");
            assertThat(client.body(4)).isEqualTo("full");
            assertThat(client.header()).startsWith("http/1.1 200");
        }
    }

    @Test
    void filesAreSentInParts() throws IOException {
        byte[] content = new byte[3 << 20];
        content[content.length - 1] = 'x';
        Files.write(directory.resolve("file"), content);
        try (RawClient client = client()) {
            client.send("HEAD /file" + HOST + "\r\nGET /file" + HOST + "\r\nGET /hello" + HOST + "\r\n");
            for (int i = 0; i < 2; i++) {
                assertThat(client.header())
                        .startsWith("http/1.1 200")
                        .contains("content-length: " + content.length + "\r\n");
            }
            assertThat(client.body(content.length)).hasSize(content.length).endsWith("x");
            assertThat(client.header()).startsWith("http/1.1 200");
        }
        Files.write(directory.resolve("file"), new byte[0]);
        assertThat(reply("GET /file" + HOST)).startsWith("http/1.1 200").contains("content-length: 0\r\n");
    }

    @Test
    void anAddressThatIsTakenIsAnError() {
        assertThatThrownBy(() -> start(server.port())).hasCauseInstanceOf(BindException.class);
    }
}
