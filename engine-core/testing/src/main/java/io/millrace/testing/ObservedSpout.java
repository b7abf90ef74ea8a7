package io.millrace.testing;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.util.List;

/**
 * Records how the trees of a spout end, and what it throws. The engine calls the methods of {@link ReplayableSpout} only if the
 * author's spout has them. Used by the thread of the test.
 */
final class ObservedSpout implements ReplayableSpout {

    private static final long serialVersionUID = 1L;

    private final Spout spout;
    private final transient Recording recording;
    private transient int task;

    ObservedSpout(Spout spout, Recording recording) {
        this.spout = spout;
        this.recording = recording;
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        spout.declareOutputs(out);
    }

    @Override
    public void open(TaskContext context, SpoutCollector out) {
        task = context.taskId();
        spout.open(new ObservedContext(context, recording), new ObservedSpoutCollector(out, context, recording));
    }

    @Override
    public void nextTuple() {
        noting(spout::nextTuple);
    }

    @Override
    public void ack(Object messageId) {
        recording.acked(task, recording.idOf(messageId));
        noting(() -> spout.ack(messageId));
    }

    @Override
    public void fail(Object messageId) {
        recording.failed(task, recording.idOf(messageId));
        noting(() -> spout.fail(messageId));
    }

    @Override
    public Object snapshot() {
        Object[] position = new Object[1];
        noting(() -> position[0] = ((ReplayableSpout) spout).snapshot());
        return position[0];
    }

    @Override
    public void restore(List<Object> snapshots) {
        noting(() -> ((ReplayableSpout) spout).restore(snapshots));
    }

    @Override
    public void committed(long snapshotId) {
        noting(() -> ((ReplayableSpout) spout).committed(snapshotId));
    }

    @Override
    public void activate() {
        noting(spout::activate);
    }

    @Override
    public void deactivate() {
        noting(spout::deactivate);
    }

    @Override
    public void close() {
        noting(spout::close);
    }

    private void noting(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            recording.errors.add(e);
            throw e;
        }
    }
}
