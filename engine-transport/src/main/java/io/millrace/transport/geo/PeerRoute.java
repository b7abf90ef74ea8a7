// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.Peer;
import java.nio.ByteBuffer;

/** A route that begins with a connection: to the other end, or to a relay. */
public final class PeerRoute implements GeoRoute {

    private final String name;
    private final Peer peer;
    private final int target;

    /**
     * @param name the name that operators read
     * @param target the number by which the peer knows the channel
     */
    public PeerRoute(String name, Peer peer, int target) {
        this.name = name;
        this.peer = peer;
        this.target = target;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isUp() {
        return peer.connected();
    }

    @Override
    public boolean offer(ByteBuffer batch, int offset, int length) {
        return peer.offer(target, batch, offset, length);
    }
}
