// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.connectors.files.FileSink;
import io.millrace.connectors.files.FileSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Turns lines {@code key number} into lines {@code key number count}. */
final class CountingTopology {

    private CountingTopology() {}

    static Topology of(Path input, Path output) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", FileSource.lines(input.toString()).pollEvery(Duration.ofMillis(20)), 2);
        builder.setBolt("split", new Split(), 2).shuffle("lines");
        builder.setBolt("count", new CountByKey(), 3).fields("split", "key");
        builder.setBolt("out", FileSink.lines(output.toString()), 2).shuffle("count");
        return builder.build();
    }

    /** Divides a line into its key and its number. */
    static final class Split implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {
            String[] words = input.getString("line").split(" ");
            out.emit(words[0], words[1]);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number");
        }
    }

    /** Emits each line with how often its key has come. */
    static final class CountByKey implements StatefulBolt {

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
            long next = count.getOr(0L) + 1;
            count.set(next);
            out.emit(input.getString("key"), input.getString("number"), next);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number", "count");
        }
    }
}
