// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Component;

/**
 * The part of a capability in one task. A task has a fixed, ordered list of parts, which is empty for a plain
 * component; the interfaces that extend this one define at which points of its work a part is called. The thread of the
 * task's executor calls all methods, in the order of the parts.
 */
public interface TaskPart {

    /** The time that never comes. */
    long NEVER = Long.MAX_VALUE;

    /**
     * The instance of the component was made, and none of its methods has been called.
     *
     * @return whether the part is of use for the instance; else the task goes on without the part
     */
    default boolean made(Component instance, TaskRestore from) {
        return true;
    }

    /** The instance's {@code open} or {@code prepare} has returned. */
    default void opened(TaskRestore from) {}

    /** Returns whether {@link #poll} must be called in each turn. */
    default boolean isPolled() {
        return false;
    }

    /** Looks for changes without a notice. Returns whether the task must run. */
    default boolean poll(long now) {
        return false;
    }

    /** Another path leads to another task: its worker was replaced or is gone. */
    default void pathChanged(int other) {}

    /** The task publishes its counts. */
    default void publish() {}

    /** The component has thrown or reported an error. */
    default void failed(Throwable error) {}

    /** The instance's {@code close} has returned. */
    default void closed() {}

    /** Drops all that the part holds. */
    default void drop() {}
}
