package io.millrace.api;

import java.io.Serializable;
import java.util.List;

/**
 * Chooses the target tasks of a stream by the author's own rule; one instance per source task, on its thread.
 *
 * <p>Failures: an exception from {@code prepare} stops the worker as one from the source's own does. An exception from
 * {@code chooseTasks}, or a choice that is none of the target tasks, is thrown by the {@code emit} that asked for it.
 */
public interface CustomGrouping extends Serializable {

    /** Called once before the first tuple. */
    void prepare(TaskContext context, String stream, List<Integer> targetTasks);

    /** The tasks that get a tuple with these values: some of {@code targetTasks}, each at most once, or none. */
    List<Integer> chooseTasks(List<Object> values);
}
