// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.MESSAGE_HEAD;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Messages on the heap that will share a record of a ring. They have the layout that they will have there, so one copy
 * moves them: {@link RingProducer#offer(GatheredMessages, int)}. Used by one thread.
 */
public final class GatheredMessages {
    private static final int FIRST_BYTES = 1 << 10;

    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int recordBytes;
    private int messageBytes;
    private int count;

    /**
     * Makes room for a message; write it to {@link #buffer} at the returned offset, then {@link #add} it.
     *
     * @param length in bytes
     */
    public int room(int length) {
        int needed = recordBytes + RingProducer.batchBytes(length);
        if (needed > buffer.capacity()) {
            buffer = ByteBuffer.allocate(Math.max(needed, Math.max(FIRST_BYTES, 2 * buffer.capacity())))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(0, buffer, 0, recordBytes);
        }
        return recordBytes + MESSAGE_HEAD;
    }

    /** Adds the message for which {@link #room} was made last. */
    public void add(int targetTask, int length) {
        buffer.putLong(recordBytes, Descriptor.head(Descriptor.MESSAGE, length, targetTask));
        recordBytes += RingProducer.batchBytes(length);
        messageBytes += length;
        count++;
    }

    /** Where to write messages: little-endian, by absolute offsets. {@link #room} may replace it. */
    public ByteBuffer buffer() {
        return buffer;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    /** How many bytes of a record they take. */
    public int recordBytes() {
        return recordBytes;
    }

    int messageBytes() {
        return messageBytes;
    }

    /** The target of the first message. */
    int firstTask() {
        return Descriptor.task(buffer.getLong(0));
    }

    public void clear() {
        recordBytes = 0;
        messageBytes = 0;
        count = 0;
    }
}
