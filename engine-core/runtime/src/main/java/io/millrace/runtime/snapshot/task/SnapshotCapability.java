// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.MessageHandler;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.TaskPart;
import io.millrace.runtime.tuple.MessageDescriptor;
import java.util.List;
import java.util.Map;

/** The part of tasks in snapshots of a topology that takes them. */
public final class SnapshotCapability implements Capability {

    private final SnapshotPort port;

    /** @param port port of the worker's agent */
    public SnapshotCapability(SnapshotPort port) {
        this.port = port;
    }

    @Override
    public List<TaskPart> partsOf(BoltTask task) {
        return List.of(new BoltSnapshots(task, new PortOfTask(task.host(), port)));
    }

    @Override
    public List<TaskPart> partsOf(SpoutTask task) {
        return List.of(new SpoutSnapshots(task, new PortOfTask(task.host(), port)));
    }

    @Override
    public boolean restores() {
        return true;
    }

    @Override
    public Map<Byte, MessageHandler> messages() {
        return Map.of(MessageDescriptor.SNAPSHOTS, port::onMessage);
    }
}
