// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine.task;

import io.millrace.api.config.EngineBounds;
import io.millrace.runtime.decision.EngineDecisions;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskPart;
import java.util.List;

/** The engines of a worker's bolts: the bounds of their numbers, and the decisions about them. */
public final class EngineCapability implements Capability {

    private final EngineDecisions decisions = new EngineDecisions();
    private volatile EngineBounds bounds = EngineBounds.NONE;

    /** Returns the decisions about the engines of tasks. */
    public EngineDecisions decisions() {
        return decisions;
    }

    /** Sets the least and most engines of tasks that open from now on. */
    public void bounds(EngineBounds next) {
        bounds = next;
    }

    /** Sets the least and most engines of a task that may be open. Called on the thread of its executor. */
    public void bounds(Task task) {
        if (task.isOpen()) {
            task.part(TaskEngines.class).ifPresent(engines -> engines.bounds(bounds));
        }
    }

    EngineBounds bounds() {
        return bounds;
    }

    @Override
    public List<TaskPart> partsOf(BoltTask task) {
        return List.of(new TaskEngines(task, this));
    }
}
