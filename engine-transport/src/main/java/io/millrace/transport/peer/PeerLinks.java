// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.flow.Endpoint;
import io.netty.channel.EventLoop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The peers of one transport. Any thread; locked, because it is called once per peer. */
public final class PeerLinks implements AutoCloseable {

    private final Endpoint endpoint;
    private final PeerLink.Dialler dialler;
    private final Map<String, PeerLink> links = new LinkedHashMap<>();
    private boolean closed;

    public PeerLinks(Endpoint endpoint, PeerLink.Dialler dialler) {
        this.endpoint = endpoint;
        this.dialler = dialler;
    }

    /**
     * See {@link io.millrace.transport.Transport#connect}.
     *
     * @param random the source of the jitter of the back-off
     */
    public Peer connect(PeerAddress peer, Runnable onRoom, EventLoop loop, Ticker ticker, RandomGenerator random) {
        PeerLink link;
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException(
                        "the transport of worker " + endpoint.config.identity().workerId() + " is closed");
            }
            String key = peer.workerId() + "#" + peer.epoch() + "/" + peer.connection();
            if (links.containsKey(key)) {
                throw new IllegalStateException("there is a peer " + peer + " already: close it first");
            }
            Backoff backoff = new Backoff(
                    endpoint.config.times().reconnectMin().toNanos(),
                    endpoint.config.times().reconnectMax().toNanos(),
                    random);
            link = new PeerLink(
                    endpoint, loop, ticker, peer, new PeerLink.Listener(onRoom, () -> forget(key)), dialler, backoff);
            links.put(key, link);
        }
        link.start();
        return link;
    }

    private synchronized void forget(String key) {
        links.remove(key);
    }

    /** Closes all peers, and takes no further ones. */
    @Override
    public void close() {
        List<PeerLink> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(links.values());
        }
        open.forEach(PeerLink::close);
    }
}
