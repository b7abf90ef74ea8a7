// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.BoltCollector;
import io.millrace.api.Streams;
import io.millrace.storm.value.Boxes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.storm.hooks.info.BoltAckInfo;
import org.apache.storm.hooks.info.BoltFailInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.tuple.Tuple;

/** Emits, acks and fails for a bolt of Storm. Any thread may call. */
final class BoltCalls implements IOutputCollector {

    private final BoltCollector out;
    private final Outputs outputs;
    private final StormContext context;
    private final Turn turn;

    /**
     * Whether threads of the component wait for the ids of the tasks that an emission went to. Only those may that the
     * task's thread never waits for.
     */
    private volatile boolean waits;

    BoltCalls(BoltCollector out, Outputs outputs, StormContext context, Turn turn) {
        this.out = out;
        this.outputs = outputs;
        this.context = context;
        this.turn = turn;
    }

    void waitForTargets() {
        waits = true;
    }

    @Override
    public List<Integer> emit(String stream, Collection<Tuple> anchors, List<Object> values) {
        Outputs.Output output = outputs.of(stream);
        if (output.direct()) {
            // Storm sends nothing to consumers that subscribe by direct grouping
            return TaskIds.NONE;
        }
        Object[] packed = Boxes.pack(values, output.fields());
        return inTurn(() -> {
            Collection<io.millrace.api.Tuple> origins = origins(anchors);
            if (origins.size() == 1 && Streams.DEFAULT.equals(output.stream())) {
                out.emit(origins.iterator().next(), packed);
            } else {
                out.emitTo(output.stream(), origins, packed);
            }
            return emitted(stream, values);
        });
    }

    @Override
    public void emitDirect(int task, String stream, Collection<Tuple> anchors, List<Object> values) {
        Outputs.Output output = outputs.of(stream);
        if (!context.subscribes(task, stream)) {
            return;
        }
        Object[] packed = Boxes.pack(values, output.fields());
        inTurn(() -> {
            out.emitDirect(task, output.stream(), origins(anchors), packed);
            return emitted(stream, values);
        });
    }

    private List<Integer> inTurn(Supplier<List<Integer>> emission) {
        if (turn.isMine()) {
            return emission.get();
        }
        if (waits) {
            return turn.ask(emission);
        }
        turn.later(emission::get);
        return TaskIds.NONE;
    }

    private List<Integer> emitted(String stream, List<Object> values) {
        List<Integer> targets = new TaskIds(out.lastTargets());
        if (context.hasHooks()) {
            new EmitInfo(values, stream, context.getThisTaskId(), targets).applyOn(context);
        }
        return targets;
    }

    /** Returns the engine's tuples of the anchors. One that was acked before has no tree that could be extended. */
    private static Collection<io.millrace.api.Tuple> origins(Collection<Tuple> anchors) {
        if (anchors == null || anchors.isEmpty()) {
            return List.of();
        }
        if (anchors.size() == 1) {
            InputTuple only = (InputTuple) anchors.iterator().next();
            return only.isSettled() ? List.of() : List.of(only.origin());
        }
        List<io.millrace.api.Tuple> origins = new ArrayList<>(anchors.size());
        for (Tuple anchor : anchors) {
            InputTuple input = (InputTuple) anchor;
            if (!input.isSettled()) {
                origins.add(input.origin());
            }
        }
        return origins;
    }

    @Override
    public void ack(Tuple tuple) {
        turn.run(() -> {
            InputTuple input = (InputTuple) tuple;
            if (input.settle()) {
                out.ack(input.origin());
                if (context.hasHooks()) {
                    new BoltAckInfo(tuple, context.getThisTaskId(), null).applyOn(context);
                }
            }
        });
    }

    @Override
    public void fail(Tuple tuple) {
        turn.run(() -> {
            InputTuple input = (InputTuple) tuple;
            if (input.settle()) {
                out.fail(input.origin());
                if (context.hasHooks()) {
                    new BoltFailInfo(tuple, context.getThisTaskId(), null).applyOn(context);
                }
            }
        });
    }

    @Override
    public void resetTimeout(Tuple tuple) {
        turn.run(() -> {
            InputTuple input = (InputTuple) tuple;
            if (!input.isSettled()) {
                out.resetTimeout(input.origin());
            }
        });
    }

    @Override
    public void reportError(Throwable error) {
        turn.run(() -> out.reportError(error));
    }

    /** Nothing waits for others to fill a batch. */
    @Override
    public void flush() {}
}
