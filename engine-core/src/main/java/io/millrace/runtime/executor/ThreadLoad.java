package io.millrace.runtime.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** How busy an executor's thread is: that thread tells of each round, any thread may look. */
final class ThreadLoad {

    /** A round that takes longer delays what arrives meanwhile so much that it shows in a tuple's latency. */
    private static final long SLOW_NANOS = 500_000;

    private static final VarHandle BUSY;
    private static final VarHandle SLOW;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            BUSY = lookup.findVarHandle(ThreadLoad.class, "busyNanos", long.class);
            SLOW = lookup.findVarHandle(ThreadLoad.class, "slowNanos", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long busyNanos;
    private long slowNanos;
    private long roundStart;
    private boolean worked;

    /** A round has begun then, and is over, having done something or not; by the thread. */
    void round(long start, boolean didSomething) {
        if (worked) {
            long nanos = start - roundStart;
            // Opaque: others look now and then, and nothing else depends on it
            BUSY.setOpaque(this, busyNanos + nanos);
            if (nanos > SLOW_NANOS) {
                SLOW.setOpaque(this, slowNanos + nanos);
            }
        }
        roundStart = start;
        worked = didSomething;
    }

    /** All time in rounds in which there was work. */
    long busyNanos() {
        return (long) BUSY.getOpaque(this);
    }

    /** Of that, the time in rounds which took long. */
    long slowNanos() {
        return (long) SLOW.getOpaque(this);
    }
}
