// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.ipc.ring.RetainedRecord;
import io.millrace.runtime.codec.LongValues;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The long values of a message that stay in a ring until its tuple is acked or failed. The thread of the executor
 * changes it; any thread may read the values.
 *
 * <p>An engine that is a JVM reads the memory that it shares with its worker by the same views; only {@link #release}
 * is called for them.
 *
 * <p>A reader may be overtaken: the values are moved or released, and the ring's memory is overwritten. So it checks
 * again after each read whether the values are still in the ring. The state changes before the ring gives its memory
 * back, and a reader loads it after the bytes.
 */
public final class RetainedMessage implements LongValues.Views {

    private static final int IN_RING = 0;
    private static final int MOVED = 1;
    private static final int RELEASED = 2;

    private final ByteBuffer ring;
    private final List<RetainedBytes> values = new ArrayList<>(1);

    /** The record of the ring; null if the memory is not a ring's. */
    private RetainedRecord record;

    private volatile int state = IN_RING;

    /** @param ring memory of the ring */
    public RetainedMessage(ByteBuffer ring) {
        // The buffer is big-endian, as views are
        this.ring = ring.duplicate();
    }

    /** Makes the view of a value. */
    @Override
    public RetainedBytes view(int at, int length) {
        RetainedBytes value = new RetainedBytes(this, at, length);
        values.add(value);
        return value;
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Sets the record by which the ring keeps the memory. */
    public void retainedBy(RetainedRecord held) {
        record = held;
    }

    ByteBuffer ring() {
        return ring;
    }

    boolean isInRing() {
        return state == IN_RING;
    }

    /** Returns whether the bytes that were read since {@link #isInRing} were not overwritten. */
    boolean isStillInRing() {
        VarHandle.acquireFence();
        return state == IN_RING;
    }

    boolean isReleased() {
        return state == RELEASED;
    }

    /** Copies the values out of the ring, which needs its memory. Without memory for a copy, views are refused. */
    public void moveOut() {
        if (state != IN_RING) {
            return;
        }
        try {
            values.forEach(RetainedBytes::copyOut);
        } finally {
            // The state changes even after an error, as the ring gives the memory back
            state = MOVED;
        }
    }

    /** Gives the memory back, as the tuple was acked or failed. */
    void release() {
        state = RELEASED;
        if (record != null) {
            record.release();
        }
    }
}
