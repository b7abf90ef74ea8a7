package io.millrace.benchmarks.macro;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.RunningTopology;
import io.millrace.api.SpoutCollector;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.benchmarks.study.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Millrace: every worker is a process, under a controller and a supervisor in this one. */
public final class MillraceEngine implements Engine {

    /** The system property with further settings of topologies: key=value, separated by semicolons. */
    public static final String SETTINGS = "benchmarks.settings";

    @Override
    public String name() {
        return "millrace";
    }

    @Override
    public AutoCloseable start(Workload workload, Path directory) {
        Config config = Config.empty()
                .with(TopologyKeys.WORKERS, workload.workers())
                // Dealt out, as by the other engines: half of the tuples cross
                .with(TopologyKeys.SCHEDULER_ALGORITHM, "even")
                .with(TopologyKeys.MAX_SPOUT_PENDING, Workload.MAX_PENDING);
        if (workload.shape().tasks() > Shape.TASKS) {
            // Each sink has a histogram
            config = config.with(TopologyKeys.WORKER_HEAP, "1g");
        }
        List<String> promised = PromiseSettings.of(workload.promise(), directory.resolve("state"));
        config = config.with(Settings.read(String.join(";", promised)))
                .with(Settings.read(System.getProperty(SETTINGS, "")));
        Millrace engine = Millrace.local().processes().start();
        try {
            RunningTopology running = engine.submit("benchmark", topology(workload, directory), config);
            return () -> {
                SnapshotFile.write(directory, running.metrics().snapshots());
                engine.close();
            };
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    /** @param directory of the signals and the sinks' reports */
    public static Topology topology(Workload workload, Path directory) {
        TopologyBuilder builder = new TopologyBuilder();
        String encoded = workload.encode();
        String where = directory.toString();
        int tasks = workload.shape().tasks();
        SpoutDeclarer source = builder.setSpout("source", new Source(encoded, where), tasks);
        if (workload.shape().isYahoo()) {
            AdTopology.define(builder, source, "source", new NoTrace(encoded, where), workload.shape());
            return builder.build();
        }
        if (workload.shape() == Shape.WORDCOUNT) {
            builder.setBolt("split", new Split(), tasks).shuffle("source");
            builder.setBolt(
                            "count",
                            workload.promise().keepsState()
                                    ? new CountInState(encoded, where)
                                    : new Count(encoded, where),
                            tasks)
                    .fields("split", "word");
            return builder.build();
        }
        String from = "source";
        for (int hop = 1; hop < workload.shape().hops(); hop++) {
            builder.setBolt("pass" + hop, new Pass(), tasks).shuffle(from);
            from = "pass" + hop;
        }
        builder.setBolt("sink", new Last(encoded, where), tasks).shuffle(from);
        return builder.build();
    }

    /** Emits what is due. */
    static final class Source implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        private final String workload;
        private final String directory;
        private transient Workload work;
        private transient Pace pace;
        private transient Payloads payloads;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long nextId;

        Source(String workload, String directory) {
            this.workload = workload;
            this.directory = directory;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            if (Workload.decode(workload).shape().isYahoo()) {
                AdTopology.declareOutputs(declarer);
            } else {
                declarer.declare("payload", "due");
            }
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            work = Workload.decode(workload);
            payloads = new Payloads(context.taskIndex());
            pace = new Pace(work, Path.of(directory), context.taskIndex());
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
            if (work.shape().isYahoo()) {
                emit(payloads.adEvent(), due, null, AdEvents.millis(due));
            } else {
                emit(work.shape() == Shape.WORDCOUNT ? payloads.sentence() : payloads.bytes(), due);
            }
            pace.emitted();
        }

        private void emit(Object... values) {
            if (work.acked()) {
                out.emitTracked(nextId++, values);
            } else {
                out.emit(values);
            }
        }

        @Override
        public Object snapshot() {
            return pace.position();
        }

        @Override
        public void restore(List<Object> positions) {
            pace.restore((Long) positions.get(context.taskIndex()));
        }
    }

    /** Records events without their ways. */
    private record NoTrace(String workload, String where) implements AdTopology.Trace {

        @Override
        public Object arrive(Object way) {
            return null;
        }

        @Override
        public AdTopology.Recorder recorder() {
            Sink sink = Sink.ofAggregate(Workload.decode(workload), directory());
            return (due, way) -> sink.take(due);
        }

        @Override
        public Path directory() {
            return Path.of(where);
        }
    }

    /** Makes words of sentences. */
    static final class Split implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("word", "due");
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            Object due = tuple.get(1);
            for (String word : tuple.getString(0).split(" ")) {
                out.emit(word, due);
            }
        }
    }

    /** Passes on what it gets. */
    static final class Pass implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("payload", "due");
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            out.emit(tuple.get(0), tuple.get(1));
        }
    }

    /** Counts words. */
    static final class Count implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String workload;
        private final String directory;
        private transient Map<String, Long> counts;
        private transient Sink sink;

        Count(String workload, String directory) {
            this.workload = workload;
            this.directory = directory;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void prepare(TaskContext context) {
            counts = new HashMap<>();
            sink = new Sink(Workload.decode(workload), Path.of(directory), Integer.toString(context.taskIndex()));
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            counts.merge(tuple.getString(0), 1L, Long::sum);
            sink.take(tuple.getLong(1));
        }
    }

    /** Counts words, with the counts in the engine's state. */
    static final class CountInState implements StatefulBolt {

        private static final long serialVersionUID = 1L;

        private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);

        private final String workload;
        private final String directory;
        private transient ValueState<Long> count;
        private transient Sink sink;

        CountInState(String workload, String directory) {
            this.workload = workload;
            this.directory = directory;
        }

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void prepare(TaskContext context) {
            count = context.state(COUNT);
            sink = new Sink(Workload.decode(workload), Path.of(directory), Integer.toString(context.taskIndex()));
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            count.set(count.getOr(0L) + 1);
            sink.take(tuple.getLong(1));
        }
    }

    /** Only takes. */
    static final class Last implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String workload;
        private final String directory;
        private transient Sink sink;

        Last(String workload, String directory) {
            this.workload = workload;
            this.directory = directory;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void prepare(TaskContext context) {
            sink = new Sink(Workload.decode(workload), Path.of(directory), Integer.toString(context.taskIndex()));
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            sink.take(tuple.getLong(1));
        }
    }
}
