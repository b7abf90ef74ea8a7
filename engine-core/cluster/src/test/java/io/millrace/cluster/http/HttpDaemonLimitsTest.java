// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are slow, stop, or are too many. */
@Timeout(30)
class HttpDaemonLimitsTest {

    private static final String AUTHORIZED = "Authorization: Bearer secret\r\n";
    private static final String GET = "GET /v1/list HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    Path directory;

    private final AtomicLong clock = new AtomicLong();
    private final AtomicReference<String> uploadFailure = new AtomicReference<>();

    /** Each server has its own: requests wait for it. */
    private volatile CountDownLatch mayRead;

    private final List<RawClient> clients = new ArrayList<>();
    private HttpDaemon daemon;

    private HttpDaemon start(HttpLimits limits) throws IOException {
        mayRead = new CountDownLatch(1);
        Path large = directory.resolve("large");
        Files.write(large, new byte[16 << 20]);
        List<Route> routes = List.of(
                Route.get("/v1/list", request -> Reply.text("text/plain", "the list")),
                Route.get("/v1/large", request -> Reply.file(large)),
                Route.get("/v1/text", request -> Reply.text("text/plain", "x".repeat(16 << 20))),
                Route.get("/v1/wait", request -> {
                    await(mayRead);
                    return Reply.done();
                }),
                Route.change(
                        "POST",
                        "/v1/change",
                        1 << 20,
                        request -> Reply.text("text/plain", "" + request.bytes().length)),
                Route.change("PUT", "/v1/upload", 1 << 30, request -> {
                    try {
                        await(mayRead);
                        return Reply.text("text/plain", "" + request.body().skip(Long.MAX_VALUE));
                    } catch (IOException e) {
                        uploadFailure.set(e.getMessage());
                        throw e;
                    }
                }));
        daemon = HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.CONTROLLER_HOST,
                ClusterKeys.CONTROLLER_PORT,
                new Routes(routes, RestAccess.of(Config.empty(), "secret", "")),
                limits,
                clock::get);
        return daemon;
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    private static HttpLimits limits(int connections, int perAddress, long heldBytes) {
        return new HttpLimits(HttpLimits.DEFAULT.waits(), connections, perAddress, heldBytes);
    }

    private RawClient client() throws IOException {
        RawClient client = new RawClient(daemon.port());
        clients.add(client);
        return client;
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    @AfterEach
    void stop() throws IOException {
        mayRead.countDown();
        for (RawClient client : clients) {
            client.close();
        }
        daemon.close();
    }

    @Test
    void aThousandUnfinishedConnectionsDoNotKeepOutAClient() throws Exception {
        start(HttpLimits.DEFAULT);
        List<RawClient> dripping = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            client();
            client().send("GET /v1/list HTTP/1.1\r\nHost:");
            client().send("POST /v1/change HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZED
                    + "Content-Length: 100\r\n\r\n");
            dripping.add(client().send("PUT /v1/upload HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZED
                    + "Content-Length: 100000\r\n\r\n"));
        }
        AtomicBoolean drips = new AtomicBoolean(true);
        Thread dripper = new Thread(() -> {
            while (drips.get()) {
                for (RawClient client : dripping) {
                    try {
                        client.send("x");
                    } catch (IOException e) {
                        // The connection was closed in favour of a younger one.
                    }
                }
            }
        });
        dripper.start();
        try {
            assertThat(new HttpTarget("127.0.0.1", daemon.port(), null).get("/v1/list"))
                    .asString()
                    .isEqualTo("the list");
            assertThat(new HttpTarget("127.0.0.1", daemon.port(), "secret").post("/v1/change", new byte[12_345]))
                    .asString()
                    .isEqualTo("12345");
            assertThat(daemon.connections()).isLessThanOrEqualTo(HttpLimits.DEFAULT.connectionsPerAddress());
        } finally {
            drips.set(false);
            for (RawClient client : clients) {
                client.close();
            }
            dripper.join();
        }
    }

    @Test
    void aHeaderThatDoesNotEndIsRefusedInTime() throws Exception {
        start(HttpLimits.DEFAULT);
        RawClient silent = client();
        RawClient half = client().send("GET /v1/list HTTP/1.1\r\nHost: localhost\r\n");
        Await.until("both are there", () -> daemon.connections() == 2);
        pass(Duration.ofSeconds(11));
        assertThat(half.rest()).startsWith("HTTP/1.1 408").contains("no complete header came within 10 s");
        assertThat(silent.rest()).startsWith("HTTP/1.1 408");
    }

    @Test
    void anAnnouncedBodyThatDoesNotComeIsRefusedInTime() throws Exception {
        start(HttpLimits.DEFAULT);
        RawClient change = client().send("POST /v1/change HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZED
                + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n");
        assertThat(change.header()).startsWith("http/1.1 100");
        Await.until(
                "it waits for the body",
                () -> daemon.waitsUntilNanos() == HttpLimits.DEFAULT.waits().bodyNanos());
        change.send("12345678");
        pass(Duration.ofSeconds(11));
        assertThat(change.rest()).startsWith("HTTP/1.1 408").contains("the announced body did not come");
    }

    @Test
    void anUploadThatDripsIsRefusedAndItsHandlerEnds() throws Exception {
        start(HttpLimits.DEFAULT);
        mayRead.countDown();
        RawClient upload = client().send("PUT /v1/upload HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZED
                + "Expect: 100-continue\r\nContent-Length: 99999\r\n\r\n");
        assertThat(upload.header()).startsWith("http/1.1 100");
        Await.until(
                "it waits for the body",
                () -> daemon.waitsUntilNanos() == HttpLimits.DEFAULT.waits().bodyNanos());
        for (int second = 0; second < 11; second++) {
            upload.send("x");
            pass(Duration.ofSeconds(1));
        }
        assertThat(upload.rest()).startsWith("HTTP/1.1 408").contains("16384 bytes or the rest within 10 s");
        Await.until("the handler has ended", () -> uploadFailure.get() != null);
    }

    @Test
    void aSlowUploadThatMakesProgressIsTaken() throws Exception {
        start(HttpLimits.DEFAULT);
        mayRead.countDown();
        int step = HttpLimits.BODY_STEP_BYTES;
        RawClient upload = client().send("PUT /v1/upload HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZED
                + "Expect: 100-continue\r\nContent-Length: " + 4 * step + "\r\n\r\n");
        assertThat(upload.header()).startsWith("http/1.1 100");
        Await.until(
                "it waits for the body",
                () -> daemon.waitsUntilNanos() == HttpLimits.DEFAULT.waits().bodyNanos());
        for (int i = 0; i < 4; i++) {
            long due = daemon.waitsUntilNanos();
            pass(Duration.ofSeconds(9));
            upload.send(new byte[step]);
            if (i < 3) {
                Await.until("the part is counted", () -> daemon.waitsUntilNanos() > due);
            }
        }
        assertThat(upload.header()).startsWith("http/1.1 200");
        assertThat(upload.body(5)).isEqualTo("" + 4 * step);
    }

    @Test
    void anIdleConnectionEndsWithoutAnAnswer() throws Exception {
        start(HttpLimits.DEFAULT);
        RawClient idle = client().send(GET);
        assertThat(idle.header()).startsWith("http/1.1 200");
        assertThat(idle.body(8)).isEqualTo("the list");
        Await.until(
                "it is idle",
                () -> daemon.waitsUntilNanos() == HttpLimits.DEFAULT.waits().idleNanos());
        pass(Duration.ofSeconds(31));
        assertThat(idle.rest()).isEmpty();
    }

    @Test
    void aClientThatDoesNotReadItsReplyIsClosed() throws Exception {
        start(HttpLimits.DEFAULT);
        for (String path : List.of("/v1/large", "/v1/text")) {
            RawClient deaf = client().send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(deaf.header()).startsWith("http/1.1 200");
            Await.until("it is closed", () -> {
                pass(Duration.ofSeconds(31));
                return daemon.connections() == 0;
            });
            assertThat(deaf.rest().length()).isLessThan(16 << 20);
        }
    }

    @Test
    void repliesThatAreNotReadAreLimitedTogether() throws Exception {
        start(limits(100, 100, 40 << 20));
        List<RawClient> deaf = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            deaf.add(client().send("GET /v1/text HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            assertThat(deaf.get(i).header()).startsWith("http/1.1 200");
        }
        Await.until("the oldest is closed", () -> daemon.connections() == 2);
        assertThat(deaf.get(0).rest().length()).isLessThan(16 << 20);
        assertThat(deaf.get(1).body(16 << 20)).hasSize(16 << 20);
        assertThat(deaf.get(2).body(16 << 20)).hasSize(16 << 20);
    }

    @Test
    void theConnectionThatHasWaitedLongestGivesWay() throws Exception {
        for (HttpLimits limits : List.of(limits(3, 100, 1 << 20), limits(100, 3, 1 << 20))) {
            start(limits);
            RawClient handled = client().send("GET /v1/wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
            RawClient oldest = client();
            Await.until("both are there", () -> daemon.connections() == 2);
            RawClient younger = client();
            Await.until("all are there", () -> daemon.connections() == 3);
            RawClient newest = client().send(GET);
            assertThat(oldest.rest()).isEmpty();
            assertThat(newest.header()).startsWith("http/1.1 200");
            assertThat(younger.send(GET).header()).startsWith("http/1.1 200");
            mayRead.countDown();
            assertThat(handled.header()).startsWith("http/1.1 200");
            daemon.close();
        }
    }

    @Test
    void anUploadIsNotReadAheadOfItsHandler() throws Exception {
        start(HttpLimits.DEFAULT);
        RawClient upload = client().send("PUT /v1/upload HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZED
                + "Content-Length: " + (64 << 20) + "\r\n\r\n");
        Thread sender = new Thread(() -> {
            try {
                upload.send(new byte[64 << 20]);
            } catch (IOException e) {
                // The test sees that the reply is missing.
            }
        });
        sender.start();
        Await.until("it is stopped by its handler", () -> daemon.connections() == 1 && daemon.waiting() == 0);
        pass(Duration.ofMinutes(5));
        assertThat(new HttpTarget("127.0.0.1", daemon.port(), null).get("/v1/list"))
                .hasSize(8);
        assertThat(sender.isAlive()).isTrue();
        mayRead.countDown();
        assertThat(upload.header()).startsWith("http/1.1 200");
        sender.join();
    }

    @Test
    void aCloseEndsThreadsAndConnections() throws Exception {
        start(HttpLimits.DEFAULT);
        RawClient waiting = client().send("GET /v1/wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
        RawClient upload = client().send("PUT /v1/upload HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZED
                + "Content-Length: 100000\r\n\r\nx");
        RawClient half = client().send("GET");
        Await.until("all are there", () -> daemon.connections() == 3);
        daemon.close();
        for (RawClient client : List.of(waiting, upload, half)) {
            assertThat(client.rest()).doesNotContain("200");
        }
        assertThat(daemon.threads()).isZero();
    }
}
