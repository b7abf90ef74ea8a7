// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.api.BasicBolt;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Emitter;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Makes its inputs visible in the world when their snapshot is committed. The prepared inputs are removed in the same
 * transaction, which marks them as visible.
 */
final class Sink implements BasicBolt, CommittingBolt {

    private static final long serialVersionUID = 1L;

    private static final int LATE = 4;

    /** Longer than the interval of snapshots. */
    private static final long COMMIT_NANOS = 6_000_000L;

    private final String key;
    private transient World world;
    private transient TaskContext context;
    private transient List<World.Row> open;
    private transient long generation;

    /** The inputs that only this instance knows to be visible, for {@link Mutant#MARKER_LEFT_OUT}. */
    private transient Set<World.Prepared> unmarked;

    Sink(String key) {
        this.key = key;
    }

    @Override
    public void prepare(TaskContext task) {
        world = World.of(key);
        context = task;
        open = new ArrayList<>();
        unmarked = Collections.newSetFromMap(new IdentityHashMap<>());
    }

    @Override
    public void execute(Tuple input, Emitter out) {
        open.add(new World.Row(
                context.componentId(), context.taskIndex(), input.getLong("key"), input.getLong("number")));
    }

    private TreeMap<Long, World.Prepared> prepared() {
        return world.prepared(context.componentId(), context.taskIndex());
    }

    @Override
    public Object prepare(long snapshotId) {
        if (world.steps.take(Step.ALIGNED_AND_COPIED)) {
            throw new IllegalStateException("the sink cannot prepare");
        }
        if (open.isEmpty()) {
            return null;
        }
        prepared().put(snapshotId, new World.Prepared(generation, open));
        open = new ArrayList<>();
        return snapshotId;
    }

    /**
     * Makes the inputs of a snapshot visible. It leaves alone what others have prepared: a task that is believed dead
     * may have, and it may be this one.
     */
    @Override
    public void commit(long snapshotId) {
        if (world.steps.take(Step.COMMIT_CALLED)) {
            throw new IllegalStateException("the sink cannot commit");
        }
        prepared().headMap(snapshotId, true).values().removeIf(each -> {
            if (each.generation() != generation || unmarked.contains(each)) {
                return false;
            }
            world.visible.addAll(each.rows());
            return world.mutant != Mutant.MARKER_LEFT_OUT || !unmarked.add(each);
        });
        if (world.steps.take(Step.MARKER_WRITTEN)) {
            throw new IllegalStateException("the sink fails after its commit");
        }
    }

    /** Ends every fourth commit later than the next snapshot would begin, while further inputs come. */
    @Override
    public CompletionStage<Void> beginCommit(long snapshotId) {
        if (snapshotId % LATE != LATE - 1) {
            return CommittingBolt.super.beginCommit(snapshotId);
        }
        CompletableFuture<Void> end = new CompletableFuture<>();
        context.executeAt(context.nanoTime() + COMMIT_NANOS, () -> {
            try {
                commit(snapshotId);
                end.complete(null);
            } catch (IllegalStateException e) {
                end.completeExceptionally(e);
            }
        });
        return end;
    }

    @Override
    public void recover(long next, List<Prepared> contained) {
        world.steps.take(Step.SINK_RECOVERED);
        generation = next;
        for (Prepared each : contained) {
            World.Prepared rows = prepared().remove(each.snapshotId());
            if (rows != null) {
                world.visible.addAll(rows.rows());
            }
        }
        prepared()
                .values()
                .removeIf(each -> each.generation() < next || world.mutant == Mutant.RECOVER_REMOVES_LATER_ONES);
    }
}
