// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import java.nio.file.Path;

/** Sources that number what they emit, bolts that pass it on or make trouble, and sinks that note what they take. */
final class CheckedTopology {

    private static final int PASSES = 3;

    private CheckedTopology() {}

    /**
     * @param tally the file of a {@link Tally}
     * @param rate numbers per second of all sources together
     */
    static Topology of(Path tally, int rate) {
        TopologyBuilder builder = new TopologyBuilder();
        // What has no ack is emitted again, with snapshots too
        builder.setSpout("source", new CheckedSource(tally.toString(), rate), TallyDescriptor.SOURCES)
                .allowUnreplayable();
        builder.setBolt("pass", new Pass(tally.toString()), PASSES).shuffle("source");
        builder.setBolt("sink", new Sink(tally.toString()), TallyDescriptor.SINKS)
                .shuffle("pass");
        return builder.build();
    }

    /**
     * The checked topology with exactly-once.
     *
     * @param visible the directory of the files of a {@link CommittedSink}
     */
    static Topology exactlyOnce(Path tally, Path visible, int rate) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ReplayedSource(tally.toString(), rate), TallyDescriptor.SOURCES);
        builder.setBolt("pass", new Pass(tally.toString()), PASSES).shuffle("source");
        builder.setBolt("sink", new CommittedSink(tally.toString(), visible.toString()), TallyDescriptor.SINKS)
                .shuffle("pass");
        return builder.build();
    }

    /** Passes on what it gets. */
    static final class Pass implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String file;
        private transient Tally tally;

        Pass(String file) {
            this.file = file;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("source", "number");
        }

        @Override
        public void prepare(TaskContext context) {
            tally = Tally.open(Path.of(file));
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            tally.takeTrouble().make();
            int source = tuple.getInt(0);
            int number = tuple.getInt(1);
            if (tally.isPoison(source, number)) {
                throw new IllegalArgumentException("number " + number + " is poison");
            }
            if (!tally.isSwallowed(source, number)) {
                out.emit(source, number);
            }
        }
    }

    /** Notes what it takes. */
    static final class Sink implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String file;
        private transient Tally tally;
        private transient int task;

        Sink(String file) {
            this.file = file;
        }

        @Override
        public void prepare(TaskContext context) {
            task = context.taskIndex();
            tally = Tally.open(Path.of(file));
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            tally.take(task, tuple.getInt(0), tuple.getInt(1));
        }
    }
}
