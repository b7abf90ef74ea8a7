// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.http.Route;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SilenceWatchTest {

    private static final int SILENT_MILLIS = 20;
    private static final int PROBE_MILLIS = 200;
    private static final int LONG_MILLIS = 600_000;

    /** The controller is like a stopped process, whose connections the kernel still accepts. */
    @Test
    void aRequestEndsWhenTheControllerAnswersNothing() throws IOException {
        try (ServerSocket stopped = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                SilenceWatch watch = new SilenceWatch(SILENT_MILLIS, PROBE_MILLIS)) {
            HttpTarget target = new HttpTarget("127.0.0.1", stopped.getLocalPort(), null);
            assertThatThrownBy(() -> watch.during(target, own -> own.post("/v1/any", new byte[1], LONG_MILLIS)))
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessageContaining("stopped or cut off");
        }
    }

    @Test
    void aRequestThatTakesLongGoesOnWhileTheControllerAnswersOthers() throws IOException {
        CountDownLatch probed = new CountDownLatch(2);
        List<Route> routes = List.of(
                Route.change("POST", "/v1/slow", 1, request -> {
                    await(probed);
                    return Reply.json("done");
                }),
                Route.get("/v1/nodes", request -> {
                    probed.countDown();
                    return Reply.json(List.of());
                }));
        try (HttpDaemon server = HttpDaemon.start(
                        "127.0.0.1",
                        0,
                        ClusterKeys.CONTROLLER_HOST,
                        ClusterKeys.CONTROLLER_PORT,
                        routes,
                        RestAccess.of(Config.empty(), "token", ""));
                SilenceWatch watch = new SilenceWatch(SILENT_MILLIS, LONG_MILLIS)) {
            HttpTarget target = new HttpTarget("127.0.0.1", server.port(), "token");
            byte[] answer = watch.during(target, own -> own.post("/v1/slow", new byte[1], LONG_MILLIS));
            assertThat(answer).asString().contains("done");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
