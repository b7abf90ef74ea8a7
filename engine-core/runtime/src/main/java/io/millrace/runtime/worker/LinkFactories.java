// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.transport.Peer;
import java.io.IOException;

/**
 * Chooses the links from the executors of this worker to those of another one: rings within the node, unless
 * {@code topology.link.node} says otherwise, a connection, or channels between the regions of {@link ChannelRegions}.
 *
 * @param memory memory of the worker; null for a worker without rings
 * @param net transport of the worker; null if it reaches all others by rings
 */
record LinkFactories(WorkerSpec spec, TaskGraph graph, SharedMemory memory, NetEnds net) {

    /**
     * @param connection result of {@link #connect}
     * @param assignmentEpoch epoch of the assignment by which the links are made
     */
    LinkFactory to(PeerEndpoint peer, Peer connection, long assignmentEpoch) {
        if (connection == null) {
            return new LinksInNode(spec, graph, memory);
        }
        return net.resendsTo(peer)
                ? new LinksBetweenRegions(graph, net, peer, connection, assignmentEpoch)
                : new LinksBetweenNodes(graph, connection, leavesRegion(peer));
    }

    private boolean leavesRegion(PeerEndpoint peer) {
        return !peer.region().isEmpty() && !peer.region().equals(spec.net().region());
    }

    /** Connects to a worker; null if its rings are used. */
    Peer connect(PeerEndpoint peer) throws IOException {
        if (spec.reachesByRings(peer.node())) {
            return null;
        }
        if (net == null || peer.port() == 0) {
            throw new IOException("it is on node " + peer.node() + ", and " + (net == null ? "this worker" : "that one")
                    + " was started without a transport");
        }
        return net.connect(peer);
    }

    /** Returns whether tuples for a worker go by channels between sites, which lose nothing with a connection. */
    boolean resendsTo(PeerEndpoint peer) {
        return net != null && net.resendsTo(peer);
    }
}
