// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A message of a test, which counts its releases. */
class TestMessage implements InboundMessage {

    private final int target;
    private final ByteBuffer bytes;
    int releases;

    TestMessage(int target, byte[] bytes) {
        this.target = target;
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public int targetTask() {
        return target;
    }

    @Override
    public ByteBuffer buffer() {
        return bytes;
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public int length() {
        return bytes.capacity();
    }

    @Override
    public long senderClockOffsetNanos() {
        return UNKNOWN_CLOCK;
    }

    @Override
    public long sentNanos() {
        return UNKNOWN_TIME;
    }

    @Override
    public void release() {
        releases++;
    }
}
