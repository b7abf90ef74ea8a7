package io.millrace.api;

/**
 * Describes the environment of a task. Valid until the task is closed. Counters may be used only by the thread that
 * calls the task.
 */
public interface TaskContext extends WorkerContext {

    String componentId();

    /** Returns the task's id, unique in the topology, from 1. */
    int taskId();

    /** Returns the position of this task among those of its component, 0 to {@code taskCount() - 1}. */
    int taskIndex();

    /** Returns the number of tasks of the component. */
    int taskCount();

    /**
     * Returns the object of this type that a {@link WorkerHook} of the topology has made for this worker.
     *
     * @param type the class of the object, or a type of it that no other shared object has
     * @throws io.millrace.api.error.TopologyException if there is none or several, with the classes of those that there
     *     are
     */
    <T> T shared(Class<T> type);

    /**
     * Returns a counter of this task, which the metrics show under this name. The first call creates it. A task has at
     * most 16.
     */
    Counter counter(String name);
}
