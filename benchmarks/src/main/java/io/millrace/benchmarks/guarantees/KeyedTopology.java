// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.Emitter;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Sources of random keys, and tasks that keep a value of some bytes for each; the state is filled before the start
 * signal.
 */
final class KeyedTopology {

    private static final int TASKS = 2;

    /** Signals of a run: each source, each sink, and each source when it has filled the state. */
    static final int SIGNALS = 3 * TASKS;

    private KeyedTopology() {}

    /**
     * What is run.
     *
     * @param keys of all tasks together, at least one per source
     * @param valueBytes of each key, at least 8
     * @param rate tuples per second of all sources together
     * @param tracked whether tuples are acked, and repeated if they fail
     * @param seconds from the start signal until sources end
     */
    record Run(String directory, int keys, int valueBytes, long rate, boolean tracked, int seconds)
            implements Serializable {

        Path path() {
            return Path.of(directory);
        }
    }

    static Topology of(Run run) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new KeyedSource(run), TASKS);
        builder.setBolt("count", new Count(run), TASKS).fields("source", "key");
        return builder.build();
    }

    /** Counts each key in the first bytes of its value. */
    static final class Count implements StatefulBolt {

        private static final long serialVersionUID = 1L;

        private static final StateSpec<ValueState<byte[]>> VALUE = StateSpec.value("value", byte[].class);

        private final Run run;
        private transient ValueState<byte[]> state;
        private transient SinkTimeline sink;

        Count(Run run) {
            this.run = run;
        }

        @Override
        public List<StateSpec<?>> states() {
            return List.of(VALUE);
        }

        @Override
        public void prepare(TaskContext context) {
            state = context.state(VALUE);
            sink = new SinkTimeline(run.path(), context.taskIndex(), run.seconds());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            byte[] value = state.get();
            if (value == null) {
                value = new byte[run.valueBytes()];
            }
            ByteBuffer buffer = ByteBuffer.wrap(value);
            buffer.putLong(0, buffer.getLong(0) + 1);
            state.set(value);
            long due = tuple.getLong(1);
            if (due != KeyedSource.FILLS) {
                sink.take(due);
            }
        }
    }
}
