// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.config.Config;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import java.util.function.LongSupplier;

/** The worker that the tasks of a test belong to. */
public final class TestWorker {

    private TestWorker() {}

    /** Returns a worker of this topology without hooks, which has its tasks. */
    public static SharedObjects of(TaskPlan plan, LongSupplier clock) {
        return SharedObjects.none(new WorkerInfo(
                new WorkerIdentity("test-1", "test", "w", "node", 1),
                List.copyOf(plan.tasks()),
                plan,
                Config.empty(),
                clock));
    }
}
