// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;

/** Emits untracked numbers as fast as they are taken. */
final class EndlessNumbers implements Spout {

    private static final long serialVersionUID = 1L;

    private transient SpoutCollector out;
    private long next;

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("n");
    }

    @Override
    public void open(TaskContext context, SpoutCollector collector) {
        out = collector;
    }

    @Override
    public void nextTuple() {
        out.emit(next++);
    }
}
