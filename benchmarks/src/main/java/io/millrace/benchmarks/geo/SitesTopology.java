package io.millrace.benchmarks.geo;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.benchmarks.macro.Pace;
import io.millrace.benchmarks.macro.Payloads;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Word count with a source and a splitter at each host, which stay with each other, and one counter, so in one region; or one source
 * and one sink. Arguments: the workload, the windows, the wires, the directory of the run.
 */
final class SitesTopology {

    /** As which it is submitted. */
    static final String NAME = "sites";

    private SitesTopology() {}

    public static void main(String[] arguments) {
        Run run = new Run(arguments[0], arguments[1], arguments[2], arguments[3]);
        Workload workload = Workload.decode(run.workload());
        TopologyBuilder builder = new TopologyBuilder();
        if (workload.shape() == Shape.WORDCOUNT) {
            builder.setSpout("source", new Source(run), workload.workers());
            builder.setBolt("split", new Split(run), workload.workers()).localOrShuffle("source");
            builder.setBolt("count", new Count(run), 1).global("split");
        } else {
            builder.setSpout("source", new Source(run), 1);
            builder.setBolt("count", new Count(run), 1).global("source");
        }
        TopologySubmitter.submit(NAME, builder.build(), Config.empty());
    }

    /** What every task must know. */
    record Run(String workload, String windows, String wires, String directory) implements Serializable {}

    /** Emits what is due. */
    private static final class Source implements Spout {

        private static final long serialVersionUID = 1L;

        private final Run run;
        private transient Workload work;
        private transient Pace pace;
        private transient Payloads payloads;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient int here;
        private transient long nextId;

        Source(Run run) {
            this.run = run;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("payload", "due", "way");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            work = Workload.decode(run.workload());
            here = Wires.decode(run.wires()).here();
            payloads = new Payloads(context.taskIndex());
            pace = new Pace(work, Path.of(run.directory()), context.taskIndex(), context.taskCount());
        }

        @Override
        public void nextTuple() {
            long now = context.nanoTime();
            long due = pace.next(now);
            if (due == Long.MAX_VALUE) {
                out.idleUntil(pace.idleUntil(now));
                return;
            }
            out.intendedAt(due);
            Object payload = work.shape() == Shape.WORDCOUNT ? payloads.sentence() : payloads.bytes();
            if (work.acked()) {
                out.emitTracked(nextId++, payload, due, Wires.begin(here));
            } else {
                out.emit(payload, due, Wires.begin(here));
            }
            pace.emitted();
        }
    }

    /** Makes words of sentences. */
    private static final class Split implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final Run run;
        private transient Wires wires;
        private transient int here;

        Split(Run run) {
            this.run = run;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("word", "due", "way");
        }

        @Override
        public void prepare(TaskContext context) {
            wires = Wires.decode(run.wires());
            here = wires.here();
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            Object due = tuple.get(1);
            Object way = wires.arrive(tuple.getLong(2), here);
            for (String word : tuple.getString(0).split(" ")) {
                out.emit(word, due, way);
            }
        }
    }

    /** Counts words; what is no word it only takes. */
    private static final class Count implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final Run run;
        private transient Map<String, Long> counts;
        private transient Wires wires;
        private transient int here;
        private transient WindowSink sink;

        Count(Run run) {
            this.run = run;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void prepare(TaskContext context) {
            counts = new HashMap<>();
            wires = Wires.decode(run.wires());
            here = wires.here();
            sink = new WindowSink(Windows.decode(run.windows()), Path.of(run.directory()));
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            if (tuple.get(0) instanceof String word) {
                counts.merge(word, 1L, Long::sum);
            }
            sink.take(tuple.getLong(1), Wires.nanos(wires.arrive(tuple.getLong(2), here)));
        }
    }
}
