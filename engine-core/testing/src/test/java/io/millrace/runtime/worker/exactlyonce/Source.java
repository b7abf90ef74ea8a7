// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.util.ArrayList;
import java.util.List;

/** Emits the numbers from 0 in the course of time, and finishes. Each key comes from one task only. */
final class Source implements ReplayableSpout {

    private static final long serialVersionUID = 1L;
    private static final int KEYS_PER_TASK = 3;

    private final String key;
    private final Shape.Node node;
    private transient World world;
    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient long next;
    private transient long startsAt;

    /** The position for {@link Mutant#OFFSET_AFTER_EMISSION}, which changes when the writer has not yet encoded it. */
    private transient List<Long> position;

    Source(String key, Shape.Node node) {
        this.key = key;
        this.node = node;
    }

    static long keyOf(long number, int task, int tasks) {
        return number % KEYS_PER_TASK * tasks + task;
    }

    @Override
    public void open(TaskContext task, SpoutCollector collector) {
        world = World.of(key);
        context = task;
        out = collector;
        startsAt = context.nanoTime() + node.idleNanos();
        position = new ArrayList<>(List.of(0L));
    }

    @Override
    public void nextTuple() {
        if (context.nanoTime() < startsAt) {
            out.idleUntil(startsAt);
        } else if (next < node.numbers()) {
            long keyOfNumber = keyOf(next, context.taskIndex(), context.taskCount());
            out.emit(keyOfNumber, next);
            for (int task : Direct.targets(context, node, keyOfNumber)) {
                out.emitDirect(task, Shape.DIRECT, null, keyOfNumber, next);
            }
            next++;
            position.set(0, next);
            out.idleUntil(context.nanoTime() + node.pauseNanos());
        } else {
            out.finish();
        }
    }

    @Override
    public Object snapshot() {
        if (world.steps.take(Step.BARRIER_EMITTED)) {
            throw new IllegalStateException("the source does not know its position");
        }
        return world.mutant == Mutant.OFFSET_AFTER_EMISSION ? position : List.of(next);
    }

    @Override
    public void restore(List<Object> snapshots) {
        world.steps.take(Step.SPOUT_RESTORED);
        next = (Long) ((List<?>) snapshots.get(context.taskIndex())).get(0);
        position.set(0, next);
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        Direct.declare(declarer);
    }
}
