package io.millrace.testing;

import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** Records what a spout emits. Used by the thread of the test. */
final class ObservedSpoutCollector implements SpoutCollector {

    private final SpoutCollector out;
    private final TaskContext context;
    private final Recording recording;

    ObservedSpoutCollector(SpoutCollector out, TaskContext context, Recording recording) {
        this.out = out;
        this.context = context;
        this.recording = recording;
    }

    @Override
    public void emit(Object... values) {
        noting(Streams.DEFAULT, null, 0, values, () -> out.emit(values));
    }

    @Override
    public void emitTracked(Object messageId, Object... values) {
        Objects.requireNonNull(messageId, "a tracked tuple needs a message id: use emit without one");
        noting(Streams.DEFAULT, messageId, 0, values, () -> out.emitTracked(messageId, values));
    }

    @Override
    public void emitTo(String stream, Object messageId, Object... values) {
        noting(stream, messageId, 0, values, () -> out.emitTo(stream, messageId, values));
    }

    @Override
    public void emitDirect(int task, String stream, Object messageId, Object... values) {
        noting(stream, messageId, task, values, () -> out.emitDirect(task, stream, messageId, values));
    }

    /**
     * Records before emitting, because bolts of the same executor run within the emission and their own emissions come
     * after it.
     */
    private void noting(String stream, Object messageId, int target, Object[] values, Runnable emission) {
        Object id = recording.idOf(messageId);
        Emission emitted = new Emission(
                context.componentId(),
                context.taskId(),
                stream,
                listOf(values),
                id,
                List.of(),
                target,
                context.nanoTime());
        int position = recording.emissions.size();
        recording.emissions.add(emitted);
        if (id != null) {
            recording.tracked(context.taskId(), id);
        }
        try {
            emission.run();
        } catch (RuntimeException e) {
            recording.emissions.remove(position);
            if (id != null) {
                recording.ended(context.taskId(), id);
            }
            throw e;
        }
    }

    static List<Object> listOf(Object[] values) {
        return values == null ? List.of() : Collections.unmodifiableList(Arrays.asList(values.clone()));
    }

    @Override
    public int[] lastTargets() {
        return out.lastTargets();
    }

    @Override
    public void resetTimeout(Object messageId) {
        out.resetTimeout(messageId);
    }

    @Override
    public void intendedAt(long nanoTime) {
        out.intendedAt(nanoTime);
    }

    @Override
    public void eventTimePartitions(int... partitions) {
        out.eventTimePartitions(partitions);
    }

    @Override
    public void eventTimeBacklog(int... partitions) {
        out.eventTimeBacklog(partitions);
    }

    @Override
    public void addEventTimePartition(int partition, boolean backlog) {
        out.addEventTimePartition(partition, backlog);
    }

    @Override
    public void removeEventTimePartition(int partition) {
        out.removeEventTimePartition(partition);
    }

    @Override
    public void eventTimePartition(int partition) {
        out.eventTimePartition(partition);
    }

    @Override
    public void idleUntil(long nanoTime) {
        out.idleUntil(nanoTime);
    }

    @Override
    public void finish() {
        out.finish();
    }

    @Override
    public void reportError(Throwable error) {
        recording.errors.add(error);
        out.reportError(error);
    }
}
