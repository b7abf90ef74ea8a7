// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.api.config.Config;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.SharedObjects;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The parts that the executors of a worker share.
 *
 * @param shared objects that the tasks share
 * @param code code of the author
 * @param graph graph of the topology's tasks
 * @param clocks clocks of the executors
 * @param counters counters of the executors' tasks
 * @param capabilities capabilities that take part in tasks, in the order in which tasks ask them
 * @param onFailure called once per executor, on its thread, with the reason why it cannot go on
 */
public record ExecutorWorker(
        SharedObjects shared,
        AuthorCode code,
        TaskGraph graph,
        Clocks clocks,
        WorkerCounters counters,
        List<Capability> capabilities,
        Consumer<Throwable> onFailure) {

    /** Returns the configuration of the topology. */
    Config config() {
        return shared.worker().config();
    }

    /** Returns nanoseconds on a time line that all processes of the node share. */
    public LongSupplier clock() {
        return clocks.nanos();
    }

    /** Returns whether a task runs in this worker. */
    boolean isHere(int task) {
        return shared.worker().workerTasks().contains(task);
    }

    /** Returns whether tasks wait for the content of a snapshot before they open. */
    boolean restores() {
        return capabilities.stream().anyMatch(Capability::restores);
    }
}
