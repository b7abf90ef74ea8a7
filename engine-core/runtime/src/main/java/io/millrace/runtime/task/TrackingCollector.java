// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.SpoutCollector;
import io.millrace.api.codec.PayloadWriter;
import java.util.Objects;

/** The collector of a spout. Confined to its task's thread. */
final class TrackingCollector implements SpoutCollector {

    private final SpoutTask task;
    private final PartitionedTime time;

    TrackingCollector(SpoutTask task, PartitionedTime time) {
        this.task = task;
        this.time = time;
    }

    @Override
    public void emit(Object... values) {
        task.requireCaller("emit");
        task.trees().emit(task.selectors.byDefault(), null, values);
    }

    @Override
    public void emitTracked(Object messageId, Object... values) {
        task.requireCaller("emitTracked");
        task.trees()
                .emit(
                        task.selectors.byDefault(),
                        Objects.requireNonNull(messageId, "a tracked tuple needs a message id: use emit without one"),
                        values);
    }

    @Override
    public void emitTo(String stream, Object messageId, Object... values) {
        task.requireCaller("emitTo");
        task.trees().emit(task.selectors.of(stream), messageId, values);
    }

    @Override
    public void emitDirect(int target, String stream, Object messageId, Object... values) {
        task.requireCaller("emitDirect");
        task.trees().emitDirect(target, task.selectors.of(stream), messageId, values);
    }

    @Override
    public void emitInto(int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitInto");
        task.trees().emitInto(task.selectors.byDefault(), null, before, length, writer);
    }

    @Override
    public void emitIntoTracked(Object messageId, int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitIntoTracked");
        task.trees()
                .emitInto(
                        task.selectors.byDefault(),
                        Objects.requireNonNull(
                                messageId, "a tracked tuple needs a message id: use emitInto without one"),
                        before,
                        length,
                        writer);
    }

    @Override
    public void emitIntoStream(String stream, Object messageId, int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitIntoStream");
        task.trees().emitInto(task.selectors.of(stream), messageId, before, length, writer);
    }

    @Override
    public void emitIntoDirect(
            int target, String stream, Object messageId, int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitIntoDirect");
        task.trees().emitIntoDirect(target, task.selectors.of(stream), messageId, before, length, writer);
    }

    @Override
    public int[] lastTargets() {
        task.requireCaller("lastTargets");
        return task.sender.targets.toArray();
    }

    @Override
    public void resetTimeout(Object messageId) {
        task.requireCaller("resetTimeout");
        task.trees().resetTimeout(messageId);
    }

    @Override
    public void intendedAt(long nanoTime) {
        task.requireCaller("intendedAt");
        task.due().intendedAt(nanoTime);
    }

    @Override
    public void eventTimePartitions(int... partitions) {
        task.requireCaller("eventTimePartitions");
        time.partitions(partitions);
    }

    @Override
    public void eventTimeBacklog(int... partitions) {
        task.requireCaller("eventTimeBacklog");
        time.backlog(partitions);
    }

    @Override
    public void addEventTimePartition(int partition, boolean backlog) {
        task.requireCaller("addEventTimePartition");
        time.add(partition, backlog);
    }

    @Override
    public void removeEventTimePartition(int partition) {
        task.requireCaller("removeEventTimePartition");
        time.remove(partition);
    }

    @Override
    public void eventTimePartition(int partition) {
        task.requireCaller("eventTimePartition");
        time.partition(partition);
    }

    @Override
    public void idleUntil(long nanoTime) {
        task.requireCaller("idleUntil");
        task.due().idleUntil(nanoTime);
    }

    @Override
    public void finish() {
        task.requireCaller("finish");
        task.finish();
    }

    @Override
    public void reportError(Throwable error) {
        task.requireCaller("reportError");
        task.thrown(ErrorLog.REPORTED, error);
    }
}
