// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;

/** Emits numbers from 0 at a rate from its first call on, and never ends. Failed numbers are in the journal. */
final class PacedSpout implements Spout {

    private static final long serialVersionUID = 1L;

    private final String test;
    private final long intervalNanos;
    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient long due;
    private transient int next;

    PacedSpout(String test, int perSecond) {
        this.test = test;
        this.intervalNanos = 1_000_000_000L / perSecond;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("number");
    }

    @Override
    public void open(TaskContext task, SpoutCollector collector) {
        context = task;
        out = collector;
    }

    @Override
    public void nextTuple() {
        if (due == 0) {
            due = context.nanoTime();
        }
        if (due <= context.nanoTime()) {
            int number = next++;
            out.intendedAt(due);
            out.emitTracked(number, number);
            due += intervalNanos;
        }
        out.idleUntil(due);
    }

    @Override
    public void ack(Object messageId) {
        Journal.of(test).acked.merge(messageId, 1, Integer::sum);
    }

    @Override
    public void fail(Object messageId) {
        Journal.of(test).failed.merge(messageId, 1, Integer::sum);
    }
}
