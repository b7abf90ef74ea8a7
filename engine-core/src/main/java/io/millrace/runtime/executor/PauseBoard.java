package io.millrace.runtime.executor;

/** Where an executor tells other processes which of its tasks are paused; called by its thread. */
@FunctionalInterface
public interface PauseBoard {

    PauseBoard NONE = (task, paused) -> {};

    void publish(int task, boolean paused);
}
