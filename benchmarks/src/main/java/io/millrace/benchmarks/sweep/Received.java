// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.nio.ByteBuffer;

/** Messages that another process makes. One is held until it is emitted. */
final class Received implements Feed {

    private final Inlet inlet;
    private byte[] held;

    Received(Inlet inlet) {
        this.inlet = inlet;
    }

    @Override
    public boolean isDue(long now) {
        if (held == null) {
            held = inlet.poll();
        }
        return held != null;
    }

    @Override
    public byte[] message() {
        return held;
    }

    @Override
    public int bytes() {
        return held.length;
    }

    @Override
    public void write(ByteBuffer target) {
        target.put(held);
    }

    @Override
    public long due() {
        return Message.read(held).due();
    }

    @Override
    public void emitted(long now) {
        held = null;
    }

    @Override
    public long idleUntil(long now) {
        return now;
    }
}
