package io.millrace.testing;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.util.List;

/**
 * Adapts a basic bolt to a bolt, so that its emissions can be recorded and its inputs failed or lost without an
 * exception. Used by the thread of the test.
 */
final class AnchoringBolt implements Bolt, Emitter {

    private static final long serialVersionUID = 1L;

    private final BasicBolt basic;
    private transient BoltCollector out;
    private transient String component;
    private transient Tuple input;

    AnchoringBolt(BasicBolt basic) {
        this.basic = basic;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        basic.declareOutputs(declarer);
    }

    @Override
    public void prepare(TaskContext context, BoltCollector collector) {
        out = collector;
        component = context.componentId();
        basic.prepare(context);
    }

    @Override
    public void execute(Tuple tuple) {
        input = tuple;
        try {
            basic.execute(tuple, this);
        } finally {
            input = null;
        }
        out.ack(tuple);
    }

    @Override
    public void close() {
        basic.close();
    }

    @Override
    public void emit(Object... values) {
        out.emit(current(), values);
    }

    @Override
    public void emitTo(String stream, Object... values) {
        out.emitTo(stream, List.of(current()), values);
    }

    @Override
    public void emitDirect(int task, String stream, Object... values) {
        out.emitDirect(task, stream, List.of(current()), values);
    }

    @Override
    public void answer(Object... values) {
        out.answer(current(), values);
    }

    @Override
    public void answerError(String message) {
        out.answerError(current(), message);
    }

    @Override
    public int[] lastTargets() {
        return out.lastTargets();
    }

    private Tuple current() {
        if (input == null) {
            throw new IllegalStateException("component '" + component
                    + "' emits outside of execute: a BasicBolt's emitter is valid there only, implement Bolt instead");
        }
        return input;
    }
}
