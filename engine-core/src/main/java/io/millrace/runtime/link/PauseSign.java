package io.millrace.runtime.link;

/**
 * Whether a task's inbox has reached its bound, for the executors of the same process. The task's executor sets it,
 * any executor reads it. It does not hold up a tuple inside a cycle of components ({@link Traffic}).
 */
public final class PauseSign {

    private volatile boolean paused;

    public boolean isPaused() {
        return paused;
    }

    /** A volatile store, so that after a pause or a resumption the caller sees every source that waits for room. */
    public void set(boolean on) {
        paused = on;
    }
}
