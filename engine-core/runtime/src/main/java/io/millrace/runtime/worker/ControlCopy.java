// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.transport.InboundMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A message of the priority lane that is kept in the order of the messages of channels. It has no credit. */
record ControlCopy(int targetTask, ByteBuffer buffer) implements InboundMessage {

    static ControlCopy of(int targetTask, ByteBuffer from, int offset, int length) {
        ByteBuffer copy = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        copy.put(0, from, offset, length);
        return new ControlCopy(targetTask, copy);
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public int length() {
        return buffer.capacity();
    }

    /** Returns that the offset is unknown, as barriers have no times. */
    @Override
    public long senderClockOffsetNanos() {
        return UNKNOWN_CLOCK;
    }

    @Override
    public long sentNanos() {
        return UNKNOWN_TIME;
    }

    @Override
    public void release() {}
}
