// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/** The tasks of one executor, as the handlers of their messages see them. Called on the executor's thread. */
public interface TaskGroup {

    /** Returns a task; null if it does not run here. */
    Task task(int id);

    /** Returns the present generation; 0 before the first. */
    long generationNumber();
}
