// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.error.TopologyException;
import io.millrace.http.HttpLimits;
import io.millrace.http.HttpServer;
import io.millrace.http.Wire;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/** Takes the requests of one source. One thread serves all connections, and a connection has one request at a time. */
final class HttpListener implements AutoCloseable {

    private static final long IDLE_NANOS = Duration.ofSeconds(60).toNanos();

    /** The number of the longest bodies that may be on their way at the same time. */
    private static final long LONGEST_BODIES = 4;

    private final HttpServer server;

    /**
     * @param wake is called after each request that was queued, by the listener's thread
     * @param refused is called with the answer to each request that was not queued, by the same thread
     */
    HttpListener(
            String host,
            int port,
            PostHandler.Accepted accepted,
            PostedQueue queue,
            Runnable wake,
            Consumer<String> refused) {
        HttpLimits limits = limits(accepted.mostBody(), queue.mostBytes());
        PostHandler handler = new PostHandler(accepted, limits, queue, wake, refused);
        try {
            server = HttpServer.start(
                    new InetSocketAddress(InetAddress.getByName(host), port),
                    Wire.PLAIN,
                    handler,
                    limits,
                    new DefaultThreadFactory("millrace-http-source", true),
                    System::nanoTime);
        } catch (IOException e) {
            throw new TopologyException(
                    "the source cannot listen on " + host + ":" + port + ": " + e.getMessage()
                            + ": stop what listens there, or take another port",
                    e);
        }
    }

    /** A body counts until its request is answered, so those in the queue count too. */
    private static HttpLimits limits(int mostBody, long queueBytes) {
        HttpLimits.Waits waits = HttpLimits.DEFAULT.waits();
        long arriving = Math.max(HttpLimits.DEFAULT.heldBytes(), LONGEST_BODIES * mostBody);
        return new HttpLimits(
                new HttpLimits.Waits(
                        IDLE_NANOS, IDLE_NANOS, waits.bodyNanos(), waits.replyNanos(), waits.lingerNanos()),
                HttpLimits.DEFAULT.connections(),
                HttpLimits.DEFAULT.connectionsPerAddress(),
                arriving + Math.min(queueBytes, Long.MAX_VALUE - arriving));
    }

    int port() {
        return server.port();
    }

    /** Sends the answers that were made, and closes all connections. */
    @Override
    public void close() {
        server.close();
    }
}
