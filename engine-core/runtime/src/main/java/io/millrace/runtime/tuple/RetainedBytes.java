// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.api.PayloadView;
import io.millrace.api.config.TopologyKeys;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A long value in a ring or in memory that an engine shares with its worker, or the copy of it if the ring needed its
 * memory. Any thread may read it.
 */
final class RetainedBytes implements PayloadView {

    private final RetainedMessage message;
    private final int at;
    private final int length;

    /** The copy; null before the ring has needed its memory, or a caller a copy. */
    private volatile byte[] copy;

    RetainedBytes(RetainedMessage message, int at, int length) {
        this.message = message;
        this.at = at;
        this.length = length;
    }

    RetainedMessage message() {
        return message;
    }

    /** Copies the value, as the ring needs its memory. */
    void copyOut() {
        if (copy == null) {
            byte[] bytes = new byte[length];
            message.ring().get(at, bytes);
            copy = bytes;
        }
    }

    /** Returns a copy, made at the first call, which stays when the views are released. */
    byte[] toArray() {
        byte[] bytes = copy;
        if (bytes == null) {
            bytes = new byte[length];
            get(0, bytes, 0, length);
            copy = bytes;
        }
        return bytes;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public byte get(int index) {
        Objects.checkIndex(index, length);
        if (message.isInRing()) {
            byte value = message.ring().get(at + index);
            if (message.isStillInRing()) {
                return value;
            }
        }
        return copy()[index];
    }

    @Override
    public int getInt(int index) {
        Objects.checkFromIndexSize(index, Integer.BYTES, length);
        if (message.isInRing()) {
            int value = message.ring().getInt(at + index);
            if (message.isStillInRing()) {
                return value;
            }
        }
        return ByteBuffer.wrap(copy()).getInt(index);
    }

    @Override
    public long getLong(int index) {
        Objects.checkFromIndexSize(index, Long.BYTES, length);
        if (message.isInRing()) {
            long value = message.ring().getLong(at + index);
            if (message.isStillInRing()) {
                return value;
            }
        }
        return ByteBuffer.wrap(copy()).getLong(index);
    }

    @Override
    public void get(int index, byte[] target, int offset, int bytes) {
        Objects.checkFromIndexSize(index, bytes, length);
        if (message.isInRing()) {
            message.ring().get(at + index, target, offset, bytes);
            if (message.isStillInRing()) {
                return;
            }
        }
        System.arraycopy(copy(), index, target, offset, bytes);
    }

    @Override
    public void get(int index, ByteBuffer target) {
        int bytes = target.remaining();
        Objects.checkFromIndexSize(index, bytes, length);
        if (message.isInRing()) {
            target.put(target.position(), message.ring(), at + index, bytes);
            if (message.isStillInRing()) {
                target.position(target.position() + bytes);
                return;
            }
        }
        target.put(copy(), index, bytes);
    }

    /** Returns a text for messages about the tuple, also after its ack. */
    @Override
    public String toString() {
        return length + " bytes";
    }

    private byte[] copy() {
        byte[] bytes = copy;
        if (message.isReleased()) {
            throw new IllegalStateException(BufferView.REFUSED);
        }
        if (bytes == null) {
            throw new IllegalStateException("a value of " + length
                    + " bytes was lost when its ring needed the memory, as the heap had none for a copy: raise "
                    + TopologyKeys.WORKER_HEAP.name());
        }
        return bytes;
    }
}
