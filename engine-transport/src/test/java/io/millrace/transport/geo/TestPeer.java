// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A connection that takes as many messages as it has room for. */
final class TestPeer implements Peer {

    record Taken(int target, byte[] bytes) {}

    final List<Taken> taken = new ArrayList<>();
    private final PeerAddress address;
    int room = Integer.MAX_VALUE;

    TestPeer(long epoch) {
        address = new PeerAddress("127.0.0.1", 1, "target", epoch);
    }

    @Override
    public PeerAddress address() {
        return address;
    }

    @Override
    public boolean offer(int target, ByteBuffer source, int offset, int length) {
        if (room == 0) {
            return false;
        }
        room--;
        byte[] copy = new byte[length];
        source.get(offset, copy);
        taken.add(new Taken(target, copy));
        return true;
    }

    @Override
    public boolean offerTimed(int target, ByteBuffer source, int offset, int length) {
        return offer(target, source, offset, length);
    }

    @Override
    public boolean offerControl(int target, ByteBuffer source, int offset, int length) {
        return offer(target, source, offset, length);
    }

    @Override
    public boolean isHalfFull(int target) {
        return room == 0;
    }

    @Override
    public boolean isEmpty(int target) {
        return true;
    }

    @Override
    public long offeredControls() {
        return 0;
    }

    @Override
    public boolean isControlWritten(long position) {
        return true;
    }

    @Override
    public long connections() {
        return 1;
    }

    @Override
    public boolean connected() {
        return true;
    }

    @Override
    public PeerCounters counters() {
        throw new UnsupportedOperationException("nobody asks");
    }

    @Override
    public void close() {
        room = 0;
    }
}
