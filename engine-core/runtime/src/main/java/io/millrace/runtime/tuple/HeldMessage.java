package io.millrace.runtime.tuple;

import io.millrace.ipc.ring.HeldRecord;
import io.millrace.runtime.codec.LongValues;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The long values of a message that stay in a ring until its tuple is acked or failed. The thread of the executor changes it; any thread may read the values.
 *
 * <p>An engine that is a JVM reads the memory that it shares with its worker by the same views; {@link #release} is all that happens to those.
 *
 * <p>A reader may be overtaken: the values are moved or released, and the ring's memory is overwritten. So it looks again after each read whether the values
 * are still in the ring. The state changes before the ring gives its memory back, and a reader loads it after the bytes.
 */
public final class HeldMessage implements LongValues.Views {

    private static final int IN_RING = 0;
    private static final int MOVED = 1;
    private static final int RELEASED = 2;

    private final ByteBuffer ring;
    private final List<HeldBytes> values = new ArrayList<>(1);

    /** Null if the memory is not a ring's. */
    private HeldRecord record;

    private volatile int state = IN_RING;

    /** @param ring its memory */
    public HeldMessage(ByteBuffer ring) {
        // Big-endian, as views are
        this.ring = ring.duplicate();
    }

    /** Makes the view of a value. */
    @Override
    public HeldBytes view(int at, int length) {
        HeldBytes value = new HeldBytes(this, at, length);
        values.add(value);
        return value;
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Sets by what the ring keeps the memory. */
    public void heldBy(HeldRecord held) {
        record = held;
    }

    ByteBuffer ring() {
        return ring;
    }

    boolean isInRing() {
        return state == IN_RING;
    }

    /** Whether what was read since {@link #isInRing} was not overwritten. */
    boolean isStillInRing() {
        VarHandle.acquireFence();
        return state == IN_RING;
    }

    boolean isReleased() {
        return state == RELEASED;
    }

    /** The ring needs its memory: copies the values, and views go on with the copies. Without memory for a copy they are refused. */
    public void moveOut() {
        if (state != IN_RING) {
            return;
        }
        try {
            values.forEach(HeldBytes::copyOut);
        } finally {
            // Also after an error, as the ring gives the memory back
            state = MOVED;
        }
    }

    /** The tuple was acked or failed: gives the memory back. */
    void release() {
        state = RELEASED;
        if (record != null) {
            record.release();
        }
    }
}
