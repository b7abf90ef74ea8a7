// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;

/** The endpoint of one worker process: listens for peers, connects to peers. Any thread may call it. */
public interface Transport extends AutoCloseable {

    /** The address on which this transport listens. */
    InetSocketAddress address();

    /**
     * Connects to a worker, and connects again whenever the connection is lost, until the peer is closed. Returns at
     * once.
     *
     * @param onRoom called on the event loop when an offer that was refused may succeed now; it must not block
     * @throws IllegalStateException if there is a peer with that address already, or this transport is closed
     */
    Peer connect(PeerAddress peer, Runnable onRoom);

    /**
     * Sets who may connect: workers and services, by name, each with the newest epoch that was granted to it. A dialler
     * that has proven to belong to the submission and is not among them waits, as the next call may admit it; after
     * half of {@link TransportConfig.Times#handshakeTimeout()} it is refused, and tries again. Before the first call
     * every dialler with that proof may connect. Open connections stay open.
     *
     * @param up by name, the newest epoch that has been up: an earlier epoch is over, and is refused
     */
    void expect(Map<String, Long> epochs, Map<String, Long> up);

    /**
     * Calls {@code action} on an event loop about once per interval, until this transport is closed; it must not block.
     */
    void repeat(Duration interval, Runnable action);

    TransportCounters counters();

    /**
     * Closes every peer and connection. When it returns, no thread and no port of this transport is left. A call on an
     * event loop only begins to close.
     */
    @Override
    void close();
}
