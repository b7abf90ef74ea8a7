package io.millrace.runtime.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether a task's inbox has passed its bound, for the executors of the same process. Set by the task's executor, read by
 * any, for each tuple: nothing else that is written lies in its cache line. A tuple that is inside a cycle of components is
 * not held up by it ({@link Traffic}).
 */
public final class PauseSign {

    private static final VarHandle FLAGS = MethodHandles.arrayElementVarHandle(int[].class);

    /** Two cache lines, as processors fetch pairs. */
    private static final int PADDING = 32;

    private final int[] flag = new int[2 * PADDING + 1];

    public boolean isPaused() {
        return (int) FLAGS.getVolatile(flag, PADDING) != 0;
    }

    /** A volatile store: who pauses or resumes sees afterwards whoever waits for room. */
    public void set(boolean on) {
        FLAGS.setVolatile(flag, PADDING, on ? 1 : 0);
    }
}
