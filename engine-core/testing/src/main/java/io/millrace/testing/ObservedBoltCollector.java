package io.millrace.testing;

import io.millrace.api.BoltCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.util.Collection;
import java.util.List;

/** Records what a bolt emits. Used by the thread of the test. */
final class ObservedBoltCollector implements BoltCollector {

    private final BoltCollector out;
    private final TaskContext context;
    private final Recording recording;

    ObservedBoltCollector(BoltCollector out, TaskContext context, Recording recording) {
        this.out = out;
        this.context = context;
        this.recording = recording;
    }

    @Override
    public void emit(Tuple anchor, Object... values) {
        noting(
                Streams.DEFAULT,
                anchor == null ? List.of() : List.of(anchor),
                0,
                values,
                () -> out.emit(anchor, values));
    }

    @Override
    public void emit(Collection<Tuple> anchors, Object... values) {
        noting(Streams.DEFAULT, anchors, 0, values, () -> out.emit(anchors, values));
    }

    @Override
    public void emitUnanchored(Object... values) {
        noting(Streams.DEFAULT, List.of(), 0, values, () -> out.emitUnanchored(values));
    }

    @Override
    public void emitTo(String stream, Collection<Tuple> anchors, Object... values) {
        noting(stream, anchors, 0, values, () -> out.emitTo(stream, anchors, values));
    }

    @Override
    public void emitDirect(int task, String stream, Collection<Tuple> anchors, Object... values) {
        noting(stream, anchors, task, values, () -> out.emitDirect(task, stream, anchors, values));
    }

    /**
     * Records before emitting, because bolts of the same executor run within the emission and their own emissions come
     * after it.
     */
    private void noting(String stream, Collection<Tuple> anchors, int target, Object[] values, Runnable emission) {
        Emission emitted = new Emission(
                context.componentId(),
                context.taskId(),
                stream,
                ObservedSpoutCollector.listOf(values),
                null,
                anchors == null ? List.of() : List.copyOf(anchors),
                target,
                context.nanoTime());
        int position = recording.emissions.size();
        recording.emissions.add(emitted);
        try {
            emission.run();
        } catch (RuntimeException e) {
            recording.emissions.remove(position);
            throw e;
        }
    }

    @Override
    public void answer(Tuple input, Object... values) {
        noting(Streams.ANSWER, List.of(input), 0, values, () -> out.answer(input, values));
    }

    @Override
    public void answerError(Tuple input, String message) {
        out.answerError(input, message);
    }

    @Override
    public void pauseInput() {
        out.pauseInput();
    }

    @Override
    public void resumeInput() {
        out.resumeInput();
    }

    @Override
    public int[] lastTargets() {
        return out.lastTargets();
    }

    @Override
    public void resetTimeout(Tuple input) {
        out.resetTimeout(input);
    }

    @Override
    public void ack(Tuple input) {
        out.ack(input);
    }

    @Override
    public void fail(Tuple input) {
        out.fail(input);
    }

    @Override
    public void fail(Tuple input, String reason) {
        out.fail(input, reason);
    }

    @Override
    public void reportError(Throwable error) {
        recording.errors.add(error);
        out.reportError(error);
    }
}
