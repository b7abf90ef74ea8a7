// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.SpoutCollector;
import io.millrace.storm.value.Boxes;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.spout.ISpoutOutputCollector;

/** Emits for a spout of Storm. Any thread may call. */
final class SpoutCalls implements ISpoutOutputCollector {

    private final SpoutCollector out;
    private final Outputs outputs;
    private final StormContext context;
    private final Turn turn;

    /** The trees that have not ended. Only the task's thread writes it. */
    private final AtomicLong pending = new AtomicLong();

    SpoutCalls(SpoutCollector out, Outputs outputs, StormContext context, Turn turn) {
        this.out = out;
        this.outputs = outputs;
        this.context = context;
        this.turn = turn;
    }

    @Override
    public List<Integer> emit(String stream, List<Object> values, Object messageId) {
        Outputs.Output output = outputs.of(stream);
        if (output.direct()) {
            return TaskIds.NONE;
        }
        Object[] packed = Boxes.pack(values, output.fields());
        return inTurn(() -> {
            out.emitTo(output.stream(), messageId, packed);
            return emitted(stream, values, messageId);
        });
    }

    @Override
    public void emitDirect(int task, String stream, List<Object> values, Object messageId) {
        Outputs.Output output = outputs.of(stream);
        if (!context.subscribes(task, stream)) {
            return;
        }
        Object[] packed = Boxes.pack(values, output.fields());
        inTurn(() -> {
            out.emitDirect(task, output.stream(), messageId, packed);
            return emitted(stream, values, messageId);
        });
    }

    private List<Integer> inTurn(Supplier<List<Integer>> emission) {
        if (turn.isMine()) {
            return emission.get();
        }
        turn.later(emission::get);
        return TaskIds.NONE;
    }

    private List<Integer> emitted(String stream, List<Object> values, Object messageId) {
        if (messageId != null) {
            count(1);
        }
        List<Integer> targets = new TaskIds(out.lastTargets());
        if (context.hasHooks()) {
            new EmitInfo(values, stream, context.getThisTaskId(), targets).applyOn(context);
        }
        return targets;
    }

    /** A tree has ended. */
    void ended() {
        count(-1);
    }

    private void count(int change) {
        // Other threads see it soon: a fence for each tuple would take longer than the count
        pending.setRelease(pending.getPlain() + change);
    }

    @Override
    public long getPendingCount() {
        return pending.get();
    }

    @Override
    public void reportError(Throwable error) {
        turn.run(() -> out.reportError(error));
    }

    /** Nothing waits for others to fill a batch. */
    @Override
    public void flush() {}
}
