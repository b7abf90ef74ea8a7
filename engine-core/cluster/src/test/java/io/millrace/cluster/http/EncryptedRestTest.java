// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.cluster.Certificates;
import io.millrace.cluster.config.RestTls;
import io.millrace.cluster.http.HttpTarget.Tokens;
import io.millrace.cluster.model.ClusterException;
import io.millrace.http.RawClient;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.transport.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** REST over TLS, with clients that encrypt and clients that do not. */
@Timeout(120)
class EncryptedRestTest {

    private static final int MOST_UPLOAD = 3 << 20;

    @TempDir
    private Path directory;

    private Certificates certificates;
    private Path file;
    private Config config;
    private HttpDaemon daemon;

    @BeforeEach
    void start() throws Exception {
        certificates = new Certificates(directory).authority("ca").authority("other");
        config = config(certificates.node("node", "ca", "ca"));
        file = directory.resolve("file");
        byte[] content = new byte[(5 << 20) + 17];
        new Random(1).nextBytes(content);
        Files.write(file, content);
        List<Route> routes = List.of(
                Route.get("/v1/list", request -> Reply.text("text/plain", "list")),
                Route.get("/v1/file", request -> Reply.file(file)),
                Route.get("/v1/health", request -> Reply.done()).needing(Right.NONE),
                Route.change(
                        "PUT",
                        "/v1/upload",
                        MOST_UPLOAD,
                        request -> Reply.text("text/plain", "" + request.body().readAllBytes().length)),
                Route.change("POST", "/v1/change", 100, request -> Reply.text("text/plain", "done")),
                Route.later(
                        "POST",
                        "/v1/later",
                        100,
                        request -> CompletableFuture.supplyAsync(() -> Reply.text("text/plain", "later"))));
        daemon = HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.CONTROLLER_HOST,
                ClusterKeys.CONTROLLER_PORT,
                routes,
                RestAccess.of(config, "strong", "of nodes", RestTls.server(config)));
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    private static Config config(TlsSettings files) {
        return Config.empty()
                .with(ClusterKeys.REST_TLS_CERTIFICATE, files.certificate().toString())
                .with(ClusterKeys.REST_TLS_KEY, files.key().toString())
                .with(ClusterKeys.REST_TLS_TRUSTED, files.trusted().toString());
    }

    private HttpTarget target(String host, Config of) {
        return HttpTarget.of(new HttpWire(RestTls.client(of)), host, daemon.port(), Tokens.of("strong"));
    }

    @Test
    void readsChangesAndFilesAreEncrypted() throws IOException {
        HttpTarget target = target("127.0.0.1", config);
        assertThat(target).hasToString("https://127.0.0.1:" + daemon.port());
        assertThat(target.get("/v1/list")).asString().isEqualTo("list");
        assertThat(target.exists("/v1/list")).isTrue();
        assertThat(target.post("/v1/change", new byte[100])).asString().isEqualTo("done");
        assertThat(target.post("/v1/later", new byte[1])).asString().isEqualTo("later");
        try (InputStream in = target.stream("/v1/file")) {
            assertThat(in).hasBinaryContent(Files.readAllBytes(file));
        }
        Path part = Files.write(directory.resolve("part"), new byte[MOST_UPLOAD]);
        AtomicLong sent = new AtomicLong();
        target.put("/v1/upload", part, sent::set);
        assertThat(sent).hasValue(MOST_UPLOAD);
    }

    /** The server discards the rest, so that the client reads its answer. */
    @Test
    void aRefusedUploadIsExplained() throws IOException {
        Path longer = Files.write(directory.resolve("longer"), new byte[MOST_UPLOAD + (512 << 10)]);
        assertThatThrownBy(() -> target("127.0.0.1", config).put("/v1/upload", longer, sent -> {}))
                .isInstanceOf(ClusterException.class)
                .hasMessage("request body is longer than " + MOST_UPLOAD + " bytes");
    }

    @Test
    void aClientThatDoesNotEncryptIsToldSo() throws IOException {
        HttpTarget plain = new HttpTarget("127.0.0.1", daemon.port(), "strong");
        for (String path : List.of("/v1/list", "/v1/file", "/no/such/path")) {
            assertThatThrownBy(() -> plain.get(path))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageStartingWith("REST is encrypted here: set rest.tls.trusted");
        }
        assertThatThrownBy(() -> plain.post("/v1/change", new byte[100]))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("REST is encrypted here: set rest.tls.trusted");
        assertThatThrownBy(() -> plain.put("/v1/upload", file, sent -> {}))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("REST is encrypted here: set rest.tls.trusted");
        // A probe knows no certificate
        assertThat(plain.get("/v1/health")).asString().isEqualTo("{}");
    }

    @Test
    void aServerWithoutEncryptionIsRefusedByAClientThatEncrypts() throws IOException {
        try (HttpDaemon plain = HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.CONTROLLER_HOST,
                ClusterKeys.CONTROLLER_PORT,
                List.of(Route.get("/v1/list", request -> Reply.done())),
                RestAccess.of(Config.empty(), "strong", "", Optional.empty()))) {
            HttpTarget target =
                    HttpTarget.of(new HttpWire(RestTls.client(config)), "127.0.0.1", plain.port(), Tokens.of("strong"));
            assertThatThrownBy(() -> target.get("/v1/list")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aCertificateThatIsNotTrustedOrForAnotherHostIsRefused() throws Exception {
        Config stranger = config.with(
                ClusterKeys.REST_TLS_TRUSTED,
                certificates.node("stranger", "other", "other").trusted().toString());
        assertThatThrownBy(() -> target("127.0.0.1", stranger).get("/v1/list"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("its certificate 'CN=node' by 'CN=ca' is not signed by one in rest.tls.trusted");
        assertThatThrownBy(() -> target("localhost", config).get("/v1/list"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is for [127.0.0.1, node] and not for 'localhost'");
    }

    @Test
    void aRenewedCertificateIsUsedForNewConnections() throws Exception {
        TlsSettings renewed = certificates.node("renewed", "other", "other");
        HttpTarget target = target(
                "127.0.0.1",
                config.with(ClusterKeys.REST_TLS_TRUSTED, renewed.trusted().toString()));
        assertThatThrownBy(() -> target.get("/v1/list")).hasMessageContaining("is not signed by");
        // The first of two files that do not match is ignored
        replace(renewed.certificate(), directory.resolve("node.crt"));
        assertThatThrownBy(() -> target.get("/v1/list")).hasMessageContaining("is not signed by");
        replace(renewed.key(), directory.resolve("node.key"));
        assertThat(target.get("/v1/list")).asString().isEqualTo("list");
    }

    private static void replace(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    /** What is no TLS record ends its own connection alone. */
    @Test
    void garbageInsteadOfAHandshakeEndsTheConnection() throws IOException {
        try (RawClient client = new RawClient(daemon.port())) {
            client.send(new byte[] {22, 3, 1, 0, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
            assertThat(client.rest()).doesNotContain("HTTP/1.1");
        }
        assertThat(target("127.0.0.1", config).get("/v1/list")).asString().isEqualTo("list");
    }
}
