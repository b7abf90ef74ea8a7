package io.millrace.runtime.executor;

/**
 * Where an executor tells other processes of its node which of its tasks are paused. Only the executor's thread calls
 * it.
 */
@FunctionalInterface
public interface PauseFlags {

    /** A task was paused or resumed. */
    void paused(int task, boolean on);
}
