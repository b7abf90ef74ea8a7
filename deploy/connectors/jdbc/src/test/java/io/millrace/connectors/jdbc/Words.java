// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.util.List;

/** Emits {@value #KEYS} words in turn, each {@value #EACH} times, about 10,000 in a second. */
final class Words implements ReplayableSpout {

    static final int KEYS = 50;
    static final int EACH = 100;

    private static final long serialVersionUID = 1L;
    private static final int AT_ONCE = 10;

    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient int next;

    @Override
    public void open(TaskContext task, SpoutCollector collector) {
        context = task;
        out = collector;
    }

    @Override
    public void nextTuple() {
        for (int i = 0; i < AT_ONCE && next < KEYS * EACH; i++) {
            out.emit("w" + next++ % KEYS);
        }
        if (next == KEYS * EACH) {
            out.finish();
        }
        out.idleUntil(context.nanoTime() + 1_000_000);
    }

    @Override
    public Object snapshot() {
        return next;
    }

    @Override
    public void restore(List<Object> snapshots) {
        next = (Integer) snapshots.get(0);
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("word");
    }
}
