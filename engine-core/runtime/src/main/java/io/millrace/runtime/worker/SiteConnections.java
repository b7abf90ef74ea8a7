// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;

/**
 * The connections to other workers beside the first of each pair, made when they are first asked for and closed with
 * the incarnation to which they lead. Messages that they drop are sent again, so drops are not counted. Any thread.
 */
final class SiteConnections {

    /**
     * The number of the connection by which a relay gets batches that it forwards. Further connections of the same pair
     * have lower numbers.
     */
    static final int TO_RELAY = 1 << 10;

    /** The number of the connection by which a relay forwards batches. */
    static final int FROM_RELAY = TO_RELAY + 1;

    /** The number of the connection by which an entry copies batches to the workers of its region. */
    static final int FROM_ENTRY = TO_RELAY + 2;

    private record Key(String worker, int number) {}

    private final String node;
    private final Function<PeerAddress, Peer> dialler;
    private final Map<Key, Peer> open = new HashMap<>();
    private Map<String, PeerEndpoint> up = Map.of();

    /** @param node node of this worker: there is no connection to others on it */
    SiteConnections(String node, Function<PeerAddress, Peer> dialler) {
        this.node = node;
        this.dialler = dialler;
    }

    /**
     * Takes the workers that are up. Returns the connections that were closed, as they led to other starts of workers.
     */
    synchronized Collection<Peer> update(Map<String, PeerEndpoint> workers) {
        up = Map.copyOf(workers);
        Map<Key, Peer> closed = new HashMap<>();
        for (Iterator<Map.Entry<Key, Peer>> all = open.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Key, Peer> one = all.next();
            PeerEndpoint now = up.get(one.getKey().worker());
            if (now == null || now.epoch() != one.getValue().address().epoch()) {
                closed.put(one.getKey(), one.getValue());
                all.remove();
            }
        }
        closed.values().forEach(Peer::close);
        return closed.values();
    }

    /** Returns a connection to a worker, which may not be made yet; null if the worker is not up, or on this node. */
    synchronized Peer to(String worker, int number) {
        PeerEndpoint endpoint = worker == null ? null : up.get(worker);
        return endpoint == null || endpoint.node().equals(node) ? null : near(worker, number);
    }

    /** Returns a connection to a worker, also on this node, which may not be made yet; null if the worker is not up. */
    synchronized Peer near(String worker, int number) {
        PeerEndpoint endpoint = up.get(worker);
        if (endpoint == null || endpoint.port() == 0) {
            return null;
        }
        return open.computeIfAbsent(
                new Key(worker, number),
                key -> dialler.apply(
                        new PeerAddress(endpoint.host(), endpoint.port(), worker, endpoint.epoch(), number)));
    }
}
