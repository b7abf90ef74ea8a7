// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.tuple.DataTuple;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows the executors of the same process whether a task's inbox has reached its bound. The task's executor sets it,
 * any executor reads it for each tuple; so no other written data lies in its cache line. It does not hold up a tuple
 * inside a cycle of components ({@link CycleEdges}).
 *
 * <p>A source sees the sign late, when tuples wait in a queue already. Their number is bounded, so small ones do no
 * harm. Each large one reserves its bytes from the hand-over until it leaves the inbox.
 */
public final class PauseSign {

    private static final VarHandle FLAGS = MethodHandles.arrayElementVarHandle(int[].class);

    /** The ints in two cache lines, as processors fetch pairs. */
    private static final int PADDING = 32;

    /**
     * The size from which on a tuple reserves its bytes: 2,048 smaller ones are less than the default bound of a task.
     */
    private static final int LARGE_BYTES = 8 << 10;

    private final int[] flag = new int[2 * PADDING + 1];
    private final long mostBytes;
    private final AtomicLong reserved = new AtomicLong();

    /** @param mostBytes most bytes of large tuples of this worker that wait for the task */
    public PauseSign(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    public boolean isPaused() {
        return (int) FLAGS.getVolatile(flag, PADDING) != 0;
    }

    /** Sets the sign by a volatile store, so that the caller afterwards sees every source that waits for room. */
    public void set(boolean on) {
        FLAGS.setVolatile(flag, PADDING, on ? 1 : 0);
    }

    /**
     * Reserves room for a tuple of the same worker that is to wait for the task. A single tuple gets room, however
     * large it is. Called by the source's thread.
     *
     * @param always whether the bound does not hold for this tuple
     * @return false if there is no room now
     */
    public boolean admits(DataTuple tuple, boolean always) {
        int bytes = tuple.bytes();
        return bytes < LARGE_BYTES || reserves(tuple, bytes, always);
    }

    private boolean reserves(DataTuple tuple, int bytes, boolean always) {
        long before;
        do {
            before = reserved.get();
            if (before > 0 && before + bytes > mostBytes && !always) {
                return false;
            }
        } while (!reserved.compareAndSet(before, before + bytes));
        tuple.hold(() -> reserved.addAndGet(-bytes));
        return true;
    }
}
