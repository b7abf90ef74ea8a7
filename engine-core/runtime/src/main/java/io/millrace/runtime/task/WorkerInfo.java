// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.WorkerContext;
import io.millrace.api.config.Config;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The facts about a worker that its tasks and hooks can ask for. Immutable.
 *
 * @param config configuration of the topology
 */
public record WorkerInfo(
        WorkerIdentity identity, List<Integer> workerTasks, TaskPlan plan, Config config, LongSupplier clock)
        implements WorkerContext {

    @Override
    public String topologyName() {
        return identity.topologyName();
    }

    @Override
    public String topologyId() {
        return identity.topologyId();
    }

    @Override
    public String workerId() {
        return identity.worker();
    }

    @Override
    public String node() {
        return identity.node();
    }

    @Override
    public long attempt() {
        return identity.epoch();
    }

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
