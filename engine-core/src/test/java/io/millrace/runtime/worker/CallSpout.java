package io.millrace.runtime.worker;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.io.Serializable;

/** A spout that emits by a lambda, for a fixed number of calls. Records the most trees that were pending. */
final class CallSpout implements Spout {

    private static final long serialVersionUID = 1L;

    interface Call extends Serializable {
        void emit(SpoutCollector out, int number, TaskContext context);
    }

    private final String test;
    private final int calls;
    private final int treesPerCall;
    private final Call call;
    private transient SpoutCollector out;
    private transient TaskContext context;
    private transient int next;
    private transient int underWay;

    /** @param treesPerCall tracked emissions in each call */
    CallSpout(String test, int calls, int treesPerCall, Call call) {
        this.test = test;
        this.calls = calls;
        this.treesPerCall = treesPerCall;
        this.call = call;
    }

    static CallSpout untracked(int calls, Call call) {
        return new CallSpout(null, calls, 0, call);
    }

    /** The default stream; {@code to} for a task that the call names; {@code rounds} with a payload. */
    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("number");
        declarer.declareDirect("to", "number");
        declarer.declareStream("rounds", "rounds", "bytes");
    }

    @Override
    public void open(TaskContext taskContext, SpoutCollector collector) {
        context = taskContext;
        out = collector;
    }

    @Override
    public void nextTuple() {
        if (next == calls) {
            out.finish();
            return;
        }
        underWay += treesPerCall;
        if (test != null) {
            Journal.of(test).depth(underWay);
            Journal.of(test).events.add("call " + next);
        }
        call.emit(out, next++, context);
    }

    @Override
    public void ack(Object messageId) {
        underWay--;
        Journal.of(test).events.add("ack " + messageId);
        Journal.of(test).acked.merge(messageId, 1, Integer::sum);
    }

    @Override
    public void fail(Object messageId) {
        underWay--;
        Journal.of(test).failed.merge(messageId, 1, Integer::sum);
    }
}
