// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sources that emit nothing, each connected to each of as many sinks: only barriers are sent. */
final class PairsTopology {

    private PairsTopology() {}

    /** @param tasks of each of the two components; each signals when it is up */
    static Topology of(String directory, int tasks) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Silent(directory), tasks);
        builder.setBolt("sink", new Waits(directory), tasks).shuffle("source");
        return builder.build();
    }

    /** Emits nothing. */
    static final class Silent implements ReplayableSpout {

        private static final long serialVersionUID = 1L;
        private static final long LONG = TimeUnit.HOURS.toNanos(1);

        private final String directory;
        private transient SpoutCollector out;
        private transient TaskContext context;

        Silent(String directory) {
            this.directory = directory;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            Signals.up(Path.of(directory), "source-" + context.taskIndex());
        }

        @Override
        public void nextTuple() {
            out.idleUntil(context.nanoTime() + LONG);
        }

        @Override
        public Object snapshot() {
            return null;
        }

        @Override
        public void restore(List<Object> snapshots) {}
    }

    /** Gets nothing. */
    static final class Waits implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String directory;

        Waits(String directory) {
            this.directory = directory;
        }

        @Override
        public void prepare(TaskContext context) {
            Signals.up(Path.of(directory), "sink-" + context.taskIndex());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {}
    }
}
