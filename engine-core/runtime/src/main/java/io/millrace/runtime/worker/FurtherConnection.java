// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.transport.Peer;
import io.millrace.transport.geo.GeoRoute;
import java.nio.ByteBuffer;

/** A further connection to the same worker, which is made when a channel wants it. Confined to the sender's thread. */
final class FurtherConnection implements GeoRoute {

    private final SiteConnections connections;
    private final PeerEndpoint target;
    private final int number;
    private final int channel;

    /** The connection; null before it is wanted. */
    private Peer peer;

    FurtherConnection(SiteConnections connections, PeerEndpoint target, int number, int channel) {
        this.connections = connections;
        this.target = target;
        this.number = number;
        this.channel = channel;
    }

    @Override
    public String name() {
        return peer == null ? "" : "connection " + (number + 1);
    }

    @Override
    public void prepare() {
        if (peer == null) {
            peer = connections.to(target.worker(), number);
        }
    }

    @Override
    public boolean isUp() {
        return peer != null && peer.connected();
    }

    @Override
    public boolean offer(ByteBuffer batch, int offset, int length) {
        return peer != null && peer.offer(channel, batch, offset, length);
    }
}
