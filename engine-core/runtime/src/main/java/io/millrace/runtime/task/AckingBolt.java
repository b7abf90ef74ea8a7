// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;

/**
 * Makes a bolt of a basic bolt: emissions are anchored to the input, which is acked at the end. Confined to its task's
 * thread.
 */
final class AckingBolt implements Bolt {

    private static final long serialVersionUID = 1L;

    private final transient BasicBolt basic;
    private final transient InputEmitter out;

    AckingBolt(BasicBolt basic, BoltTask task) {
        this.basic = basic;
        this.out = new InputEmitter(task);
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        basic.declareOutputs(declarer);
    }

    @Override
    public void prepare(TaskContext context, BoltCollector collector) {
        basic.prepare(context);
    }

    @Override
    public void execute(Tuple tuple) {
        out.input = tuple;
        try {
            basic.execute(tuple, out);
        } finally {
            out.input = null;
        }
        out.task.trees().ack(tuple);
    }

    @Override
    public void close() {
        basic.close();
    }

    private static final class InputEmitter extends AnchoredEmitter {

        /** The input in {@code execute}; null between calls. */
        private Tuple input;

        InputEmitter(BoltTask task) {
            super(task);
        }

        @Override
        Tuple anchor() {
            if (input == null) {
                throw new IllegalStateException(task + " emits outside of execute: a BasicBolt's emitter is valid there"
                        + " only, implement Bolt instead");
            }
            return input;
        }
    }
}
