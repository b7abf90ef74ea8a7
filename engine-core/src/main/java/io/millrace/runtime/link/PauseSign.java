package io.millrace.runtime.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether a task's inbox has reached its bound, for the executors of the same process. The task's executor sets it,
 * any executor reads it for each tuple; so nothing else that is written lies in its cache line. It does not hold up a
 * tuple inside a cycle of components ({@link Traffic}).
 */
public final class PauseSign {

    private static final VarHandle FLAGS = MethodHandles.arrayElementVarHandle(int[].class);

    /** Two cache lines, as processors fetch pairs. */
    private static final int PADDING = 32;

    private final int[] flag = new int[2 * PADDING + 1];

    public boolean isPaused() {
        return (int) FLAGS.getVolatile(flag, PADDING) != 0;
    }

    /** A volatile store, so that after a pause or a resumption the caller sees every source that waits for room. */
    public void set(boolean on) {
        FLAGS.setVolatile(flag, PADDING, on ? 1 : 0);
    }
}
