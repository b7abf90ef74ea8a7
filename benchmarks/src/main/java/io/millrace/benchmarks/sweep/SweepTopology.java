// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import java.nio.file.Path;

/** A source and engines. Arguments: the cell, the directory of the board. */
final class SweepTopology {

    /** The name with which it is submitted. */
    static final String NAME = "sweep";

    /** The length from which on messages are written and read where they lie. */
    private static final int LARGE_BYTES = 1_000_000;

    private SweepTopology() {}

    public static void main(String[] arguments) {
        TopologySubmitter.submit(NAME, of(Cell.decode(arguments[0]), arguments[1]), Config.empty());
    }

    static Topology of(Cell cell, String directory) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Messages(directory), 1);
        boolean large = cell.bytes() >= LARGE_BYTES;
        Analyse analyse = new Analyse(directory, large);
        if (cell.work().grouping() == Grouping.SHUFFLE) {
            builder.setBolt("analyse", analyse, cell.engines())
                    .shuffle("source")
                    .set(TopologyKeys.VIEWS.name(), large);
        } else {
            int tasks = cell.setting().processes();
            int each = cell.engines() / tasks;
            builder.setEngines("analyse", Engines.of(analyse), each, each, tasks)
                    .firstIdle("source")
                    .set(TopologyKeys.VIEWS.name(), large);
        }
        return builder.build();
    }

    /** Emits what is due. */
    private static final class Messages implements Spout {

        private static final long serialVersionUID = 1L;

        private final String directory;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient Source source;

        Messages(String directory) {
            this.directory = directory;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("message");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            source = new Source(Path.of(directory));
        }

        @Override
        public void nextTuple() {
            long now = context.nanoTime();
            if (!source.isDue(now)) {
                out.idleUntil(source.idleUntil(now));
                return;
            }
            out.intendedAt(source.due());
            if (source.bytes() < LARGE_BYTES) {
                out.emit(source.message());
            } else {
                out.emitInto(source.bytes(), source::write);
            }
            source.emitted(now);
        }
    }

    /** Works on messages. */
    private static final class Analyse implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String directory;
        private final boolean large;
        private transient Worker worker;

        Analyse(String directory, boolean large) {
            this.directory = directory;
            this.large = large;
        }

        @Override
        public void prepare(TaskContext context) {
            worker = new Worker(Path.of(directory));
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            worker.take(large ? Message.read(tuple.getView(0)) : Message.read(tuple.getBytes(0)));
        }
    }
}
