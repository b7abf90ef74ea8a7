// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.TaskPart;
import java.util.List;

/** The handling of tuples that come too late from another region. */
public final class LateCapability implements Capability {

    @Override
    public List<TaskPart> partsOf(BoltTask task) {
        return List.of(new LateInputs(task));
    }
}
