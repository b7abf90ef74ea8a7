// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.log.LogLines;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(30)
class PlainHttpTest {

    @Test
    void whatOthersMayHearIsSaid() {
        for (String host : List.of("10.0.0.7", "0.0.0.0", "192.168.1.1", "fd00::1")) {
            assertThat(PlainHttp.warning("a token is sent to " + host, host))
                    .hasValueSatisfying(line -> assertThat(line)
                            .startsWith("a token is sent to " + host + ": set rest.tls.* for all processes")
                            .doesNotContain("\n"));
        }
        for (String host : List.of("127.0.0.1", "localhost", "127.1.2.3", "::1", "[::1]", "no.such.host.invalid")) {
            assertThat(PlainHttp.warning("a token is sent to " + host, host)).isEmpty();
        }
    }

    @Test
    void theSecretOfTheNodesIsNoToken() {
        assertThat(HttpTarget.Tokens.of("strong").kind()).isEqualTo("a token");
        assertThat(HttpTarget.Tokens.ofNode("of nodes").kind()).isEqualTo("the secret of the cluster's nodes");
    }

    @RegisterExtension
    private final LogLines log = LogLines.of(PlainHttp.class.getName());

    @Test
    void aControllerThatOthersReachSaysSoAtItsStart() {
        PlainHttp.listens("127.0.0.1", 7370);
        assertThat(log.all()).isEmpty();
        PlainHttp.listens("0.0.0.0", 7370);
        assertThat(log.all())
                .singleElement()
                .asString()
                .startsWith("tokens come without encryption to REST on 0.0.0.0:7370: set rest.tls.* for all processes");
    }

    /** A process that listens, or has taken the address of the controller, does not get the token from reads. */
    @Test
    void readsThatNeedNoTokenCarryNone() throws Exception {
        HttpTarget.Tokens tokens = new HttpTarget.Tokens("strong", "weak", "weak");
        assertThat(sent(tokens, target -> target.get("/v1/list"))).noneMatch(line -> line.contains("Authorization"));
        assertThat(sent(tokens, target -> target.exists("/v1/list"))).noneMatch(line -> line.contains("Authorization"));
        assertThat(sent(tokens, target -> target.post("/v1/change", new byte[0])))
                .contains("Authorization: Bearer strong");
        assertThat(sent(tokens, target -> target.ask("/v1/ask", new byte[0], 10_000)))
                .contains("Authorization: Bearer weak");
    }

    private interface Call {
        Object of(HttpTarget target) throws Exception;
    }

    /** Returns the header of the request that this server gets. */
    private static List<String> sent(HttpTarget.Tokens tokens, Call call) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<List<String>> header = CompletableFuture.supplyAsync(() -> {
                try (Socket client = server.accept()) {
                    BufferedReader in = new BufferedReader(
                            new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
                    List<String> lines = Stream.generate(() -> line(in))
                            .takeWhile(line -> !line.isEmpty())
                            .toList();
                    client.getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                    return lines;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            call.of(HttpTarget.of(HttpWire.PLAIN, "127.0.0.1", server.getLocalPort(), tokens));
            return header.get();
        }
    }

    private static String line(BufferedReader in) {
        try {
            return in.readLine();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
