// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.operators.format.Formats;
import java.util.List;

/** The README's topology: how often each page was viewed. */
final class CountViews {

    private CountViews() {}

    static final class Count implements StatefulBolt {

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
            out.emit(input.getString("page"), count.get());
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("page", "count");
        }
    }

    static Topology topology(String servers, String views, String counts) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", KafkaSource.topic(servers, views).format(Formats.text("page")), 2);
        builder.setBolt("count", new Count(), 2).fields("views", "page");
        builder.setBolt("out", KafkaSink.topic(servers, counts).key("page"), 2)
                .blocking()
                .fields("count", "page");
        return builder.build();
    }
}
