// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A workload's topology in Millrace. Tuples have the time at which they were due, and a way if they are followed. */
public final class WorkloadTopology {

    private WorkloadTopology() {}

    /**
     * Adds the components of a workload.
     *
     * @param tasks of each
     */
    public static void define(TopologyBuilder builder, Workload workload, Trace trace, int tasks) {
        SpoutDeclarer source = builder.setSpout("source", source(workload, trace), tasks);
        define(builder, workload, source, "source", trace, tasks);
    }

    /**
     * Adds the components of a workload, and behind each source in its worker a bolt that collects what it emits.
     *
     * @param interval for which it collects, below topology.message.timeout
     * @param tasks of each
     */
    public static void defineBatched(
            TopologyBuilder builder, Workload workload, Duration interval, Trace trace, int tasks) {
        SpoutDeclarer source = builder.setSpout("source", source(workload, trace), tasks);
        builder.setBolt("batch", Collected.during(interval, workload.encode(), trace), tasks)
                .localOrShuffle("source");
        define(builder, workload, source, "batch", trace, tasks);
    }

    private static void define(
            TopologyBuilder builder, Workload workload, SpoutDeclarer source, String first, Trace trace, int tasks) {
        if (workload.shape().isYahoo()) {
            AdTopology.define(builder, source, first, trace, workload.shape(), tasks);
        } else if (workload.shape() == Shape.WORDCOUNT) {
            builder.setBolt("split", new Split(trace), tasks).shuffle(first);
            if (workload.promise().keepsState()) {
                builder.setBolt("count", new CountInState(trace), tasks).fields("split", "word");
            } else {
                builder.setBolt("count", new Count(trace), tasks).fields("split", "word");
            }
        } else {
            String from = first;
            for (int hop = 1; hop < workload.shape().hops(); hop++) {
                builder.setBolt("pass" + hop, new Pass(trace), tasks).shuffle(from);
                from = "pass" + hop;
            }
            builder.setBolt("sink", new Count(trace), tasks).shuffle(from);
        }
    }

    private static Spout source(Workload workload, Trace trace) {
        if (workload.sources().kafka()) {
            Topic topic = Topic.read(trace.directory());
            return Spouts.kafka(topic.servers(), topic.name(), new AdFormat());
        }
        return new Source(workload.encode(), trace);
    }

    /** Declares what a source emits. */
    static void declareSource(OutputDeclarer declarer, Workload workload, Trace trace) {
        if (workload.shape().isYahoo()) {
            AdTopology.declareOutputs(declarer);
        } else {
            declare(declarer, "payload", trace);
        }
    }

    private static void declare(OutputDeclarer declarer, String first, Trace trace) {
        if (trace.hasWay()) {
            declarer.declare(first, "due", "way");
        } else {
            declarer.declare(first, "due");
        }
    }

    private static Object[] values(Object first, Object due, Object way) {
        return way == null ? new Object[] {first, due} : new Object[] {first, due, way};
    }

    /** Emits what is due, and says when something is again, unless it shall only be asked. */
    public static final class Source implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        private final String workload;
        private final Trace trace;
        private transient Trace.Open open;
        private transient Workload work;
        private transient Pace pace;
        private transient Payloads payloads;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient Deque<Long> failed;

        public Source(String workload, Trace trace) {
            this.workload = workload;
            this.trace = trace;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declareSource(declarer, Workload.decode(workload), trace);
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            open = trace.open();
            work = Workload.decode(workload);
            payloads = new Payloads(context.taskIndex(), work.sources().payloadBytes());
            failed = new ArrayDeque<>();
            pace = new Pace(work, trace.directory(), context.taskIndex(), context.taskCount());
        }

        @Override
        public void nextTuple() {
            Long again = failed.poll();
            if (again != null) {
                emit(again, pace.dueAt(again));
                return;
            }
            long now = context.nanoTime();
            long due = pace.next(now);
            if (due == Long.MAX_VALUE) {
                if (!work.asked()) {
                    out.idleUntil(pace.idleUntil(now));
                }
                return;
            }
            emit(pace.position(), due);
            pace.emitted();
        }

        private void emit(long number, long due) {
            out.intendedAt(due);
            Object payload = payloads.of(work.shape(), number, due);
            Object[] values = work.shape().isYahoo()
                    ? new Object[] {payload, due, open.begin(), AdEvents.millis(due)}
                    : values(payload, due, open.begin());
            if (work.acked()) {
                out.emitTracked(number, values);
            } else {
                out.emit(values);
            }
        }

        @Override
        public void fail(Object number) {
            failed.add((Long) number);
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

    /** Makes words of sentences. */
    public static final class Split extends TracedBolt {

        private static final long serialVersionUID = 1L;

        public Split(Trace trace) {
            super(trace);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declare(declarer, "word", trace);
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            Object due = tuple.get(1);
            Object way = open.arrive(tuple);
            for (String word : tuple.getString(0).split(" ")) {
                out.emit(values(word, due, way));
            }
        }
    }

    /** Passes on what it gets. */
    private static final class Pass extends TracedBolt {

        private static final long serialVersionUID = 1L;

        Pass(Trace trace) {
            super(trace);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declare(declarer, "payload", trace);
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            out.emit(values(tuple.get(0), tuple.get(1), open.arrive(tuple)));
        }
    }

    /** Counts words; what is no word it only takes. */
    public static final class Count extends TracedBolt {

        private static final long serialVersionUID = 1L;

        private transient Map<String, Long> counts;
        private transient Trace.Recorder recorder;

        public Count(Trace trace) {
            super(trace);
        }

        @Override
        public void prepare(TaskContext context) {
            super.prepare(context);
            counts = new HashMap<>();
            recorder = open.recorder(context.taskIndex());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            if (tuple.get(0) instanceof String word) {
                counts.merge(word, 1L, Long::sum);
            }
            recorder.take(tuple.getLong(1), open.arrive(tuple));
        }
    }

    /** Counts words, with the counts in the engine's state. */
    private static final class CountInState implements StatefulBolt {

        private static final long serialVersionUID = 1L;

        private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);

        private final Trace trace;
        private transient ValueState<Long> count;
        private transient Trace.Open open;
        private transient Trace.Recorder recorder;

        CountInState(Trace trace) {
            this.trace = trace;
        }

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void prepare(TaskContext context) {
            count = context.state(COUNT);
            open = trace.open();
            recorder = open.recorder(context.taskIndex());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            count.set(count.getOr(0L) + 1);
            recorder.take(tuple.getLong(1), open.arrive(tuple));
        }
    }
}
