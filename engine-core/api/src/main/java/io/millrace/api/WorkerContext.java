// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import java.util.List;

/**
 * Describes the worker process that a {@link WorkerHook} is opened in, or that a task runs in. Any thread may call it.
 */
public interface WorkerContext {

    String topologyName();

    /**
     * Returns the id of this submission, which is different for each submission of the same name. It stays the same
     * when workers are restarted and tasks move. A topology that begins with a savepoint has another id than the
     * topology that made it.
     */
    String topologyId();

    /** Returns the worker's id, unique in the topology, such as {@code w1}. It stays the same when it is restarted. */
    String workerId();

    /** Returns the tasks that run in this worker, in ascending order. */
    List<Integer> workerTasks();

    /** Returns the name of the node; {@code local} for a topology within a service. */
    String node();

    /** Returns the region of the node. It is empty now, as a cluster does not know regions yet. */
    String region();

    /** Returns the number of this start of the worker, from 1; each start has a higher number. */
    long attempt();

    /**
     * Returns the task ids of a component, in ascending order.
     *
     * @throws IllegalArgumentException if the topology has no such component
     */
    List<Integer> tasksOf(String componentId);

    /** Returns the settings of the topology; for a task, overridden by those of its component. */
    Config config();

    /**
     * Returns a monotonic time in nanoseconds, which is comparable between workers of one node. In a test it is the
     * simulated time.
     */
    long nanoTime();
}
