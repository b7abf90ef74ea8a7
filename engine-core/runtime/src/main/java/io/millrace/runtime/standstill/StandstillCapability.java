// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.standstill;

import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.MessageHandler;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskGroup;
import io.millrace.runtime.task.TaskPart;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Finds out which bolts hold the tuples of a spout that stands still. */
public final class StandstillCapability implements Capability {

    @Override
    public List<TaskPart> partsOf(SpoutTask task) {
        return task.settings().tracked() ? List.of(new StandstillDetector(task)) : List.of();
    }

    @Override
    public Map<Byte, MessageHandler> messages() {
        return Map.of(StandstillProbe.KIND, StandstillCapability::onMessage);
    }

    private static void onMessage(TaskGroup tasks, ByteBuffer bytes, int offset, int length) {
        StandstillProbe message = StandstillProbe.read(bytes, offset, length);
        Task task = tasks.task(message.answer() ? message.spout() : message.bolt());
        if (task != null) {
            StandstillDetector.onMessage(task, message);
        }
    }
}
