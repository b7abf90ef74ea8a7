// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.metrics;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a tuple costs from a source to a sink, two tasks each on two executors, without any other thread and with
 * simulated time: so runs differ by little, and reading the clock costs nothing. In a worker the latencies' clock
 * readings come on top: one in three microseconds at most.
 */
@Warmup(iterations = 5, time = 1)
@Fork(5)
public class MetricsMicroBenchmark extends MicroBenchmark {

    private static final int TUPLES = 100_000;

    /** The tuples that the sinks have received, all on the thread that measures. */
    private static long received;

    @Param({"full", "counts"})
    public String metrics;

    @Param({"at-most-once", "exactly-once"})
    public String guarantee;

    private SteppedTopology topology;

    @Setup
    public void setUp() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Source(), 2).allowUnreplayable();
        builder.setBolt("sink", new Sink(), 2).shuffle("source");
        topology = SteppedTopology.of(builder.build())
                .config(Config.empty()
                        .with(TopologyKeys.GUARANTEE.name(), guarantee)
                        .with(TopologyKeys.METRICS, MetricsDetail.valueOf(metrics.toUpperCase())))
                .executors(2)
                .start();
    }

    @TearDown
    public void tearDown() {
        topology.close();
    }

    @Benchmark
    @OperationsPerInvocation(TUPLES)
    public long tuple() {
        long end = received + TUPLES;
        // Time passes as fast as real tuples flow: the pace decides how many are followed
        topology.elapse(Duration.ofNanos(TUPLES * 150L));
        while (received < end) {
            topology.step();
        }
        return received;
    }

    /** A hundred bytes and a time, for ever. */
    static final class Source implements Spout {

        private static final long serialVersionUID = 1L;
        private static final byte[] PAYLOAD = new byte[100];

        private transient SpoutCollector collector;

        @Override
        public void declareOutputs(OutputDeclarer outputs) {
            outputs.declare("payload", "time");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {
            collector = out;
        }

        @Override
        public void nextTuple() {
            collector.emit(PAYLOAD, 1L);
        }
    }

    /** Counts. */
    static final class Sink implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple tuple, Emitter out) {
            received += tuple.getLong(1) & 1;
        }
    }
}
