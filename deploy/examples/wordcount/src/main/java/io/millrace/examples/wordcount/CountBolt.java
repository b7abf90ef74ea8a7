// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.wordcount;

import io.millrace.api.Counter;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.util.List;

/** Counts each word, and emits it with how often it has come. The engine keeps the counts. */
final class CountBolt implements StatefulBolt {

    private static final long serialVersionUID = 1L;
    private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);

    private transient ValueState<Long> count;
    private transient Counter words;
    private transient Counter firstCountedMillis;

    @Override
    public List<StateSpec<?>> states() {
        return List.of(COUNT);
    }

    @Override
    public void prepare(TaskContext context) {
        count = context.state(COUNT);
        words = context.counter("words");
        firstCountedMillis = context.counter("firstCountedMillis");
    }

    @Override
    public void execute(Tuple input, Emitter out) {
        if (firstCountedMillis.get() == 0) {
            firstCountedMillis.set(System.currentTimeMillis());
        }
        long next = count.getOr(0L) + 1;
        count.set(next);
        words.increment();
        out.emit(input.getString("word"), next);
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        out.declare("word", "count");
    }
}
