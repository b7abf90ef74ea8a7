// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.hop;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.time.Duration;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a hop from a bolt to a bolt costs, from the emission until the target has executed the tuple: 100 bytes and a
 * number, anchored to the input. One input of the first bolt leads to {@link #HOPS_PER_INPUT} hops, so that what comes
 * before counts for little.
 *
 * <p>One thread gives turns to the executors at both ends, with simulated time. So the figure is the CPU time of both
 * ends, without waiting, and without what two processors pay for a cache line that both use. The options of the JVM are
 * those of a worker. With {@code -prof gc} it prints the allocated bytes.
 */
@Warmup(iterations = 5, time = 1)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xmx256m", "-XX:+UseSerialGC", "-XX:+UseCondCardMark"})
public class HopMicroBenchmark extends MicroBenchmark {

    private static final int TUPLES = 100_000;

    /** A divisor of the most calls in a turn, so that a turn sends as many tuples as a turn takes. */
    private static final int HOPS_PER_INPUT = 32;

    /** The tuples that the target has executed, all on the thread that measures. */
    private static long executed;

    /** Both bolts in one executor, in two executors of a worker, and in two workers of a node. */
    @Param({"direct", "queue", "ring"})
    public String by;

    @Param({"at-most-once", "at-least-once"})
    public String guarantee;

    private SteppedTopology topology;
    private List<Executor> executors;

    @Setup
    public void setUp() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Source(), 1);
        builder.setBolt("from", new From(), 1).shuffle("source");
        builder.setBolt("to", new To(), 1).shuffle("from");
        Topology built = builder.build();
        SteppedTopologyBuilder stepped = SteppedTopology.of(built)
                .config(Config.empty().with(TopologyKeys.GUARANTEE.name(), guarantee))
                .executors(by.equals("queue") ? 2 : 1);
        topology = (by.equals("ring") ? stepped.workers(2) : stepped).start();
        executors = new TaskPlan(built)
                .tasks().stream().map(topology::executorOf).distinct().toList();
    }

    @TearDown
    public void tearDown() {
        topology.close();
    }

    @Benchmark
    @OperationsPerInvocation(TUPLES)
    public long hop() {
        long end = executed + TUPLES;
        // Time passes as fast as real tuples flow: the pace decides how many are followed
        topology.elapse(Duration.ofNanos(TUPLES * 100L));
        while (executed < end) {
            for (Executor each : executors) {
                each.doWork();
            }
        }
        return executed;
    }

    /** Numbers, for ever. */
    static final class Source implements Spout {

        private static final long serialVersionUID = 1L;

        private transient SpoutCollector collector;

        @Override
        public void declareOutputs(OutputDeclarer outputs) {
            outputs.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {
            collector = out;
        }

        @Override
        public void nextTuple() {
            collector.emitTracked(1L, 1L);
        }
    }

    /** Emits tuples for each input. */
    static final class From implements BasicBolt {

        private static final long serialVersionUID = 1L;
        private static final byte[] PAYLOAD = new byte[100];

        @Override
        public void declareOutputs(OutputDeclarer outputs) {
            outputs.declare("payload", "number");
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            for (int i = 0; i < HOPS_PER_INPUT; i++) {
                out.emit(PAYLOAD, 1L);
            }
        }
    }

    /** Counts. It has an output, so that no end-to-end latency is measured there. */
    static final class To implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer outputs) {
            outputs.declare("none");
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            executed += tuple.getLong(1) & 1;
        }
    }
}
