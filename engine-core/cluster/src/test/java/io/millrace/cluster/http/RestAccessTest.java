// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.cluster.model.ClusterException;
import io.millrace.http.RawClient;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of the web, clients that smuggle requests, and tokens that are used for the wrong requests. */
@Timeout(30)
class RestAccessTest {

    private static final Config NAMED = Config.empty()
            .with(ClusterKeys.REST_HOSTS, "millrace.example.org, streams")
            .with(ClusterKeys.NODE_HOST, "Node-A.example.org")
            .with(ClusterKeys.CONTROLLER_ASK_TOKEN, "weak")
            .with(ClusterKeys.CONTROLLER_READ_TOKEN, "reads");

    private final AtomicInteger changes = new AtomicInteger();
    private HttpDaemon daemon = start(NAMED);

    private HttpDaemon start(Config config) {
        List<Route> routes = List.of(
                Route.get("/", request -> Reply.text("text/plain", "page")),
                Route.get("/v1/list", request -> Reply.text("text/plain", "list")),
                Route.change("POST", "/v1/change", 100, request -> {
                    changes.incrementAndGet();
                    return Reply.done();
                }),
                Route.later("POST", "/v1/ask", 100, request -> CompletableFuture.completedFuture(Reply.done()))
                        .needing(Right.ASK),
                Route.get("/v1/file", request -> Reply.done()).needing(Right.NODE),
                Route.get("/v1/health", request -> Reply.done()).needing(Right.NONE));
        return HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.CONTROLLER_HOST,
                ClusterKeys.CONTROLLER_PORT,
                routes,
                RestAccess.of(config, "strong", "of nodes"));
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    private String reply(String... lines) throws IOException {
        try (RawClient client = new RawClient(daemon.port())) {
            return client.send(String.join("\r\n", lines) + "\r\n\r\n").header();
        }
    }

    private int status(String... lines) throws IOException {
        return Integer.parseInt(reply(lines).split(" ")[1]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:7370",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "0x7f.1",
                "2130706433",
                "evillocalhost",
                "example.org"
            })
    void aNameThatAnybodyCanPointHereIsNoneOfThisServer(String host) throws IOException {
        assertThat(status("GET /v1/list HTTP/1.1", "Host: " + host)).isEqualTo(421);
        assertThat(status("GET / HTTP/1.1", "Host: " + host)).isEqualTo(421);
        assertThat(status("GET /no/such/path HTTP/1.1", "Host: " + host)).isEqualTo(421);
        assertThat(status("DELETE /v1/health HTTP/1.1", "Host: " + host)).isEqualTo(421);
        assertThat(status("GET http://" + host + "/v1/list HTTP/1.1", "Host: localhost"))
                .isEqualTo(421);
        assertThat(status("POST /v1/change HTTP/1.1", "Host: " + host, "Authorization: Bearer strong"))
                .isEqualTo(421);
        assertThat(changes).hasValue(0);
    }

    /** A probe uses a name of its own for the daemon. */
    @Test
    void whatEverybodyMayKnowIsToldUnderAnyName() throws IOException {
        assertThat(status("GET /v1/health HTTP/1.1", "Host: evil.example")).isEqualTo(200);
        assertThat(status("HEAD /v1/health HTTP/1.1", "Host: pod.of.the.cluster:7370"))
                .isEqualTo(200);
        assertThat(status("GET /v1/health HTTP/1.1", "Host: a", "Host: b")).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost:7370",
                "localhost.",
                "millrace.localhost",
                "127.0.0.1:7370",
                "10.0.0.7",
                "[::1]:7370",
                "[fe80::1]",
                "millrace.example.org",
                "MILLRACE.example.org:443",
                "streams",
                "node-a.example.org:7371"
            })
    void ownNamesAndAddressesAreAnswered(String host) throws IOException {
        assertThat(status("GET /v1/list HTTP/1.1", "Host: " + host)).isEqualTo(200);
    }

    @Test
    void theMachinesNameIsItsOwn() throws IOException {
        assertThat(status(
                        "GET /v1/list HTTP/1.1",
                        "Host: " + InetAddress.getLocalHost().getHostName()))
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "http://evil.example, localhost:7370",
        "null, localhost:7370",
        "http://localhost:3000, localhost:7370",
        "http://localhost, localhost:7370",
        "http://127.0.0.1:7370, localhost:7370",
        "http://localhost:7370.evil.example, localhost:7370",
        "file://, localhost",
        "localhost:7370, localhost:7370"
    })
    void aPageOfAnotherOriginNeitherReadsNorChanges(String origin, String host) throws IOException {
        assertThat(status("GET /v1/list HTTP/1.1", "Host: " + host, "Origin: " + origin))
                .isEqualTo(403);
        assertThat(status("OPTIONS /v1/change HTTP/1.1", "Host: " + host, "Origin: " + origin))
                .isEqualTo(403);
        assertThat(status(
                        "POST /v1/change HTTP/1.1",
                        "Host: " + host,
                        "Origin: " + origin,
                        "Authorization: Bearer strong"))
                .isEqualTo(403);
        assertThat(changes).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:7370, localhost:7370",
        "http://localhost, LOCALHOST",
        "http://localhost, localhost:80",
        "https://millrace.example.org, millrace.example.org",
        "https://millrace.example.org, millrace.example.org:443",
        "http://[::1]:7370, [::1]:7370"
    })
    void theServersOwnPageReads(String origin, String host) throws IOException {
        assertThat(status("GET /v1/list HTTP/1.1", "Host: " + host, "Origin: " + origin))
                .isEqualTo(200);
    }

    @Test
    void oneHostIsNeeded() throws IOException {
        assertThat(status("GET /v1/list HTTP/1.1")).isEqualTo(400);
        assertThat(status("GET /v1/list HTTP/1.1", "Host: ")).isEqualTo(400);
        assertThat(status("GET /v1/list HTTP/1.1", "Host: localhost", "Host: localhost"))
                .isEqualTo(400);
        assertThat(status("GET /v1/list HTTP/1.1", "Host: me@localhost")).isEqualTo(400);
        assertThat(status("GET /v1/list HTTP/1.1", "Host: local host")).isEqualTo(400);
        assertThat(status("GET /v1/list HTTP/1.0")).isEqualTo(200);
    }

    @Test
    void anAbsoluteTargetComesBeforeTheHeaderHost() throws IOException {
        assertThat(status("GET http://localhost:7370/v1/list?x=1 HTTP/1.1", "Host: localhost"))
                .isEqualTo(200);
        assertThat(status("GET HTTP://127.0.0.1/v1/list HTTP/1.1", "Host: evil.example"))
                .isEqualTo(200);
        assertThat(status("GET http://localhost HTTP/1.1", "Host: localhost")).isEqualTo(200);
        assertThat(status("GET http://localhost/v1/list HTTP/1.1")).isEqualTo(400);
        assertThat(status("GET ftp://localhost/v1/list HTTP/1.1", "Host: localhost"))
                .isEqualTo(400);
        assertThat(status("GET http://me@localhost/v1/list HTTP/1.1", "Host: localhost"))
                .isEqualTo(400);
        assertThat(status("CONNECT localhost:80 HTTP/1.1", "Host: localhost")).isEqualTo(400);
        assertThat(status("GET //evil.example/v1/list HTTP/1.1", "Host: localhost"))
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, gzip",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: gzip\r\nContent-Length: 5"
            })
    void whatFollowsABodyInAnUnknownCodingIsNeverARequest(String coding) throws IOException {
        try (RawClient client = new RawClient(daemon.port())) {
            client.send("POST /v1/change HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer strong\r\n" + coding
                    + "\r\n\r\nPOST /v1/change HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer strong\r\n\r\n");
            assertThat(client.header()).containsPattern("^http/1.1 (400|501) ").contains("connection: close\r\n");
            assertThat(client.rest()).doesNotContain("HTTP/1.1 2", "HTTP/1.1 4");
        }
        assertThat(changes).hasValue(0);
    }

    @Test
    void anOldClientSendsNoChunks() throws IOException {
        try (RawClient client = new RawClient(daemon.port())) {
            client.send("POST /v1/change HTTP/1.0\r\nConnection: keep-alive\r\nAuthorization: Bearer strong\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nPOST /v1/change HTTP/1.0\r\n\r\n");
            assertThat(client.header()).startsWith("http/1.1 400").contains("connection: close\r\n");
            assertThat(client.rest()).doesNotContain("HTTP/1.1 2", "HTTP/1.1 4");
        }
        assertThat(changes).hasValue(0);
    }

    @Test
    void chunkedIsOneWordInAnyCase() throws IOException {
        try (RawClient client = new RawClient(daemon.port())) {
            client.send("POST /v1/change HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer strong\r\n"
                    + "Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n");
            assertThat(client.header()).startsWith("http/1.1 200");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "strong, 200, 200, 200",
        "weak, 401, 200, 401",
        "reads, 403, 403, 403",
        "of nodes, 401, 401, 200",
        "guess, 401, 401, 401",
        "'', 401, 401, 401"
    })
    void eachTokenIsGoodForItsPurposeOnly(String token, int change, int ask, int file) throws IOException {
        String bearer = "Authorization: Bearer " + token;
        assertThat(status("POST /v1/change HTTP/1.1", "Host: localhost", bearer))
                .isEqualTo(change);
        assertThat(status("POST /v1/ask HTTP/1.1", "Host: localhost", bearer)).isEqualTo(ask);
        assertThat(status("GET /v1/file HTTP/1.1", "Host: localhost", bearer)).isEqualTo(file);
        assertThat(status("GET /v1/list HTTP/1.1", "Host: localhost", bearer)).isEqualTo(200);
        String basic = "Authorization: Basic " + base64("me:" + token);
        assertThat(status("POST /v1/change HTTP/1.1", "Host: localhost", basic)).isEqualTo(401);
    }

    @Test
    void withoutSettingsNobodyHasATokenThatIsEmpty() throws IOException {
        daemon.close();
        daemon = HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.NODE_HOST,
                ClusterKeys.SUPERVISOR_PORT,
                List.of(
                        Route.get("/v1/file", request -> Reply.done()).needing(Right.NODE),
                        Route.get("/v1/list", request -> Reply.done())),
                RestAccess.of(Config.empty().with(ClusterKeys.REST_READ_PROTECTED, true), "", ""));
        for (String path : List.of("/v1/file", "/v1/list")) {
            assertThat(status("GET " + path + " HTTP/1.1", "Host: localhost")).isEqualTo(401);
            assertThat(status("GET " + path + " HTTP/1.1", "Host: localhost", "Authorization: Bearer "))
                    .isEqualTo(401);
            assertThat(status("GET " + path + " HTTP/1.1", "Host: localhost", "Authorization: Basic Og=="))
                    .isEqualTo(401);
        }
    }

    @Test
    void protectedReadsNeedAToken() throws IOException {
        daemon.close();
        daemon = start(NAMED.with(ClusterKeys.REST_READ_PROTECTED, true));
        String list = "GET /v1/list HTTP/1.1";
        assertThat(reply(list, "Host: localhost"))
                .startsWith("http/1.1 401")
                .contains("www-authenticate: basic realm=\"millrace\"\r\n");
        assertThat(status("GET / HTTP/1.1", "Host: localhost")).isEqualTo(401);
        assertThat(status("GET /v1/health HTTP/1.1", "Host: localhost")).isEqualTo(200);
        for (String token : List.of("strong", "weak", "reads", "of nodes")) {
            assertThat(status(list, "Host: localhost", "Authorization: Bearer " + token))
                    .isEqualTo(200);
            assertThat(status(list, "Host: localhost", "Authorization: Basic " + base64("me:" + token)))
                    .isEqualTo(200);
        }
        for (String wrong : List.of("Bearer guess", "Basic " + base64("weak:guess"), "Basic %%%", "weak")) {
            assertThat(status(list, "Host: localhost", "Authorization: " + wrong))
                    .isEqualTo(401);
        }
        assertThat(new HttpTarget("127.0.0.1", daemon.port(), "weak").get("/v1/list"))
                .asString()
                .isEqualTo("list");
        assertThat(new HttpTarget("127.0.0.1", daemon.port(), "weak").exists("/v1/list"))
                .isTrue();
        assertThat(new HttpTarget("127.0.0.1", daemon.port(), null).exists("/v1/list"))
                .isFalse();
        // Another process that took the port could demand it as well
        HttpTarget changes = HttpTarget.of(
                HttpWire.PLAIN, "127.0.0.1", daemon.port(), new HttpTarget.Tokens("strong", "strong", null));
        assertThatThrownBy(() -> changes.get("/v1/list"))
                .isInstanceOf(ClusterException.class)
                .hasMessage(
                        "http://127.0.0.1:" + daemon.port() + " demands a token for reads: set controller.read.token"
                                + " or controller.ask.token, or rest.read.protected here too, which sends"
                                + " controller.token");
    }

    @Test
    void theTokenOfReadsChangesNothingAndSaysSo() {
        HttpTarget reader = new HttpTarget("127.0.0.1", daemon.port(), "reads");
        for (String path : List.of("/v1/change", "/v1/ask")) {
            assertThatThrownBy(() -> reader.post(path, new byte[0]))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage("controller.read.token is good for reads only: set controller.token to the"
                            + " controller's, or controller.ask.token to ask functions");
        }
        assertThat(changes).hasValue(0);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
