// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state.task;

import io.millrace.runtime.state.StatesFactory;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.TaskPart;
import java.util.List;

/** The states and timers of bolts, and their snapshots. */
public final class StateCapability implements Capability {

    private final StatesFactory factory;

    public StateCapability(StatesFactory factory) {
        this.factory = factory;
    }

    @Override
    public List<TaskPart> partsOf(BoltTask task) {
        return List.of(new BoltStates(task, factory));
    }
}
