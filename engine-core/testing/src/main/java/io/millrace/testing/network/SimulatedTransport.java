// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.network;

import io.millrace.transport.CloseCause;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportCounters;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.peer.Admission;
import io.millrace.transport.peer.InboundConnection;
import io.millrace.transport.peer.OutboundConnection;
import io.millrace.transport.peer.PeerLink;
import io.millrace.transport.peer.PeerLinks;
import io.millrace.transport.peer.Ticker;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;

/** One transport of a {@link SimulatedNetwork}; it has one event loop, which the network steps. */
final class SimulatedTransport implements Transport {

    private final SimulatedNetwork network;
    private final Endpoint endpoint;
    private final InetSocketAddress address;
    private final Ticker ticker;
    private final Admission admission;
    private final PeerLinks peers;
    /** The event loop that runs the peers' tasks; each end of a connection has one of its own. */
    private final EmbeddedChannel loop = new EmbeddedChannel();

    SimulatedTransport(SimulatedNetwork network, Endpoint endpoint, int port) {
        this.network = network;
        this.endpoint = endpoint;
        this.address =
                InetSocketAddress.createUnresolved(endpoint.config.sockets().host(), port);
        this.ticker = new Ticker(endpoint.clock);
        this.admission = new Admission(endpoint);
        this.peers = new PeerLinks(endpoint, this::dial);
    }

    boolean listensAt(String host, int port) {
        return address.getPort() == port && address.getHostString().equals(host);
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public Peer connect(PeerAddress peer, Runnable onRoom) {
        return peers.connect(
                peer, onRoom, loop.eventLoop(), ticker, network.random().split());
    }

    private void dial(PeerLink link) {
        PeerAddress peer = link.address();
        SimulatedTransport target = network.listener(peer.host(), peer.port());
        SimulatedNetwork.Pair workers =
                SimulatedNetwork.Pair.of(endpoint.config.identity().workerId(), peer.workerId());
        if (network.areSeparate(workers)) {
            link.onDialFailed("nothing leads there");
        } else if (target == null) {
            link.onDialFailed("nothing listens there");
        } else {
            network.onOpened(new SimulatedConnection(
                    network,
                    new SimulatedNetwork.Way(endpoint.config.identity().workerId(), peer.workerId()),
                    new OutboundConnection(endpoint, ticker, link),
                    new InboundConnection(target.endpoint, target.ticker, target.admission)));
        }
    }

    @Override
    public void expect(Map<String, Long> epochs, Map<String, Long> up) {
        admission.expect(epochs, up);
    }

    @Override
    public void repeat(Duration interval, Runnable action) {
        ticker.repeat(interval.toNanos(), action);
    }

    @Override
    public TransportCounters counters() {
        return endpoint.counters();
    }

    void tick() {
        ticker.tick();
    }

    /** Runs the tasks of the event loop; returns whether there were any. */
    boolean runTasks() {
        boolean any = loop.hasPendingTasks();
        if (any) {
            loop.runPendingTasks();
        }
        return any;
    }

    @Override
    public void close() {
        peers.close();
        loop.runPendingTasks();
        admission.open().forEach(each -> each.close(CloseCause.CLOSED, "this end closed its transport"));
        loop.finishAndReleaseAll();
        network.onClosed(this);
    }
}
