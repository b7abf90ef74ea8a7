// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/**
 * The tasks of an executor that have work, and those that wait for others. Only called on the executor's thread, except
 * for {@link #submit}.
 */
public interface TurnList {

    /** Lets the executor's thread run a command in its next turn, and wakes it. Any thread may call it. */
    void submit(Runnable command);

    /** A task has work for the next turn. */
    void ready(Task task);

    /** A task has counted something since it was last published. */
    void counts(Task task);

    /** The outbox of a task begins to hold tuples, or is empty again. */
    void heldUp(boolean on);

    /** A task was paused or resumed, and its sources must be told. */
    void paused(Task task, boolean on);

    /** A task has made room that its sources may wait for. */
    void roomMade();
}
