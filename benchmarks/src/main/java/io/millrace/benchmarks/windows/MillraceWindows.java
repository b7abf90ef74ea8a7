// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.MillraceEngine;
import io.millrace.benchmarks.macro.PromiseSettings;
import io.millrace.benchmarks.study.Settings;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Millrace: one worker process, under a controller and a supervisor in this one. */
public final class MillraceWindows implements WindowEngine {

    @Override
    public String name() {
        return EngineCommand.MILLRACE;
    }

    @Override
    public AutoCloseable start(Job job, Path directory) {
        Config config = Config.empty().with(TopologyKeys.WORKERS, 1).with(TopologyKeys.WORKER_HEAP, WindowsRun.HEAP);
        if (!job.unlimited()) {
            config = config.with(TopologyKeys.WATERMARK_INTERVAL, Duration.ofMillis(1));
        }
        List<String> promised = PromiseSettings.of(job.promise(), directory.resolve("state"));
        return MillraceEngine.start(
                "windows", topology(job, directory), config.with(Settings.read(String.join(";", promised))));
    }

    private static Topology topology(Job job, Path directory) {
        String encoded = job.encode();
        String where = directory.toString();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", new Events(encoded, where), Job.TASKS)
                .eventTime("time", Duration.ofMillis(EventSequence.LATENESS_MILLIS));
        builder.setBolt(
                        "windows",
                        Bolts.window(windows(job.shape()), "key")
                                .eventTime("time")
                                .aggregate("count", Aggregates.count())
                                .aggregate("sum", Aggregates.sum("value")),
                        Job.TASKS)
                .fields("events", "key");
        builder.setBolt("results", new Results(encoded, where), Job.TASKS).localOrShuffle("windows");
        return builder.build();
    }

    static Windows windows(WindowShape shape) {
        Duration size = Duration.ofMillis(shape.sizeMillis());
        return switch (shape) {
            case TUMBLING -> Windows.tumbling(size);
            case SLIDING -> Windows.sliding(size, Duration.ofMillis(shape.slideMillis()));
            case SESSION -> Windows.session(size);
        };
    }

    /** Emits what is due. */
    static final class Events implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        private final String job;
        private final String directory;
        private transient EventSource source;
        private transient EventSequence sequence;
        private transient TaskContext context;
        private transient SpoutCollector out;

        Events(String job, String directory) {
            this.job = job;
            this.directory = directory;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "time", "value");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            source = new EventSource(job, directory, context.taskIndex());
            sequence = source.sequence();
        }

        @Override
        public void nextTuple() {
            long now = context.nanoTime();
            long index = source.next(now);
            if (index == EventSource.NONE) {
                out.idleUntil(source.idleUntil(now));
                return;
            }
            out.emit(sequence.key(index), sequence.millis(index), sequence.value(index));
            source.emitted();
        }

        @Override
        public Object snapshot() {
            return source.position();
        }

        @Override
        public void restore(List<Object> positions) {
            source.restore((Long) positions.get(context.taskIndex()));
        }
    }

    /** Takes results. */
    static final class Results implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String job;
        private final String directory;
        private transient ResultSink sink;

        Results(String job, String directory) {
            this.job = job;
            this.directory = directory;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void prepare(TaskContext context) {
            sink = new ResultSink(job, directory, context.taskIndex());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            sink.take(tuple.getLong(1), tuple.getLong(2), tuple.getLong(3), tuple.getLong(4));
        }
    }
}
