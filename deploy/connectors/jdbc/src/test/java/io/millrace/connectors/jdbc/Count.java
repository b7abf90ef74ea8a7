// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.util.List;

/** Counts words, and emits each new count. */
final class Count implements StatefulBolt {

    private static final long serialVersionUID = 1L;
    private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);

    private transient ValueState<Long> count;

    @Override
    public List<StateSpec<?>> states() {
        return List.of(COUNT);
    }

    @Override
    public void prepare(TaskContext context) {
        count = context.state(COUNT);
    }

    @Override
    public void execute(Tuple input, Emitter out) {
        count.set(count.getOr(0L) + 1);
        out.emit(input.getString("word"), count.getOr(0L));
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("word", "count");
    }
}
