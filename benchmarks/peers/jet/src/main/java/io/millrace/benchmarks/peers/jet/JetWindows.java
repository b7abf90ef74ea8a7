// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.FunctionEx;
import com.hazelcast.function.SupplierEx;
import com.hazelcast.function.ToLongFunctionEx;
import com.hazelcast.jet.accumulator.LongAccumulator;
import com.hazelcast.jet.aggregate.AggregateOperation1;
import com.hazelcast.jet.aggregate.AggregateOperations;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.EventTimePolicy;
import com.hazelcast.jet.core.Partitioner;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.SlidingWindowPolicy;
import com.hazelcast.jet.core.TimestampKind;
import com.hazelcast.jet.core.Vertex;
import com.hazelcast.jet.core.WatermarkPolicy;
import com.hazelcast.jet.core.processor.Processors;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import com.hazelcast.jet.datamodel.Tuple2;
import com.hazelcast.jet.datamodel.Tuple3;
import io.millrace.benchmarks.windows.EventSequence;
import io.millrace.benchmarks.windows.Job;
import io.millrace.benchmarks.windows.WindowEngine;
import io.millrace.benchmarks.windows.WindowShape;
import java.nio.file.Path;
import java.util.List;

/**
 * Hazelcast Jet: this process is the only member. An event is a {@link Tuple3} of key, time and value. Windows are
 * computed in one stage, which Jet calls single-stage: a second one saves traffic between members, of which there are
 * none.
 */
public final class JetWindows implements WindowEngine {

    /** The number that Jet's pipelines choose for sessions. */
    private static final int WATERMARKS_PER_GAP = 100;

    private static final FunctionEx<Tuple3<Long, Long, Long>, Long> KEY = Tuple3::f0;
    private static final ToLongFunctionEx<Tuple3<Long, Long, Long>> TIME = Tuple3::f1;

    @Override
    public String name() {
        return "jet";
    }

    @Override
    public AutoCloseable start(Job job, Path directory) throws Exception {
        List<String> addresses = JetEngine.freeAddresses(1);
        HazelcastInstance member = Member.start(addresses.get(0), addresses);
        try {
            member.getJet().newJob(dag(job, directory), JetEngine.config(job.promise()));
        } catch (RuntimeException e) {
            member.getLifecycleService().terminate();
            throw e;
        }
        return () -> member.getLifecycleService().terminate();
    }

    private static DAG dag(Job job, Path directory) {
        String encoded = job.encode();
        String where = directory.toString();
        WindowShape shape = job.shape();
        long stride = shape == WindowShape.SESSION ? shape.sizeMillis() / WATERMARKS_PER_GAP : shape.slideMillis();
        EventTimePolicy<Tuple3<Long, Long, Long>> time = EventTimePolicy.eventTimePolicy(
                TIME,
                WatermarkPolicy.limitingLag(EventSequence.LATENESS_MILLIS),
                stride,
                0,
                EventTimePolicy.DEFAULT_IDLE_TIMEOUT);
        DAG dag = new DAG();
        Vertex events = vertex(dag, "events", () -> new Events(encoded, where, time));
        Vertex windows = vertex(dag, "windows", windows(shape));
        Vertex results = vertex(dag, "results", () -> new Results(encoded, where));
        dag.edge(Edge.between(events, windows).partitioned(KEY, Partitioner.HASH_CODE));
        dag.edge(Edge.between(windows, results).isolated());
        return dag;
    }

    private static SupplierEx<Processor> windows(WindowShape shape) {
        AggregateOperation1<Tuple3<Long, Long, Long>, Tuple2<LongAccumulator, LongAccumulator>, Tuple2<Long, Long>>
                all = AggregateOperations.allOf(
                        AggregateOperations.counting(), AggregateOperations.summingLong(Tuple3::f2));
        if (shape == WindowShape.SESSION) {
            return Processors.aggregateToSessionWindowP(
                    shape.sizeMillis(),
                    0L,
                    List.of((ToLongFunctionEx<?>) TIME),
                    List.of((FunctionEx<?, Long>) KEY),
                    all,
                    KeyedWindowResult::new);
        }
        return Processors.aggregateToSlidingWindowP(
                List.of((FunctionEx<?, Long>) KEY),
                List.of((ToLongFunctionEx<?>) TIME),
                TimestampKind.EVENT,
                SlidingWindowPolicy.slidingWinPolicy(shape.sizeMillis(), shape.slideMillis()),
                0L,
                all,
                KeyedWindowResult::new);
    }

    private static Vertex vertex(DAG dag, String name, SupplierEx<Processor> processor) {
        return dag.newVertex(name, processor).localParallelism(Job.TASKS);
    }
}
