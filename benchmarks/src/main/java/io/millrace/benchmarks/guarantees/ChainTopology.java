// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;

/** Components of one task each, one behind the other, without state. */
final class ChainTopology {

    /** Signals of a run: the source twice, as it has nothing to fill, and the sink. */
    static final int SIGNALS = 3;

    private ChainTopology() {}

    /** @param depth number of components, at least 2 */
    static Topology of(KeyedTopology.Run run, int depth) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new KeyedSource(run), 1);
        String from = "source";
        for (int i = 1; i < depth - 1; i++) {
            builder.setBolt("pass" + i, new Pass(), 1).shuffle(from);
            from = "pass" + i;
        }
        builder.setBolt("sink", new Last(run), 1).shuffle(from);
        return builder.build();
    }

    /** Passes on what it gets. */
    static final class Pass implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "due");
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            out.emit(tuple.get(0), tuple.get(1));
        }
    }

    /** Only takes. */
    static final class Last implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final KeyedTopology.Run run;
        private transient SinkTimeline sink;

        Last(KeyedTopology.Run run) {
            this.run = run;
        }

        @Override
        public void prepare(TaskContext context) {
            sink = new SinkTimeline(run.path(), context.taskIndex(), run.seconds());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            sink.take(tuple.getLong(1));
        }
    }
}
