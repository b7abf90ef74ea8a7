package io.millrace.runtime.worker;

import io.millrace.runtime.routing.Wiring;
import io.millrace.transport.Peer;
import java.io.IOException;

/**
 * Chooses how the executors of this worker reach those of another one: by rings within the node, by a connection within
 * the region, or by channels between sites.
 *
 * @param memory null for a worker without a directory
 * @param net null for a topology on one node
 */
record LinkFactories(WorkerSpec spec, Wiring wiring, SharedMemory memory, NetEnds net) {

    /**
     * @param connection as {@link #connect} has returned it
     * @param assignmentEpoch of the assignment by which the links are made
     */
    LinkFactory to(PeerEndpoint peer, Peer connection, long assignmentEpoch) {
        if (connection == null) {
            return new LinksInNode(spec, wiring, memory);
        }
        return net.resendsTo(peer)
                ? new LinksBetweenRegions(wiring, net, peer, connection, assignmentEpoch)
                : new LinksBetweenNodes(wiring, connection);
    }

    /** Connects to a worker; null if it is on this node. */
    Peer connect(PeerEndpoint peer) throws IOException {
        if (spec.node().equals(peer.node())) {
            return null;
        }
        if (net == null || peer.port() == 0) {
            throw new IOException("it is on node " + peer.node() + ", and " + (net == null ? "this worker" : "that one")
                    + " was started without a transport");
        }
        return net.connect(peer);
    }

    /** Whether tuples for a worker go by channels between sites, which lose nothing with a connection. */
    boolean resendsTo(PeerEndpoint peer) {
        return net != null && net.resendsTo(peer);
    }
}
