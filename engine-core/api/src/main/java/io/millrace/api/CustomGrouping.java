// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.io.Serializable;
import java.util.List;

/**
 * Chooses the target tasks of a stream by the author's own rule. Each source task has its own instance, called by the
 * thread that calls the task.
 *
 * <p>Errors: an exception from {@code prepare} stops the worker, as an exception from the source's own {@code open} or
 * {@code prepare} does. If {@code chooseTasks} throws, or returns a task that is not a target, {@code emit} throws.
 */
public interface CustomGrouping extends Serializable {

    /** Called once, before the first tuple. */
    void prepare(TaskContext context, String stream, List<Integer> targetTasks);

    /**
     * Chooses the tasks that receive a tuple with these values.
     *
     * @return some of {@code targetTasks}, each at most once; may be empty
     */
    List<Integer> chooseTasks(List<Object> values);
}
