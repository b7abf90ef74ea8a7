// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are slow, stop, or are too many. */
@Timeout(30)
class HttpServerLimitsTest {

    private static final int UPLOADS = 8;
    private static final String GET = "GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    Path directory;

    private final AtomicLong clock = new AtomicLong();
    private final AtomicReference<String> uploadFailure = new AtomicReference<>();

    /** Each server has its own: requests wait for it. */
    private volatile CountDownLatch mayRead;

    private final List<RawClient> clients = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ExecutorService uploads = Executors.newFixedThreadPool(UPLOADS);
    private TestHandler handler;
    private volatile Thread loop;
    private HttpServer server;

    private HttpServer start(HttpLimits limits) throws IOException {
        mayRead = new CountDownLatch(1);
        Path large = directory.resolve("large");
        Files.write(large, new byte[16 << 20]);
        handler = new TestHandler(Map.of(
                "/list", TestHandler.saying("the list"),
                "/text", TestHandler.saying("x".repeat(16 << 20)),
                "/large", () -> new Admission.Whole(0, (body, answer) -> answer.send(file(large))),
                "/wait", () -> new Admission.Whole(0, (body, answer) -> threads.execute(() -> answerLater(answer))),
                "/change",
                        () -> new Admission.Whole(
                                1 << 20, (body, answer) -> answer.send(TestHandler.text(200, "" + body.length))),
                "/upload",
                        () -> new Admission.Streamed(
                                1 << 30, (body, answer) -> uploads.execute(() -> upload(body, answer)))));
        server = HttpServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Wire.PLAIN,
                handler,
                limits,
                task -> {
                    loop = new Thread(task, "http-test");
                    return loop;
                },
                clock::get);
        return server;
    }

    private static HttpReply file(Path path) {
        try {
            return TestHandler.reply(200, ReplyBody.file(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void answerLater(Answer answer) {
        try {
            mayRead.await();
            answer.send(TestHandler.text(200, "done"));
        } catch (InterruptedException e) {
            // The test is over
        }
    }

    private void upload(InputStream body, Answer answer) {
        try {
            mayRead.await();
            answer.send(TestHandler.text(200, "" + body.skip(Long.MAX_VALUE)));
        } catch (InterruptedException e) {
            // The test is over
        } catch (IOException e) {
            uploadFailure.set(e.getMessage());
        }
    }

    private static HttpLimits limits(int connections, int perAddress, long heldBytes) {
        return new HttpLimits(HttpLimits.DEFAULT.waits(), connections, perAddress, heldBytes);
    }

    private RawClient client() throws IOException {
        RawClient client = new RawClient(server.port());
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
        server.close();
        threads.shutdownNow();
        uploads.shutdownNow();
    }

    private void assertListed() throws IOException {
        RawClient client = client().send(GET);
        assertThat(client.header()).startsWith("http/1.1 200");
        assertThat(client.body(8)).isEqualTo("the list");
    }

    @Test
    void aThousandUnfinishedConnectionsDoNotKeepOutAClient() throws Exception {
        start(HttpLimits.DEFAULT);
        List<RawClient> dripping = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            client();
            client().send("GET /list HTTP/1.1\r\nHost:");
            client().send("POST /change HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n");
            dripping.add(
                    client().send("PUT /upload HTTP/1.1\r\nHost: localhost\r\n" + "Content-Length: 100000\r\n\r\n"));
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
            assertListed();
            RawClient change =
                    client().send("POST /change HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12345\r\n\r\n");
            assertThat(change.send(new byte[12_345]).header()).startsWith("http/1.1 200");
            assertThat(change.body(5)).isEqualTo("12345");
            assertThat(server.connections()).isLessThanOrEqualTo(HttpLimits.DEFAULT.connectionsPerAddress());
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
        RawClient half = client().send("GET /list HTTP/1.1\r\nHost: localhost\r\n");
        Await.until("both are there", () -> server.connections() == 2);
        pass(Duration.ofSeconds(11));
        assertThat(half.rest()).startsWith("HTTP/1.1 408").contains("no complete header came within 10 s");
        assertThat(silent.rest()).startsWith("HTTP/1.1 408");
    }

    @Test
    void anAnnouncedBodyThatDoesNotComeIsRefusedInTime() throws Exception {
        start(HttpLimits.DEFAULT);
        RawClient change = client().send("POST /change HTTP/1.1\r\nHost: localhost\r\n"
                + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n");
        assertThat(change.header()).startsWith("http/1.1 100");
        Await.until(
                "it waits for the body",
                () -> server.waitsUntilNanos() == HttpLimits.DEFAULT.waits().bodyNanos());
        change.send("12345678");
        pass(Duration.ofSeconds(11));
        assertThat(change.rest()).startsWith("HTTP/1.1 408").contains("the announced body did not come");
    }

    @Test
    void anUploadThatDripsIsRefusedAndItsHandlerEnds() throws Exception {
        start(HttpLimits.DEFAULT);
        mayRead.countDown();
        RawClient upload = client().send("PUT /upload HTTP/1.1\r\nHost: localhost\r\n"
                + "Expect: 100-continue\r\nContent-Length: 99999\r\n\r\n");
        assertThat(upload.header()).startsWith("http/1.1 100");
        Await.until(
                "it waits for the body",
                () -> server.waitsUntilNanos() == HttpLimits.DEFAULT.waits().bodyNanos());
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
        RawClient upload = client().send("PUT /upload HTTP/1.1\r\nHost: localhost\r\n"
                + "Expect: 100-continue\r\nContent-Length: " + 4 * step + "\r\n\r\n");
        assertThat(upload.header()).startsWith("http/1.1 100");
        Await.until(
                "it waits for the body",
                () -> server.waitsUntilNanos() == HttpLimits.DEFAULT.waits().bodyNanos());
        for (int i = 0; i < 4; i++) {
            long due = server.waitsUntilNanos();
            pass(Duration.ofSeconds(9));
            upload.send(new byte[step]);
            if (i < 3) {
                Await.until("the part is counted", () -> server.waitsUntilNanos() > due);
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
                () -> server.waitsUntilNanos() == HttpLimits.DEFAULT.waits().idleNanos());
        pass(Duration.ofSeconds(31));
        assertThat(idle.rest()).isEmpty();
    }

    @Test
    void aClientThatDoesNotReadItsReplyIsClosed() throws Exception {
        start(HttpLimits.DEFAULT);
        for (String path : List.of("/large", "/text")) {
            RawClient deaf = client().send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(deaf.header()).startsWith("http/1.1 200");
            Await.until("it is closed", () -> {
                pass(Duration.ofSeconds(31));
                return server.connections() == 0;
            });
            assertThat(deaf.rest().length()).isLessThan(16 << 20);
        }
    }

    @Test
    void repliesThatAreNotReadAreLimitedTogether() throws Exception {
        start(limits(100, 100, 40 << 20));
        List<RawClient> deaf = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            deaf.add(client().send("GET /text HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            assertThat(deaf.get(i).header()).startsWith("http/1.1 200");
        }
        Await.until("the oldest is closed", () -> server.connections() == 2);
        assertThat(handler.evictions).containsExactly(Bound.HELD_BYTES);
        assertThat(deaf.get(0).rest().length()).isLessThan(16 << 20);
        assertThat(deaf.get(1).body(16 << 20)).hasSize(16 << 20);
        assertThat(deaf.get(2).body(16 << 20)).hasSize(16 << 20);
    }

    @Test
    void bodiesThatArriveAreLimitedTogether() throws Exception {
        start(limits(100, 100, 2 << 20));
        List<RawClient> slow = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            slow.add(client().send("POST /change HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                    + "Content-Length: " + (1 << 20) + "\r\n\r\n"));
            assertThat(slow.get(i).header()).startsWith("http/1.1 100");
            slow.get(i).send("x");
        }
        Await.until("the oldest is closed", () -> server.connections() == 2);
        assertThat(handler.evictions).containsExactly(Bound.HELD_BYTES);
        assertThat(slow.get(0).rest()).isEmpty();
        for (RawClient one : slow.subList(1, 3)) {
            assertThat(one.send(new byte[(1 << 20) - 1]).header()).startsWith("http/1.1 200");
        }
    }

    @Test
    void theConnectionThatHasWaitedLongestGivesWay() throws Exception {
        for (HttpLimits limits : List.of(limits(3, 100, 1 << 20), limits(100, 3, 1 << 20))) {
            start(limits);
            RawClient handled = client().send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
            RawClient oldest = client();
            Await.until("both are there", () -> server.connections() == 2);
            RawClient younger = client();
            Await.until("all are there", () -> server.connections() == 3);
            RawClient newest = client().send(GET);
            assertThat(oldest.rest()).isEmpty();
            assertThat(newest.header()).startsWith("http/1.1 200");
            assertThat(younger.send(GET).header()).startsWith("http/1.1 200");
            mayRead.countDown();
            assertThat(handled.header()).startsWith("http/1.1 200");
            assertThat(handler.evictions)
                    .containsExactly(limits.connections() == 3 ? Bound.CONNECTIONS : Bound.CONNECTIONS_PER_ADDRESS);
            server.close();
        }
    }

    @Test
    void anUploadIsNotReadAheadOfItsHandler() throws Exception {
        start(HttpLimits.DEFAULT);
        RawClient upload = client().send(
                        "PUT /upload HTTP/1.1\r\nHost: localhost\r\n" + "Content-Length: " + (64 << 20) + "\r\n\r\n");
        Thread sender = new Thread(() -> {
            try {
                upload.send(new byte[64 << 20]);
            } catch (IOException e) {
                // The test sees that the reply is missing.
            }
        });
        sender.start();
        Await.until("it is stopped by its handler", () -> server.connections() == 1 && server.waiting() == 0);
        pass(Duration.ofMinutes(5));
        assertListed();
        assertThat(sender.isAlive()).isTrue();
        mayRead.countDown();
        assertThat(upload.header()).startsWith("http/1.1 200");
        sender.join();
    }

    @Test
    void aCloseEndsThreadsAndConnections() throws Exception {
        start(HttpLimits.DEFAULT);
        RawClient waiting = client().send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
        RawClient upload =
                client().send("PUT /upload HTTP/1.1\r\nHost: localhost\r\n" + "Content-Length: 100000\r\n\r\nx");
        RawClient half = client().send("GET");
        Await.until("all are there", () -> server.connections() == 3);
        server.close();
        for (RawClient client : List.of(waiting, upload, half)) {
            assertThat(client.rest()).doesNotContain("200");
        }
        // The test has a time limit
        loop.join();
    }
}
