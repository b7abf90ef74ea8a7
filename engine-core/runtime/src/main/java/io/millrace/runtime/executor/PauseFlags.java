package io.millrace.runtime.executor;

/**
 * The flags by which an executor shows other processes of its node which of its tasks are paused. Only the executor's
 * thread calls it.
 */
@FunctionalInterface
public interface PauseFlags {

    /** A task was paused or resumed. */
    void paused(int task, boolean on);
}
