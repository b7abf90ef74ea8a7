// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.AdResults;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Sink;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.windowing.RichWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** Counts the events of a window, with the time of the last one, and records them. */
final class Counted implements AggregateFunction<Tuple2<String, Long>, Tuple2<Long, Long>, Tuple2<Long, Long>> {

    private static final long serialVersionUID = 1L;

    private final String workload;
    private final String directory;
    private transient Sink sink;

    Counted(String workload, String directory) {
        this.workload = workload;
        this.directory = directory;
    }

    @Override
    public Tuple2<Long, Long> createAccumulator() {
        return Tuple2.of(0L, Long.MIN_VALUE);
    }

    @Override
    public Tuple2<Long, Long> add(Tuple2<String, Long> event, Tuple2<Long, Long> counted) {
        if (sink == null) {
            sink = Sink.ofAggregate(Workload.decode(workload), Path.of(directory));
        }
        sink.take(event.f1);
        counted.f0++;
        counted.f1 = System.nanoTime();
        return counted;
    }

    @Override
    public Tuple2<Long, Long> getResult(Tuple2<Long, Long> counted) {
        return counted;
    }

    @Override
    public Tuple2<Long, Long> merge(Tuple2<Long, Long> first, Tuple2<Long, Long> second) {
        return Tuple2.of(first.f0 + second.f0, Math.max(first.f1, second.f1));
    }

    /** Adds the campaign, and says that the sink is up. */
    static final class Results
            extends RichWindowFunction<Tuple2<Long, Long>, Tuple2<String, Long>, String, TimeWindow> {

        private static final long serialVersionUID = 1L;

        private final String directory;
        private final boolean checked;
        private transient AdResults results;

        Results(String directory, boolean checked) {
            this.directory = directory;
            this.checked = checked;
        }

        @Override
        public void open(OpenContext context) {
            results = new AdResults(Path.of(directory));
            Signals.up(
                    Path.of(directory),
                    "sink-" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
        }

        @Override
        public void apply(
                String campaign,
                TimeWindow window,
                Iterable<Tuple2<Long, Long>> counts,
                Collector<Tuple2<String, Long>> out) {
            for (Tuple2<Long, Long> counted : counts) {
                if (checked) {
                    results.take(campaign, window.getStart(), counted.f0, counted.f1);
                }
                out.collect(Tuple2.of(campaign, counted.f0));
            }
        }
    }
}
