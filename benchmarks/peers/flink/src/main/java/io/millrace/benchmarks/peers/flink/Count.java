// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Sink;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** The sink of words whose counts are in Flink's state; emits nothing. */
final class Count extends KeyedProcessFunction<String, Tuple2<String, Long>, Tuple2<String, Long>> {

    private static final long serialVersionUID = 1L;

    private final String workload;
    private final String directory;
    private transient ValueState<Long> count;
    private transient Sink sink;

    Count(String workload, String directory) {
        this.workload = workload;
        this.directory = directory;
    }

    @Override
    public void open(OpenContext context) {
        count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        sink = new Sink(
                Workload.decode(workload),
                Path.of(directory),
                Integer.toString(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask()));
    }

    @Override
    public void processElement(Tuple2<String, Long> tuple, Context context, Collector<Tuple2<String, Long>> out)
            throws Exception {
        Long before = count.value();
        count.update(before == null ? 1L : before + 1);
        sink.take(tuple.f1);
    }
}
