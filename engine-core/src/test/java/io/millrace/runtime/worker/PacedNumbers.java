package io.millrace.runtime.worker;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.util.ArrayDeque;

/** Emits 0 to count - 1 at a rate, with as many milliseconds as event time, tracked under the same number, and repeats those that fail. */
final class PacedNumbers implements Spout {

    private static final long serialVersionUID = 1L;

    private final String test;
    private final int count;
    private final long intervalNanos;
    private transient ArrayDeque<Object> again;
    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient long due;
    private transient int next;

    PacedNumbers(String test, int count, int perSecond) {
        this.test = test;
        this.count = count;
        this.intervalNanos = 1_000_000_000L / perSecond;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("number", "time");
    }

    @Override
    public void open(TaskContext task, SpoutCollector collector) {
        context = task;
        out = collector;
        again = new ArrayDeque<>();
    }

    @Override
    public void nextTuple() {
        Object repeat = again.poll();
        if (repeat != null) {
            emit((Integer) repeat);
            return;
        }
        if (next == count) {
            out.finish();
            return;
        }
        if (due == 0) {
            due = context.nanoTime();
        }
        if (due <= context.nanoTime()) {
            emit(next++);
            due += intervalNanos;
        }
        out.idleUntil(due);
    }

    private void emit(int number) {
        out.emitTracked(number, number, (long) number);
    }

    @Override
    public void ack(Object messageId) {
        Journal.of(test).acked.merge(messageId, 1, Integer::sum);
    }

    @Override
    public void fail(Object messageId) {
        Journal.of(test).failed.merge(messageId, 1, Integer::sum);
        again.add(messageId);
    }
}
