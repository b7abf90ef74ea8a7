package io.millrace.api;

import io.millrace.api.config.Config;
import java.nio.file.Path;
import java.util.List;

/**
 * Describes the environment of a task. Valid until the task is closed. Counters may be used only by the thread that
 * calls the task.
 */
public interface TaskContext {

    String topologyName();

    String componentId();

    /** Returns the task's id, unique in the topology, from 1. */
    int taskId();

    /** Returns the position of this task among those of its component, 0 to {@code taskCount() - 1}. */
    int taskIndex();

    /** Returns the number of tasks of the component. */
    int taskCount();

    /**
     * Returns the task ids of a component, in ascending order.
     *
     * @throws IllegalArgumentException if the topology has no such component
     */
    List<Integer> tasksOf(String componentId);

    /** Returns the settings of the topology, overridden by those of the component. */
    Config config();

    /**
     * Returns a monotonic time in nanoseconds, which is comparable between workers of one node. In a test it is the
     * simulated time.
     */
    long nanoTime();

    /**
     * Returns a file or directory of the topology's resources: what its jar has below {@code resources/}, as files on
     * this node. They are extracted by the first call on a node, and shared by all tasks and workers there. Read them
     * only. With Maven they are in {@code src/main/resources/resources}.
     *
     * @param name relative to {@code resources/}, such as {@code models/en.bin}; empty for the directory itself
     * @throws io.millrace.api.error.TopologyException if there is none of this name
     */
    Path resource(String name);

    /**
     * Returns a counter of this task, which the metrics show under this name. The first call creates it. A task has at
     * most 16.
     */
    Counter counter(String name);
}
