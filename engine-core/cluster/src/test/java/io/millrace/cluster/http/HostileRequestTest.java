// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobRoutes;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.http.RawClient;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests for another file, or that two servers would split differently. */
@Timeout(30)
class HostileRequestTest {

    private static final String TOKEN = "a-token-that-is-long";
    private static final String AUTHORIZED = "Authorization: Bearer " + TOKEN + "\r\n";

    @TempDir
    private Path directory;

    private final AtomicInteger changes = new AtomicInteger();
    private ExecutorService fetching;
    private HttpDaemon daemon;

    @BeforeEach
    void start() throws IOException {
        Files.writeString(directory.resolve("token"), "geheim");
        BlobStore blobs = new BlobStore(directory.resolve("blobs"), 1 << 20, Clock.systemUTC());
        fetching = BlobFetcher.thread();
        List<Route> routes =
                new ArrayList<>(BlobRoutes.of(blobs, new BlobFetcher(blobs, List::of, fetching, () -> {})));
        routes.add(Route.change("POST", "/v1/change", 100, request -> {
            changes.incrementAndGet();
            return Reply.done();
        }));
        daemon = HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.CONTROLLER_HOST,
                ClusterKeys.CONTROLLER_PORT,
                routes,
                RestAccess.of(Config.empty(), TOKEN, TOKEN));
    }

    @AfterEach
    void stop() {
        daemon.close();
        fetching.shutdownNow();
    }

    private String answer(String request) throws IOException {
        try (RawClient client = new RawClient(daemon.port())) {
            return client.send(request).rest();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../token",
                "..%2ftoken",
                "%2e%2e%2ftoken",
                "..%5ctoken",
                "%252e%252e%252ftoken",
                "..%2f..%2f..%2f..%2fetc%2fpasswd",
                "%2fetc%2fpasswd",
                "..%00",
                "./x/../../token",
                "%c0%ae%c0%ae/token"
            })
    void aNameThatLeadsOutIsNoFile(String name) throws IOException {
        String answer = answer("GET /v1/blobs/" + name + " HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZED
                + "Connection: close\r\n\r\n");

        assertThat(answer).containsPattern("^HTTP/1.1 40[04]").doesNotContain("geheim", "root:");
        String kept = answer("POST /v1/blobs/" + URLEncoder.encode("../token", StandardCharsets.UTF_8)
                + "/keep HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZED + "Connection: close\r\n\r\n");
        assertThat(kept).containsPattern("^HTTP/1.1 40[04]");
        assertThat(directory.resolve("token")).hasContent("geheim");
    }

    /** If two ends see different lengths, the second request may be that of another client behind the same proxy. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 3\r\nContent-Length: 4",
                "Content-Length: 3, 4",
                "Content-Length: 3\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 3",
                "Content-Length: +3",
                "Content-Length: -1",
                "Content-Length: 0x3",
                "Content-Length : 3",
                "Content-Length: 99999999999999999999"
            })
    void aRequestWhoseLengthIsNotClearIsNotFollowedByAnother(String lengths) throws IOException {
        String change = "POST /v1/change HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZED;

        String answer = answer(change + lengths + "\r\n\r\n" + "0\r\n\r\n" + change + "Connection: close\r\n\r\n");

        assertThat(changes.get()).as(answer).isZero();
    }
}
