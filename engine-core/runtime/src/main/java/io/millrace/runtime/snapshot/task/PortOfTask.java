// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import io.millrace.runtime.snapshot.store.ChannelTuples;
import io.millrace.runtime.snapshot.store.TaskCapture;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.task.TaskHost;
import io.millrace.runtime.tuple.StreamRef;

/** The way from a task to its worker's snapshot agent. Confined to the thread of the task's executor. */
final class PortOfTask implements SnapshotHost {

    private final TaskHost host;
    private final SnapshotPort port;

    PortOfTask(TaskHost host, SnapshotPort port) {
        this.host = host;
        this.port = port;
    }

    @Override
    public long generation() {
        return host.generation();
    }

    @Override
    public boolean isAligned() {
        return port.isAligned();
    }

    @Override
    public void captured(long snapshotId, int task, long alignedNanos, TaskCapture capture) {
        port.captured(host.generation(), snapshotId, task, alignedNanos, capture);
    }

    @Override
    public void captureFailed(long snapshotId, String reason) {
        port.captureFailed(host.generation(), snapshotId, reason);
    }

    @Override
    public void committed(long snapshotId, int task) {
        port.committed(host.generation(), snapshotId, task);
    }

    @Override
    public void keep(int task, long snapshotId, TaskStates states) {
        port.keep(task, snapshotId, states);
    }

    @Override
    public void hold(int source, int target, boolean on) {
        host.paths().control(source, port.holdMessage(host.generation(), source, target, on));
    }

    @Override
    public ChannelTuples channel() {
        return new ChannelTuples(host.codec());
    }

    @Override
    public StreamRef stream(int sourceTask, int index) {
        return host.graph().find(sourceTask, index);
    }

    @Override
    public void lost(String what) {
        port.lost(host.generation(), what);
    }
}
