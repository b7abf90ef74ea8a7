// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Detects calls of components that do not return, without a clock reading per call. The executor's thread publishes
 * which call it is in. The worker's timer checks from time to time whether that is still the same call. A call is
 * detected when it has taken between the bound and 1.5 times the bound. The first call after all executors of the
 * worker were blocked may take up to twice the bound. {@link SlowCalls} decides which calls are warned of.
 */
final class CallWatch {

    /** The shortest pause: more frequent checks would only cost CPU, as no reaction is faster. */
    private static final long LEAST_PAUSE_NANOS = 5_000_000;

    private static final int TASK_BITS = 24;
    private static final long TASK_MASK = (1L << TASK_BITS) - 1;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(CallWatch.class, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LongSupplier clock;
    private final long boundNanos;
    private final SlowCalls slow;

    // Written by the executor's thread
    private long sequence;

    /** The sequence number of the last change, and the id of the task whose component is being called, or 0. */
    private long state;

    // Written by the timer's thread
    private long seen;
    private long seenNanos;
    private long lookedNanos;

    /** The time when the slow call was first seen. Written before slowState. */
    private long slowSinceNanos;

    /** The state that has lasted too long. */
    private volatile long slowState;

    CallWatch(LongSupplier clock, Duration bound, IntFunction<String> names, IntConsumer counted) {
        this.clock = clock;
        this.boundNanos = bound.toNanos();
        this.slow = new SlowCalls(boundNanos, names, counted);
        this.lookedNanos = clock.getAsLong();
    }

    boolean warns() {
        return boundNanos > 0;
    }

    /**
     * Returns the longest pause between two checks. A check takes the core from a spinning executor for about 0.1 ms.
     */
    long pauseNanos() {
        return Math.max(LEAST_PAUSE_NANOS, boundNanos / 2);
    }

    /** The executor's thread begins a call. The return value must be passed to {@link #leave}. */
    long enter(int task) {
        long before = state;
        publish(task);
        return before;
    }

    /** The executor's thread has left the call that it began last. It may be in an outer call now. */
    void leave(long before) {
        long left = state;
        publish(before & TASK_MASK);
        if (left == slowState) {
            slow.returned(task(left), clock.getAsLong() - slowSinceNanos, clock.getAsLong());
        }
    }

    private void publish(long task) {
        // Opaque: the timer's thread sees the value soon, and no other value depends on the order
        STATE.setOpaque(this, ++sequence << TASK_BITS | task);
    }

    /** Returns how many calls have begun or ended. Any thread may call it. */
    long changes() {
        return (long) STATE.getOpaque(this) >>> TASK_BITS;
    }

    /** Returns the id of the task whose component is being called, or 0. Any thread may call it. */
    int callee() {
        return task((long) STATE.getOpaque(this));
    }

    /**
     * Returns for how long the present call has lasted if it is slow, and 0 otherwise. Any thread may call it.
     */
    long slowNanos() {
        long slowCall = slowState;
        long since = slowSinceNanos;
        boolean present = slowCall != 0 && slowCall == (long) STATE.getOpaque(this) && slowCall == slowState;
        return present ? clock.getAsLong() - since : 0;
    }

    /** The timer's thread checks which call the executor's thread is in. */
    void look(long now, Supplier<StackTraceElement[]> stack) {
        long present = (long) STATE.getOpaque(this);
        // After a late check it is unknown whether the call or the whole process stood still
        boolean late = now - lookedNanos > 2 * pauseNanos();
        lookedNanos = now;
        if (present != seen || late && present != slowState) {
            seen = present;
            seenNanos = now;
        } else if (task(present) != 0 && now - seenNanos >= boundNanos) {
            if (present != slowState) {
                slowSinceNanos = seenNanos;
                slowState = present;
                slow.begins(task(present), now);
            }
            if (slow.warns(task(present), now - seenNanos, now)) {
                StackTraceElement[] frames = stack.get();
                if ((long) STATE.getOpaque(this) == present) {
                    slow.hangs(task(present), now - seenNanos, now, frames);
                }
            }
        }
    }

    private static int task(long state) {
        return (int) (state & TASK_MASK);
    }
}
