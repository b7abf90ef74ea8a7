package io.millrace.runtime.task;

import io.millrace.api.Component;

/**
 * What a capability does in one task. A task has a fixed, ordered array of parts, which is empty for a plain component; the interfaces that extend this one say
 * at which points of its work a part is asked. The thread of the task's executor calls all methods, in the order of the parts.
 */
public interface TaskPart {

    /** No time. */
    long NEVER = Long.MAX_VALUE;

    /**
     * The instance of the component was made, and nothing of it has been called.
     *
     * @return whether the part is of use for it; else the task goes on without the part
     */
    default boolean made(Component instance, TaskRestore from) {
        return true;
    }

    /** The instance's {@code open} or {@code prepare} has returned. */
    default void opened(TaskRestore from) {}

    /** Whether {@link #poll} must be called in each turn. */
    default boolean isPolled() {
        return false;
    }

    /** Looks for what nobody tells of. Returns whether the task must run. */
    default boolean poll(long now) {
        return false;
    }

    /** Another path leads to another task: its worker was replaced or is gone. */
    default void pathChanged(int other) {}

    /** The task publishes its counts. */
    default void publish() {}

    /** The instance's {@code close} has returned. */
    default void closed() {}

    /** Drops all that the part holds. */
    default void drop() {}
}
