package io.millrace.api;

import java.util.function.DoubleSupplier;

/**
 * Describes the environment of a task. Valid until the task is closed. Counters, gauges and timers may be used only by the thread that
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
     * Returns a counter of this task, which the metrics show under this name. The first call creates it.
     *
     * @param name 1 to 256 bytes in UTF-8, used for one kind of metric only
     * @throws IllegalArgumentException if the name is malformed or used otherwise, or the worker's room for metrics is
     *     full, see {@code topology.metrics.custom.bytes}
     */
    Counter counter(String name);

    /**
     * Shows a value of this task in the metrics. It is read once a second, by the thread that calls the task, between two
     * calls. A further gauge of the same name replaces it.
     *
     * @param name as of a {@link #counter}
     * @param value must not block
     * @throws IllegalArgumentException as {@link #counter}
     */
    void gauge(String name, DoubleSupplier value);

    /**
     * Returns a timer of this task, whose percentiles the metrics show under this name. The first call creates it.
     *
     * @param name as of a {@link #counter}
     * @throws IllegalArgumentException as {@link #counter}
     */
    Timer timer(String name);
}
