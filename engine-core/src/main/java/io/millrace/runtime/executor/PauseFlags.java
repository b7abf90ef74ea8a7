package io.millrace.runtime.executor;

/** Where an executor tells other processes of its node which of its tasks are paused; called by its thread. */
@FunctionalInterface
public interface PauseFlags {

    /** One of its tasks is paused, or goes on. */
    void paused(int task, boolean on);
}
