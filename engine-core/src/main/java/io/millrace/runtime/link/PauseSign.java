package io.millrace.runtime.link;

/**
 * Whether a task's inbox has passed its bound, for the executors of the same process. Set by the task's executor, read by
 * any. A tuple that is inside a cycle of components is not held up by it ({@link Traffic}).
 */
public final class PauseSign {

    private volatile boolean paused;

    public boolean isPaused() {
        return paused;
    }

    /** A volatile store: who pauses or resumes sees afterwards whoever waits for room. */
    public void set(boolean on) {
        paused = on;
    }
}
