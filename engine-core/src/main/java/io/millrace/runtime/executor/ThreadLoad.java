package io.millrace.runtime.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** How busy an executor's thread is: that thread tells of each round, any thread may look. */
final class ThreadLoad {

    /** A round that takes longer delays what arrives meanwhile so much that it shows in a tuple's latency. */
    private static final long SLOW_NANOS = 500_000;

    /** What takes so long is more than a round and the sleep before it. */
    private static final long LONG_NANOS = 20_000_000;

    private static final VarHandle START;
    private static final VarHandle BUSY;
    private static final VarHandle SLOW;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            START = lookup.findVarHandle(ThreadLoad.class, "roundStart", long.class);
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
        START.setOpaque(this, start);
        worked = didSomething;
    }

    /** The thread does something else until the next round; by it. */
    void away() {
        worked = false;
    }

    /** Whether the last round began so long ago that the thread, if it does not wait for work, is in a long one. */
    boolean isInLongRound(long now) {
        return now - (long) START.getOpaque(this) > LONG_NANOS;
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
