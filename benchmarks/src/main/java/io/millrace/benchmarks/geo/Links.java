// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tcp.TcpTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One listening transport of a process, and its connections to others, by their names. */
final class Links implements AutoCloseable {

    private static final long EPOCH = 1;
    private static final Duration FIRST_BACK_OFF = Duration.ofMillis(20);
    private static final Duration LONGEST_BACK_OFF = Duration.ofMillis(200);
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Transport transport;
    private final Runnable onRoom;
    private final Map<String, Peer> peers = new LinkedHashMap<>();

    /** @param onRoom called on the event loop when a peer has room again */
    Links(String name, String host, InboundHandler handler, Runnable onRoom) {
        this.onRoom = onRoom;
        this.transport = TcpTransport.start(
                TransportConfig.builder("benchmark", "geo", name, EPOCH)
                        .secret(new LinkSecret(new byte[32]))
                        .listen(host, 0)
                        .reconnect(FIRST_BACK_OFF, LONGEST_BACK_OFF)
                        .build(),
                handler,
                System::nanoTime);
    }

    int port() {
        return transport.address().getPort();
    }

    /** Connects to the process with this name, and waits for that. */
    void connect(JsonNode request) throws IOException, InterruptedException {
        String name = request.get("name").asText();
        Peer peer = transport.connect(
                new PeerAddress(
                        request.get("host").asText(), request.get("port").asInt(), name, EPOCH),
                onRoom);
        peers.put(name, peer);
        long began = System.nanoTime();
        while (!peer.connected()) {
            if (System.nanoTime() - began > CONNECT_NANOS) {
                throw new IOException(
                        "no connection to " + name + ": " + peer.counters().lastFailure());
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    Peer peer(String name) {
        return peers.get(name);
    }

    @Override
    public void close() {
        transport.close();
    }
}
