package io.millrace.runtime.task;

import io.millrace.api.WorkerContext;
import io.millrace.api.config.Config;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The facts about a worker that its tasks and hooks can ask for. Immutable.
 *
 * @param attempt epoch of its start
 * @param config configuration of the topology
 */
public record WorkerInfo(
        String topologyName,
        String topologyId,
        String workerId,
        List<Integer> workerTasks,
        String node,
        long attempt,
        TaskPlan plan,
        Config config,
        LongSupplier clock)
        implements WorkerContext {

    @Override
    public String region() {
        return "";
    }

    @Override
    public List<Integer> tasksOf(String componentId) {
        return plan.tasksOf(componentId);
    }

    @Override
    public long nanoTime() {
        return clock.getAsLong();
    }
}
