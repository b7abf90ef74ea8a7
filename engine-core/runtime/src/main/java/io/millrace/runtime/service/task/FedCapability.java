// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service.task;

import io.millrace.api.config.Config;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.TaskPart;
import io.millrace.runtime.task.Timeouts;
import java.util.List;

/** The part of tasks in a topology that services feed: they report tuples that take long. */
public final class FedCapability implements Capability {

    private final Config config;

    /** @param config configuration of the topology */
    public FedCapability(Config config) {
        this.config = config;
    }

    @Override
    public List<TaskPart> partsOf(BoltTask task) {
        long timeoutNanos = Timeouts.shortest(task.host().graph().fed().stream(), config);
        return timeoutNanos == Long.MAX_VALUE ? List.of() : List.of(new RequestLocator(task, timeoutNanos));
    }
}
