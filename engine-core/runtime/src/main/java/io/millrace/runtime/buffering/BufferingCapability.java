// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.buffering;

import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.TaskPart;
import java.util.List;

/** The support of bolts that keep inputs after {@code execute} has returned. */
public final class BufferingCapability implements Capability {

    @Override
    public List<TaskPart> partsOf(BoltTask task) {
        return List.of(new InputBuffering(task), new PendingCount(task));
    }
}
