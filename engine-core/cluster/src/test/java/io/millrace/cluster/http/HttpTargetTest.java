// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers of foreign servers. */
@Timeout(60)
class HttpTargetTest {

    private final ServerSocket server = open();
    private final HttpTarget target = new HttpTarget("127.0.0.1", server.getLocalPort(), null);

    private static ServerSocket open() {
        try {
            return new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /** Sends a header, and then zeros until the client has closed. */
    private void answer(String header, long zeros) {
        Thread thread = new Thread(() -> {
            try (Socket client = server.accept()) {
                client.getOutputStream().write(header.getBytes(StandardCharsets.UTF_8));
                for (long sent = 0; sent < zeros; sent += 1 << 16) {
                    client.getOutputStream().write(new byte[1 << 16]);
                }
                client.shutdownOutput();
                client.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
            } catch (IOException e) {
                // The client has closed, as it should.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Test
    void anAnswerWithoutEndIsRefused() {
        answer("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", Long.MAX_VALUE - (1 << 16));
        assertFailed(
                () -> target.get("/v1/nodes"),
                "http://127.0.0.1:" + server.getLocalPort()
                        + "/v1/nodes answers more than 67108864 bytes: is it a millrace controller?");
    }

    @Test
    void anAnswerToAChangeWithoutEndIsRefused() {
        answer("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", Long.MAX_VALUE - (1 << 16));
        assertFailed(() -> target.post("/v1/x", new byte[0]), "answers more than 16777216 bytes");
    }

    @Test
    void anErrorThatIsNotOursIsQuotedShortly() {
        answer("HTTP/1.1 502 Bad\r\nConnection: close\r\n\r\n<html>\r\n\tno way" + "!".repeat(1000), 0);
        assertFailed(
                () -> target.get("/v1/nodes"),
                "answers 502 (<html> no way" + "!".repeat(67) + "): is it a millrace controller?");
    }

    private interface Call {
        Object run() throws IOException;
    }

    private static void assertFailed(Call call, String message) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        ClusterException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FAILED))
                .hasMessageContaining(message);
    }
}
