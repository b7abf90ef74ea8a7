package io.millrace.runtime.worker;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.util.ArrayDeque;

/** Emits 0 to count - 1, tracked under the same number, and repeats failed tuples. */
final class NumberSpout implements Spout {

    private static final long serialVersionUID = 1L;

    private final String test;
    private final int count;
    private final boolean repeats;
    private transient ArrayDeque<Object> again;
    private transient SpoutCollector out;
    private transient int first;
    private transient int next;

    NumberSpout(String test, int count, boolean repeats) {
        this.test = test;
        this.count = count;
        this.repeats = repeats;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("number");
    }

    @Override
    public void open(TaskContext context, SpoutCollector collector) {
        out = collector;
        again = new ArrayDeque<>();
        first = context.taskIndex() * count;
        next = first;
        Journal.of(test).events.add("open " + context.taskId());
    }

    @Override
    public void nextTuple() {
        Object repeat = again.poll();
        if (repeat != null) {
            out.emitTracked(repeat, repeat);
        } else if (next < first + count) {
            int number = next++;
            out.emitTracked(number, number);
        } else {
            out.finish();
        }
    }

    @Override
    public void ack(Object messageId) {
        Journal.of(test).acked.merge(messageId, 1, Integer::sum);
    }

    @Override
    public void fail(Object messageId) {
        Journal.of(test).failed.merge(messageId, 1, Integer::sum);
        if (repeats) {
            again.add(messageId);
        }
    }

    @Override
    public void activate() {
        Journal.of(test).events.add("activate");
    }

    @Override
    public void deactivate() {
        Journal.of(test).events.add("deactivate");
    }

    @Override
    public void close() {
        Journal.of(test).events.add("close spout");
    }
}
