// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.transport.InboundHandler;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.TransportCounters;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/** TCP that reaches the workers by other addresses than their own. */
final class RewiredNetwork implements Network {

    private final Network tcp = Network.tcp(System::nanoTime);
    private final UnaryOperator<PeerAddress> way;

    RewiredNetwork(UnaryOperator<PeerAddress> way) {
        this.way = way;
    }

    /** Returns the address of the same worker at another port of this machine. */
    static PeerAddress at(int port, PeerAddress peer) {
        return new PeerAddress("127.0.0.1", port, peer.workerId(), peer.epoch(), peer.connection());
    }

    @Override
    public Transport start(TransportConfig settings, InboundHandler inbound) {
        Transport transport = tcp.start(settings, inbound);
        return new Transport() {
            @Override
            public InetSocketAddress address() {
                return transport.address();
            }

            @Override
            public Peer connect(PeerAddress peer, Runnable onRoom) {
                return transport.connect(way.apply(peer), onRoom);
            }

            @Override
            public void expect(Map<String, Long> epochs, Map<String, Long> up) {
                transport.expect(epochs, up);
            }

            @Override
            public void repeat(Duration interval, Runnable action) {
                transport.repeat(interval, action);
            }

            @Override
            public TransportCounters counters() {
                return transport.counters();
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }
}
