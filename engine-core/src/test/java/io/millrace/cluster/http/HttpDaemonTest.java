package io.millrace.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HttpDaemonTest {

    @TempDir
    Path directory;

    private final HttpDaemon daemon = start(0);
    private final HttpTarget target = new HttpTarget("127.0.0.1", daemon.port(), "secret");

    private static HttpDaemon start(int port) {
        List<Route> routes = List.of(
                Route.get(
                        "/v1/echo/{name}",
                        request -> Reply.text("text/plain", request.part("name") + request.number("n", 1, 1, 9))),
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
                Route.change("PUT", "/v1/file", 1 << 20, request -> {
                    request.bytes();
                    return Reply.done();
                }));
        return HttpDaemon.start(
                "127.0.0.1", port, ClusterKeys.CONTROLLER_HOST, ClusterKeys.CONTROLLER_PORT, routes, "secret");
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
                    target.put("/v1/file", file);
                    return null;
                },
                Reason.REFUSED,
                "longer than 1048576 bytes");
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
