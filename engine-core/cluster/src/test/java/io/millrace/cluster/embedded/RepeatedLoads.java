// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Emits numbers from 0, tracked, each with a load of bytes whose last one is the number's, as fast as possible; repeats
 * failed ones, and finishes.
 */
final class RepeatedLoads implements Spout {
    private static final long serialVersionUID = 1L;
    private final int count;
    private final int bytes;
    private transient Queue<Object> again;
    private transient SpoutCollector out;
    private transient int next;

    RepeatedLoads(int count, int bytes) {
        this.count = count;
        this.bytes = bytes;
    }

    @Override
    public void open(TaskContext context, SpoutCollector collector) {
        out = collector;
        again = new ArrayDeque<>();
    }

    @Override
    public void nextTuple() {
        Object number = again.poll();
        if (number != null) {
            emit(number);
        } else if (next < count) {
            emit(next++);
        } else {
            out.finish();
        }
    }

    private void emit(Object number) {
        byte[] load = new byte[bytes];
        load[bytes - 1] = ((Integer) number).byteValue();
        out.emitTracked(number, number, load);
    }

    @Override
    public void fail(Object messageId) {
        again.add(messageId);
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("number", "load");
    }
}
