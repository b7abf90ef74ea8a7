// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.embedded;

import io.millrace.api.BasicBolt;
import io.millrace.api.Counter;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;

/** Adds up what it gets, in a counter that the metrics show. */
final class SumBolt implements BasicBolt {

    static final String COUNTER = "sum";

    private static final long serialVersionUID = 1L;

    private transient Counter sum;

    @Override
    public void declareOutputs(OutputDeclarer out) {}

    @Override
    public void prepare(TaskContext context) {
        sum = context.counter(COUNTER);
    }

    @Override
    public void execute(Tuple input, Emitter out) {
        sum.add(input.getLong(0));
    }
}
