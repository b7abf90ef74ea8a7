// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.http.RawClient;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HttpDaemonTest {

    @TempDir
    Path directory;

    private final CompletableFuture<Reply> later = new CompletableFuture<>();
    private final CountDownLatch handled = new CountDownLatch(1);
    private final HttpDaemon daemon = start(0);
    private final HttpTarget target = new HttpTarget("127.0.0.1", daemon.port(), "secret");

    private HttpDaemon start(int port) {
        List<Route> routes = List.of(
                Route.get(
                                "/v1/echo/{name}",
                                request ->
                                        Reply.text("text/plain", request.part("name") + request.number("n", 1, 1, 9)))
                        .taking("n"),
                Route.get("/v1/missing", request -> {
                    throw new ClusterException(Reason.NOT_FOUND, "no such thing");
                }),
                Route.get("/v1/broken", request -> {
                    throw new IllegalStateException("bug");
                }),
                Route.change(
                        "POST",
                        "/v1/change",
                        10,
                        request -> Reply.text("text/plain", new String(request.bytes(), StandardCharsets.UTF_8))),
                Route.later("POST", "/v1/later", 10, request -> later),
                Route.get("/v1/stuck", request -> stuck()),
                Route.change("PUT", "/v1/file", 1 << 20, request -> {
                    request.bytes();
                    return Reply.done();
                }),
                Route.change("PUT", "/v1/files/{name}", 64 << 20, request -> {
                    Files.copy(request.body(), Path.of(request.part("name")));
                    return Reply.done();
                }),
                Route.change("PUT", "/v1/unread", 64 << 20, request -> {
                    throw new ClusterException(Reason.REFUSED, "not wanted");
                }),
                Route.get("/v1/files/{name}", request -> Reply.file(Path.of(request.part("name")))));
        return HttpDaemon.start(
                "127.0.0.1",
                port,
                ClusterKeys.CONTROLLER_HOST,
                ClusterKeys.CONTROLLER_PORT,
                routes,
                RestAccess.of(Config.empty(), "secret", "node secret"));
    }

    private Reply stuck() throws IOException {
        handled.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
        return Reply.done();
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    @Test
    void answersByRoute() throws IOException {
        assertThat(target.get("/v1/echo/a%2Fb?n=5")).asString().isEqualTo("a/b5");
        assertThat(target.get("/v1/echo/x?n=50")).asString().isEqualTo("x9");
        assertThat(target.exists("/v1/echo/x")).isTrue();
        assertThat(target.exists("/v1/missing")).isFalse();
        assertThat(target.post("/v1/change", "abc".getBytes(StandardCharsets.UTF_8)))
                .asString()
                .isEqualTo("abc");
    }

    @Test
    void moreRequestsWaitForALaterReplyThanThereAreThreads() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(100);
        List<Future<byte[]>> replies = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            replies.add(clients.submit(() -> target.post("/v1/later", new byte[] {1})));
        }
        Await.until("all are handled", Duration.ofSeconds(20), () -> later.getNumberOfDependents() >= 100);
        assertThat(target.get("/v1/echo/x")).asString().isEqualTo("x1");
        assertThat(replies).noneMatch(Future::isDone);

        later.complete(Reply.text("text/plain", "now"));
        for (Future<byte[]> reply : replies) {
            assertThat(reply.get()).asString().isEqualTo("now");
        }
        clients.shutdown();
    }

    @Test
    void aRequestIsGivenUpWhoseClientHasGone() throws Exception {
        try (Socket client = new Socket("127.0.0.1", daemon.port())) {
            client.getOutputStream()
                    .write(("POST /v1/later HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret\r\n"
                                    + "Content-Length: 1\r\n\r\nx")
                            .getBytes(StandardCharsets.US_ASCII));
            Await.until("it is handled", Duration.ofSeconds(20), () -> later.getNumberOfDependents() > 0);
            assertThat(later).isNotDone();
        }
        Await.until("it is cancelled", Duration.ofSeconds(20), later::isCancelled);
    }

    @Test
    void aLaterFailureCarriesItsReason() {
        later.completeExceptionally(new CompletionException(new ClusterException(Reason.NOT_FOUND, "gone")));
        assertFails(() -> target.post("/v1/later", new byte[0]), Reason.NOT_FOUND, "gone");
    }

    @Test
    void errorsCarryTheirReason() {
        assertFails(() -> target.get("/v1/missing"), Reason.NOT_FOUND, "no such thing");
        assertFails(() -> target.get("/v1/nothing"), Reason.NOT_FOUND, "there is no /v1/nothing here");
        assertFails(() -> target.get("/v1/change"), Reason.REFUSED, "does not take GET");
        assertFails(() -> target.get("/v1/echo/x?n=y"), Reason.REFUSED, "n is 'y'");
        assertFails(() -> target.get("/v1/broken"), Reason.FAILED, "bug");
    }

    @Test
    void changesNeedTheToken() {
        for (String token : new String[] {null, "", "secre", "secret2"}) {
            HttpTarget stranger = new HttpTarget("127.0.0.1", daemon.port(), token);
            assertFails(() -> stranger.post("/v1/change", new byte[1]), Reason.REFUSED, "refuses the token");
        }
    }

    @Test
    void longBodiesAreRefused() throws IOException {
        assertFails(() -> target.post("/v1/change", new byte[11]), Reason.REFUSED, "longer than 10 bytes");
        Path file = directory.resolve("file");
        Files.write(file, new byte[3 << 20]);
        assertFails(
                () -> {
                    target.put("/v1/file", file, sent -> {});
                    return null;
                },
                Reason.REFUSED,
                "longer than 1048576 bytes");
    }

    @Test
    void statusesTellWhatIsWrong() throws IOException {
        assertThat(reply("GET /v1/nothing HTTP/1.1\r\nHost: localhost")).startsWith("http/1.1 404");
        assertThat(reply("GET /v1/change HTTP/1.1\r\nHost: localhost"))
                .startsWith("http/1.1 405")
                .contains("allow: post\r\n");
        assertThat(reply("POST /v1/echo/x HTTP/1.1\r\nHost: localhost"))
                .startsWith("http/1.1 405")
                .contains("allow: get, head\r\n");
        assertThat(reply("POST /v1/change HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000"))
                .startsWith("http/1.1 401")
                .contains("www-authenticate: bearer\r\n");
        assertThat(
                        reply(
                                "POST /v1/change HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret\r\nContent-Length: 11"))
                .startsWith("http/1.1 413");
        assertThat(reply("GET /v1/echo/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1"))
                .startsWith("http/1.1 413");
        assertThat(reply("GET /v1/echo/%zz HTTP/1.1\r\nHost: localhost")).startsWith("http/1.1 400");
        assertThat(reply("no HTTP at all")).startsWith("http/1.1 400");
    }

    private String reply(String request) throws IOException {
        try (RawClient client = new RawClient(daemon.port())) {
            return client.send(request + "\r\n\r\n").header();
        }
    }

    @Test
    void aBodyIsOnlyAskedForIfItIsWanted() throws IOException {
        String post = "POST /v1/change HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n";
        try (RawClient client = new RawClient(daemon.port())) {
            assertThat(client.send(post + "Authorization: Bearer secret\r\n\r\n")
                            .header())
                    .startsWith("http/1.1 100");
            assertThat(client.send("abc").header()).startsWith("http/1.1 200");
            assertThat(client.body(3)).isEqualTo("abc");
        }
        assertThat(reply(post + "Authorization: Bearer guess")).startsWith("http/1.1 401");
    }

    @Test
    void filesAreStreamedBothWays() throws IOException {
        byte[] content = new byte[20 << 20];
        new Random(1).nextBytes(content);
        Path source = Files.write(directory.resolve("source"), content);
        Path copy = directory.resolve("copy");
        target.put("/v1/files/" + encoded(copy), source, sent -> {});
        assertThat(copy).hasSameBinaryContentAs(source);
        try (InputStream in = target.stream("/v1/files/" + encoded(copy))) {
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
        assertThat(target.exists("/v1/files/" + encoded(copy))).isTrue();
        assertFails(
                () -> target.get("/v1/files/" + encoded(directory.resolve("none"))),
                Reason.FAILED,
                "the file cannot be read here");
    }

    @Test
    void theReplyArrivesAlthoughTheHandlerDidNotReadTheBody() throws IOException {
        Path source = Files.write(directory.resolve("source"), new byte[3 << 20]);
        assertFails(
                () -> {
                    target.put("/v1/unread", source, sent -> {});
                    return null;
                },
                Reason.REFUSED,
                "not wanted");
    }

    private static String encoded(Path path) {
        return URLEncoder.encode(path.toString(), StandardCharsets.UTF_8);
    }

    @Test
    void aCloseEndsHandlersAndThreads() throws Exception {
        try (RawClient client = new RawClient(daemon.port())) {
            client.send("GET /v1/stuck HTTP/1.1\r\nHost: localhost\r\n\r\n");
            handled.await();
            daemon.close();
            assertThat(client.rest()).isEmpty();
        }
        assertThat(daemon.threads()).isZero();
    }

    @Test
    void aPortInUseIsNamedWithItsKey() {
        assertThatThrownBy(() -> start(daemon.port()))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("port " + daemon.port() + " (controller.port) on 127.0.0.1 is in use");
    }

    private interface Call {
        Object run() throws IOException;
    }

    private static void assertFails(Call call, Reason reason, String message) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        ClusterException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(message);
    }
}
