// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.function.ToLongFunctionEx;
import com.hazelcast.jet.aggregate.AggregateOperation;
import com.hazelcast.jet.aggregate.AggregateOperation1;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.EventTimePolicy;
import com.hazelcast.jet.core.Partitioner;
import com.hazelcast.jet.core.SlidingWindowPolicy;
import com.hazelcast.jet.core.TimestampKind;
import com.hazelcast.jet.core.Vertex;
import com.hazelcast.jet.core.WatermarkPolicy;
import com.hazelcast.jet.core.processor.Processors;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import com.hazelcast.jet.datamodel.Tuple2;
import io.millrace.benchmarks.macro.AdEvent;
import io.millrace.benchmarks.macro.AdEvents;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Sink;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** The graph of ads; a tuple is a {@link Tuple2} of a line, an ad or a campaign, and due time. */
final class AdDag {

    private static final FunctionEx<Tuple2<String, Long>, String> KEY = Tuple2::f0;
    private static final ToLongFunctionEx<Tuple2<String, Long>> TIME = event -> AdEvents.millis(event.f1());

    /** The sinks of this member's threads: each processor has a thread, but all share the functions of an aggregate. */
    private static final ThreadLocal<Sink> SINK = new ThreadLocal<>();

    private AdDag() {}

    static void define(DAG dag, Workload workload, String where) {
        String encoded = workload.encode();
        EventTimePolicy<Tuple2<String, Long>> time = EventTimePolicy.eventTimePolicy(
                TIME, WatermarkPolicy.limitingLag(0), AdEvents.WINDOW_MILLIS, 0, EventTimePolicy.DEFAULT_IDLE_TIMEOUT);
        Vertex source = Dag.vertex(dag, workload, "source", () -> new Source(encoded, where));
        Vertex times = dag.newVertex("times", Processors.insertWatermarksP(none -> time))
                .localParallelism(source.getLocalParallelism());
        boolean json = workload.shape() == Shape.YAHOO_JSON;
        Vertex views = json
                ? viewsOfJson(dag, workload, times)
                : step(dag, workload, "views", AdDag::view, times, Edge::distributed);
        Vertex campaigns =
                step(dag, workload, "campaigns", AdDag::campaign, views, json ? Edge::isolated : Edge::distributed);
        Vertex count = Dag.vertex(
                dag,
                workload,
                "count",
                Processors.aggregateToSlidingWindowP(
                        List.of((FunctionEx<?, String>) KEY),
                        List.of((ToLongFunctionEx<?>) TIME),
                        TimestampKind.EVENT,
                        SlidingWindowPolicy.tumblingWinPolicy(AdEvents.WINDOW_MILLIS),
                        0L,
                        counted(encoded, where),
                        KeyedWindowResult::new));
        Vertex results = Dag.vertex(dag, workload, "results", () -> new UpSink(where, json));
        dag.edge(Edge.between(source, times).isolated());
        dag.edge(Edge.between(campaigns, count)
                .partitioned(KEY, Partitioner.HASH_CODE)
                .distributed());
        dag.edge(Edge.between(count, results).isolated());
    }

    private static Vertex viewsOfJson(DAG dag, Workload workload, Vertex times) {
        Vertex events = step(dag, workload, "deserialize", AdDag::event, times, Edge::distributed);
        Vertex filter = step(dag, workload, "filter", AdDag::viewEvent, events, Edge::isolated);
        return step(dag, workload, "project", AdDag::ad, filter, Edge::isolated);
    }

    /** A vertex that maps what it gets from another one. */
    private static <A, B> Vertex step(
            DAG dag, Workload workload, String name, FunctionEx<A, B> map, Vertex from, UnaryOperator<Edge> kind) {
        Vertex step = Dag.vertex(dag, workload, name, () -> Processors.mapP(map).get());
        dag.edge(kind.apply(Edge.between(from, step)));
        return step;
    }

    private static Tuple2<AdEvent, Long> event(Tuple2<String, Long> json) {
        return Tuple2.tuple2(AdEvent.parse(json.f0()), json.f1());
    }

    private static Tuple2<AdEvent, Long> viewEvent(Tuple2<AdEvent, Long> event) {
        return event.f0().isView() ? event : null;
    }

    private static Tuple2<String, Long> ad(Tuple2<AdEvent, Long> view) {
        return Tuple2.tuple2(view.f0().ad(), view.f1());
    }

    private static Tuple2<String, Long> view(Tuple2<String, Long> event) {
        String ad = AdEvents.viewedAd(event.f0());
        return ad == null ? null : Tuple2.tuple2(ad, event.f1());
    }

    private static Tuple2<String, Long> campaign(Tuple2<String, Long> view) {
        return Tuple2.tuple2(AdEvents.campaignOf(view.f0()), view.f1());
    }

    /** How many, and when the last one was counted. */
    private static AggregateOperation1<Tuple2<String, Long>, long[], long[]> counted(String workload, String where) {
        return AggregateOperation.withCreate(() -> new long[2])
                .andAccumulate((long[] counted, Tuple2<String, Long> event) -> {
                    counted[0]++;
                    counted[1] = System.nanoTime();
                    record(workload, where, event.f1());
                })
                .andCombine((counted, other) -> {
                    counted[0] += other[0];
                    counted[1] = Math.max(counted[1], other[1]);
                })
                .andExportFinish(long[]::clone);
    }

    private static void record(String workload, String where, long due) {
        Sink sink = SINK.get();
        if (sink == null) {
            sink = Sink.ofAggregate(Workload.decode(workload), Path.of(where));
            SINK.set(sink);
        }
        sink.take(due);
    }
}
