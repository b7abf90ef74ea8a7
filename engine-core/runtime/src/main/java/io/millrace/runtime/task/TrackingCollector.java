package io.millrace.runtime.task;

import io.millrace.api.SpoutCollector;
import io.millrace.api.codec.PayloadWriter;
import java.util.Objects;

/** The collector of a spout. Confined to its task's thread. */
final class TrackingCollector implements SpoutCollector {

    private final SpoutTask task;

    TrackingCollector(SpoutTask task) {
        this.task = task;
    }

    @Override
    public void emit(Object... values) {
        task.requireCaller("emit");
        task.emit(task.routes.byDefault(), null, values);
    }

    @Override
    public void emitTracked(Object messageId, Object... values) {
        task.requireCaller("emitTracked");
        task.emit(
                task.routes.byDefault(),
                Objects.requireNonNull(messageId, "a tracked tuple needs a message id: use emit without one"),
                values);
    }

    @Override
    public void emitTo(String stream, Object messageId, Object... values) {
        task.requireCaller("emitTo");
        task.emit(task.routes.of(stream), messageId, values);
    }

    @Override
    public void emitDirect(int target, String stream, Object messageId, Object... values) {
        task.requireCaller("emitDirect");
        task.emitDirect(target, task.routes.of(stream), messageId, values);
    }

    @Override
    public void emitInto(int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitInto");
        task.emitInto(task.routes.byDefault(), null, before, length, writer);
    }

    @Override
    public void emitIntoTracked(Object messageId, int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitIntoTracked");
        task.emitInto(
                task.routes.byDefault(),
                Objects.requireNonNull(messageId, "a tracked tuple needs a message id: use emitInto without one"),
                before,
                length,
                writer);
    }

    @Override
    public void emitIntoStream(String stream, Object messageId, int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitIntoStream");
        task.emitInto(task.routes.of(stream), messageId, before, length, writer);
    }

    @Override
    public void emitIntoDirect(
            int target, String stream, Object messageId, int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitIntoDirect");
        task.emitIntoDirect(target, task.routes.of(stream), messageId, before, length, writer);
    }

    @Override
    public int[] lastTargets() {
        task.requireCaller("lastTargets");
        return task.sender.targets.toArray();
    }

    @Override
    public void resetTimeout(Object messageId) {
        task.requireCaller("resetTimeout");
        task.resetTimeout(messageId);
    }

    @Override
    public void intendedAt(long nanoTime) {
        task.requireCaller("intendedAt");
        task.intendedAt(nanoTime);
    }

    @Override
    public void eventTimePartitions(int... partitions) {
        task.requireCaller("eventTimePartitions");
        task.eventTimePartitions(partitions);
    }

    @Override
    public void eventTimeBacklog(int... partitions) {
        task.requireCaller("eventTimeBacklog");
        task.eventTimeBacklog(partitions);
    }

    @Override
    public void addEventTimePartition(int partition, boolean backlog) {
        task.requireCaller("addEventTimePartition");
        task.addEventTimePartition(partition, backlog);
    }

    @Override
    public void removeEventTimePartition(int partition) {
        task.requireCaller("removeEventTimePartition");
        task.removeEventTimePartition(partition);
    }

    @Override
    public void eventTimePartition(int partition) {
        task.requireCaller("eventTimePartition");
        task.eventTimePartition(partition);
    }

    @Override
    public void idleUntil(long nanoTime) {
        task.requireCaller("idleUntil");
        task.idleUntil(nanoTime);
    }

    @Override
    public void finish() {
        task.requireCaller("finish");
        task.finish();
    }

    @Override
    public void reportError(Throwable error) {
        task.requireCaller("reportError");
        task.report(ErrorLog.REPORTED, error);
    }
}
