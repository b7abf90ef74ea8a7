// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.AdEvent;
import io.millrace.benchmarks.macro.AdEvents;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** The topologies; a tuple is a {@link Tuple2} of payload and due time, and every shuffle is Flink's round robin. */
final class Job {

    private static final TypeInformation<Tuple2<String, Long>> WORDS = Types.TUPLE(Types.STRING, Types.LONG);
    private static final TypeInformation<Tuple2<byte[], Long>> BYTES =
            Types.TUPLE(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO, Types.LONG);

    private static final Duration WATERMARKS = Duration.ofMillis(50);

    private Job() {}

    static void define(StreamExecutionEnvironment environment, Workload workload, Path directory) {
        // Flink's lowest latency: every record is flushed, none is copied between operators
        environment.setBufferTimeout(0);
        environment.getConfig().enableObjectReuse();
        String encoded = workload.encode();
        String where = directory.toString();
        if (workload.shape().isYahoo()) {
            ads(environment, workload, where);
            return;
        }
        if (workload.shape() == Shape.WORDCOUNT) {
            KeyedStream<Tuple2<String, Long>, String> words = source(
                            environment, new DueSource<>(encoded, where), WORDS)
                    .rebalance()
                    .flatMap(new Split())
                    .returns(WORDS)
                    .name("split")
                    .keyBy(tuple -> tuple.f0, Types.STRING);
            if (workload.promise().keepsState()) {
                words.process(new Count(encoded, where))
                        .returns(WORDS)
                        .name("count")
                        .sinkTo(new DiscardingSink<>());
            } else {
                words.sinkTo(new Last<>(encoded, where)).name("count");
            }
            return;
        }
        DataStream<Tuple2<byte[], Long>> last = source(environment, new DueSource<>(encoded, where), BYTES);
        for (int hop = 1; hop < workload.shape().hops(); hop++) {
            last = last.rebalance().map(tuple -> tuple).returns(BYTES).name("pass" + hop);
        }
        last.rebalance().sinkTo(new Last<>(encoded, where)).name("sink");
    }

    private static void ads(StreamExecutionEnvironment environment, Workload workload, String directory) {
        String encoded = workload.encode();
        // Watermarks come as often as in Millrace
        environment.getConfig().setAutoWatermarkInterval(WATERMARKS.toMillis());
        DataStream<Tuple2<String, Long>> events = environment
                .fromSource(
                        new DueSource<>(encoded, directory),
                        WatermarkStrategy.<Tuple2<String, Long>>forMonotonousTimestamps()
                                .withTimestampAssigner((event, none) -> AdEvents.millis(event.f1)),
                        "source",
                        WORDS)
                .rebalance();
        boolean json = workload.shape() == Shape.YAHOO_JSON;
        (json
                        ? viewsOfJson(events)
                        : events.flatMap(new Views())
                                .returns(WORDS)
                                .name("views")
                                .rebalance())
                .map(tuple -> Tuple2.of(AdEvents.campaignOf(tuple.f0), tuple.f1))
                .returns(WORDS)
                .name("campaigns")
                .keyBy(tuple -> tuple.f0, Types.STRING)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(AdEvents.WINDOW_MILLIS)))
                .aggregate(
                        new Counted(encoded, directory),
                        new Counted.Results(directory, json),
                        Types.TUPLE(Types.LONG, Types.LONG),
                        WORDS)
                .name("count")
                .sinkTo(new DiscardingSink<>())
                .name("results");
    }

    /** In one task, as Flink chains what is not shuffled. */
    private static DataStream<Tuple2<String, Long>> viewsOfJson(DataStream<Tuple2<String, Long>> events) {
        return events.map(tuple -> Tuple2.of(AdEvent.parse(tuple.f0), tuple.f1))
                .returns(Types.TUPLE(TypeInformation.of(AdEvent.class), Types.LONG))
                .name("deserialize")
                .filter(tuple -> tuple.f0.isView())
                .name("filter")
                .map(tuple -> Tuple2.of(tuple.f0.ad(), tuple.f1))
                .returns(WORDS)
                .name("project");
    }

    private static <P> DataStream<Tuple2<P, Long>> source(
            StreamExecutionEnvironment environment, DueSource<P> source, TypeInformation<Tuple2<P, Long>> type) {
        return environment.fromSource(source, WatermarkStrategy.noWatermarks(), "source", type);
    }
}
