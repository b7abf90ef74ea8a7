package io.millrace.runtime.task;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.codec.PayloadWriter;

/**
 * Makes a bolt of a basic bolt: emissions are anchored to the input, which is acked at the end. Confined to its task's
 * thread.
 */
final class AckingBolt implements Bolt, Emitter {

    private static final long serialVersionUID = 1L;

    private final transient BasicBolt basic;
    private final transient BoltTask task;
    private transient Tuple input;

    AckingBolt(BasicBolt basic, BoltTask task) {
        this.basic = basic;
        this.task = task;
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        basic.declareOutputs(out);
    }

    @Override
    public void prepare(TaskContext context, BoltCollector out) {
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
        task.trees().ack(tuple);
    }

    @Override
    public void close() {
        basic.close();
    }

    @Override
    public void emit(Object... values) {
        task.requireCaller("emit");
        task.trees().emit(task.routes.byDefault(), current(), values);
    }

    @Override
    public void emitTo(String stream, Object... values) {
        task.requireCaller("emitTo");
        task.trees().emit(task.routes.of(stream), current(), values);
    }

    @Override
    public void emitDirect(int target, String stream, Object... values) {
        task.requireCaller("emitDirect");
        task.trees().emitDirect(target, task.routes.of(stream), current(), null, values);
    }

    @Override
    public void emitInto(int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitInto");
        task.trees().emitInto(task.routes.byDefault(), current(), null, before, length, writer);
    }

    @Override
    public void answer(Object... values) {
        task.requireCaller("answer");
        task.trees().answer(current(), values);
    }

    @Override
    public void answerError(String message) {
        task.requireCaller("answerError");
        task.trees().answerError(current(), message);
    }

    @Override
    public int[] lastTargets() {
        task.requireCaller("lastTargets");
        return task.sender.targets.toArray();
    }

    private Tuple current() {
        if (input == null) {
            throw new IllegalStateException(task
                    + " emits outside of execute: a BasicBolt's emitter is valid there only, implement Bolt instead");
        }
        return input;
    }
}
