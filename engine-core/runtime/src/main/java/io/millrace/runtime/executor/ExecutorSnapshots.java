package io.millrace.runtime.executor;

import io.millrace.runtime.snapshot.store.ChannelTuples;
import io.millrace.runtime.snapshot.store.TaskCapture;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.task.SnapshotHost;
import io.millrace.runtime.tuple.StreamRef;

/** Stands between the tasks of one executor and its worker's snapshot agent. Confined to the executor's thread. */
final class ExecutorSnapshots implements SnapshotHost {

    private final Executor executor;
    private final SnapshotPort port;

    ExecutorSnapshots(Executor executor, SnapshotPort port) {
        this.executor = executor;
        this.port = port;
    }

    @Override
    public long generation() {
        return executor.generationNumber();
    }

    @Override
    public boolean isAligned() {
        return port.isAligned();
    }

    @Override
    public void captured(long snapshotId, int task, long alignedNanos, TaskCapture capture) {
        port.captured(executor.generationNumber(), snapshotId, task, alignedNanos, capture);
    }

    @Override
    public void captureFailed(long snapshotId, String reason) {
        port.captureFailed(executor.generationNumber(), snapshotId, reason);
    }

    @Override
    public void committed(long snapshotId, int task) {
        port.committed(executor.generationNumber(), snapshotId, task);
    }

    @Override
    public void keep(int task, long snapshotId, TaskStates states) {
        port.keep(task, snapshotId, states);
    }

    @Override
    public void hold(int source, int target, boolean on) {
        executor.paths().control(source, port.holdMessage(executor.generationNumber(), source, target, on));
    }

    @Override
    public ChannelTuples channel() {
        return new ChannelTuples(executor.setup().codec());
    }

    @Override
    public StreamRef stream(int sourceTask, int index) {
        return executor.setup().wiring().find(sourceTask, index);
    }

    @Override
    public void lost(String what) {
        port.lost(executor.generationNumber(), what);
    }
}
