// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

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

/** Counts the events of a window, and records them. */
final class Counted implements AggregateFunction<Tuple2<String, Long>, Long, Long> {

    private static final long serialVersionUID = 1L;

    private final String workload;
    private final String directory;
    private transient Sink sink;

    Counted(String workload, String directory) {
        this.workload = workload;
        this.directory = directory;
    }

    @Override
    public Long createAccumulator() {
        return 0L;
    }

    @Override
    public Long add(Tuple2<String, Long> event, Long count) {
        if (sink == null) {
            sink = Sink.ofAggregate(Workload.decode(workload), Path.of(directory));
        }
        sink.take(event.f1);
        return count + 1;
    }

    @Override
    public Long getResult(Long count) {
        return count;
    }

    @Override
    public Long merge(Long first, Long second) {
        return first + second;
    }

    /** Adds the campaign, and says that the sink is up. */
    static final class Results extends RichWindowFunction<Long, Tuple2<String, Long>, String, TimeWindow> {

        private static final long serialVersionUID = 1L;

        private final String directory;

        Results(String directory) {
            this.directory = directory;
        }

        @Override
        public void open(OpenContext context) {
            Signals.up(
                    Path.of(directory),
                    "sink-" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
        }

        @Override
        public void apply(
                String campaign, TimeWindow window, Iterable<Long> counts, Collector<Tuple2<String, Long>> out) {
            for (Long count : counts) {
                out.collect(Tuple2.of(campaign, count));
            }
        }
    }
}
