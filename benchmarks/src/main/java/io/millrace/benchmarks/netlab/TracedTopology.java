package io.millrace.benchmarks.netlab;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.benchmarks.macro.AdEvents;
import io.millrace.benchmarks.macro.AdTopology;
import io.millrace.benchmarks.macro.Pace;
import io.millrace.benchmarks.macro.Payloads;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The topologies of the macro-benchmarks, whose tuples note when they cross between hosts. Arguments: the workload, the
 * phases, the directory of the run.
 */
final class TracedTopology {

    /** As which it is submitted. */
    static final String NAME = "traced";

    private TracedTopology() {}

    public static void main(String[] arguments) {
        Run run = new Run(arguments[0], arguments[1], arguments[2]);
        Workload workload = run.work();
        int tasks = Cell.tasks(workload);
        TopologyBuilder builder = new TopologyBuilder();
        SpoutDeclarer source = builder.setSpout("source", new Source(run), tasks);
        if (workload.shape().isYahoo()) {
            AdTopology.define(builder, source, "source", new WayTrace(run), workload.shape());
        } else if (workload.shape() == Shape.WORDCOUNT) {
            builder.setBolt("split", new Split(), tasks).shuffle("source");
            builder.setBolt("count", workload.promise().keepsState() ? new CountInState(run) : new Count(run), tasks)
                    .fields("split", "word");
        } else {
            String from = "source";
            for (int hop = 1; hop < workload.shape().hops(); hop++) {
                builder.setBolt("pass" + hop, new Pass(), tasks).shuffle(from);
                from = "pass" + hop;
            }
            builder.setBolt("sink", new Count(run), tasks).shuffle(from);
        }
        TopologySubmitter.submit(NAME, builder.build(), Config.empty());
    }

    /** What every source and sink must know. */
    record Run(String workload, String phases, String directory) implements Serializable {

        Workload work() {
            return Workload.decode(workload);
        }

        OverheadSink sink(int index) {
            return new OverheadSink(Phases.decode(phases), Path.of(directory), Integer.toString(index));
        }
    }

    /** Emits what is due. */
    static final class Source implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        private final Run run;
        private transient Workload work;
        private transient Pace pace;
        private transient Payloads payloads;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long nextId;

        Source(Run run) {
            this.run = run;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            if (run.work().shape().isYahoo()) {
                AdTopology.declareOutputs(declarer);
            } else {
                declarer.declare("payload", "due", "way");
            }
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            work = run.work();
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
            if (work.shape().isYahoo()) {
                emit(payloads.adEvent(), due, Way.begin(), AdEvents.millis(due));
            } else {
                emit(work.shape() == Shape.WORDCOUNT ? payloads.sentence() : payloads.bytes(), due, Way.begin());
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

    /** Records events with their ways. */
    private record WayTrace(Run run) implements AdTopology.Trace {

        @Override
        public Object arrive(Object way) {
            return Way.arrive((Long) way);
        }

        @Override
        public AdTopology.Recorder recorder() {
            OverheadSink sink = OverheadSink.ofAggregate(Phases.decode(run.phases()), directory());
            return (due, way) -> sink.take(due, (Long) way);
        }

        @Override
        public Path directory() {
            return Path.of(run.directory());
        }
    }

    /** Makes words of sentences. */
    static final class Split implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("word", "due", "way");
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            Object due = tuple.get(1);
            Object way = Way.arrive(tuple.getLong(2));
            for (String word : tuple.getString(0).split(" ")) {
                out.emit(word, due, way);
            }
        }
    }

    /** Passes on what it gets. */
    static final class Pass implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("payload", "due", "way");
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            out.emit(tuple.get(0), tuple.get(1), Way.arrive(tuple.getLong(2)));
        }
    }

    /** Counts words; what is no word it only takes. */
    static final class Count implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final Run run;
        private transient Map<String, Long> counts;
        private transient OverheadSink sink;

        Count(Run run) {
            this.run = run;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void prepare(TaskContext context) {
            counts = new HashMap<>();
            sink = run.sink(context.taskIndex());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            if (tuple.get(0) instanceof String word) {
                counts.merge(word, 1L, Long::sum);
            }
            sink.take(tuple.getLong(1), Way.arrive(tuple.getLong(2)));
        }
    }

    /** Counts words, with the counts in the engine's state. */
    static final class CountInState implements StatefulBolt {

        private static final long serialVersionUID = 1L;

        private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);

        private final Run run;
        private transient ValueState<Long> count;
        private transient OverheadSink sink;

        CountInState(Run run) {
            this.run = run;
        }

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void prepare(TaskContext context) {
            count = context.state(COUNT);
            sink = run.sink(context.taskIndex());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            count.set(count.getOr(0L) + 1);
            sink.take(tuple.getLong(1), Way.arrive(tuple.getLong(2)));
        }
    }
}
