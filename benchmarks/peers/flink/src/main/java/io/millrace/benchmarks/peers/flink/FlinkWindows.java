// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.windows.EventSequence;
import io.millrace.benchmarks.windows.Job;
import io.millrace.benchmarks.windows.WindowEngine;
import io.millrace.benchmarks.windows.WindowShape;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** Flink: a local cluster of one task manager in this process; an event is a {@link Tuple3} of key, time and value. */
public final class FlinkWindows implements WindowEngine {

    private static final TypeInformation<Tuple3<Long, Long, Long>> EVENTS =
            Types.TUPLE(Types.LONG, Types.LONG, Types.LONG);

    /** The watermark interval with a rate, for Flink's lowest latency. */
    private static final Duration FREQUENT = Duration.ofMillis(1);

    /** The watermark interval without a rate: Millrace's, so that as many windows are open. */
    private static final Duration RARE = Duration.ofMillis(50);

    @Override
    public String name() {
        return "flink";
    }

    @Override
    public AutoCloseable start(Job job, Path directory) throws Exception {
        Configuration configuration = FlinkEngine.configuration(Hosts.HERE.hub());
        if (job.promise().exactlyOnce()) {
            Checkpoints.configure(configuration, job.promise(), directory);
        }
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(Job.TASKS, configuration);
        environment.getConfig().enableObjectReuse();
        environment.getConfig().setAutoWatermarkInterval((job.unlimited() ? RARE : FREQUENT).toMillis());
        if (!job.unlimited()) {
            // Every record is flushed
            environment.setBufferTimeout(0);
        }
        String encoded = job.encode();
        String where = directory.toString();
        KeyedStream<Tuple3<Long, Long, Long>, Long> keyed = environment
                .fromSource(
                        new EventFlinkSource(encoded, where),
                        WatermarkStrategy.<Tuple3<Long, Long, Long>>forBoundedOutOfOrderness(
                                        Duration.ofMillis(EventSequence.LATENESS_MILLIS))
                                .withTimestampAssigner((event, none) -> event.f1),
                        "events",
                        EVENTS)
                .keyBy(event -> event.f0, Types.LONG);
        WindowedStream<Tuple3<Long, Long, Long>, Long, TimeWindow> windows = keyed.window(assigner(job.shape()));
        windows.aggregate(
                        new CountAndSum(),
                        new CountAndSum.Results(),
                        PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO,
                        CountAndSum.RESULTS)
                .name("windows")
                .sinkTo(new ResultFlinkSink(encoded, where))
                .name("results");
        return environment.executeAsync("benchmark")::cancel;
    }

    private static WindowAssigner<? super Tuple3<Long, Long, Long>, TimeWindow> assigner(WindowShape shape) {
        Duration size = Duration.ofMillis(shape.sizeMillis());
        return switch (shape) {
            case TUMBLING -> TumblingEventTimeWindows.of(size);
            case SLIDING -> SlidingEventTimeWindows.of(size, Duration.ofMillis(shape.slideMillis()));
            case SESSION -> EventTimeSessionWindows.withGap(size);
        };
    }
}
