// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.eventtime;

import io.millrace.api.EventTime;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.TaskPart;
import java.util.List;

/** Event time: spouts send watermarks, which pass bolts when their timers have fired. */
public final class EventTimeCapability implements Capability {

    @Override
    public List<TaskPart> partsOf(BoltTask task) {
        TaskSet sources = task.host().graph().watermarksTo(task.component());
        return sources.size() == 0 ? List.of() : List.of(new BoltWatermarks(task, sources));
    }

    @Override
    public List<TaskPart> partsOf(SpoutTask task) {
        EventTime declared = task.context().spec().eventTime();
        return declared.isKnown() ? List.of(new SpoutEventTime(task, declared)) : List.of();
    }
}
