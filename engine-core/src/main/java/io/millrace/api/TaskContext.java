package io.millrace.api;

import io.millrace.api.config.Config;
import java.util.List;

/** Tells a task where it stands; valid for the task's life. Counters belong to the thread that calls the task. */
public interface TaskContext {

    String topologyName();

    String componentId();

    /** Unique in the topology, from 1. */
    int taskId();

    /** Position among the tasks of the component, 0 to {@code taskCount() - 1}. */
    int taskIndex();

    /** How many tasks the component has. */
    int taskCount();

    /** The tasks of a component, ascending; an unknown component throws {@link IllegalArgumentException}. */
    List<Integer> tasksOf(String componentId);

    /** The topology's configuration, with the component's own settings laid over it. */
    Config config();

    /** Monotonic time in nanoseconds; simulated when the topology is stepped. Comparable between workers of one node. */
    long nanoTime();

    /** A counter of this task, shown in the metrics under this name; made at the first call, at most 16 per task. */
    Counter counter(String name);
}
