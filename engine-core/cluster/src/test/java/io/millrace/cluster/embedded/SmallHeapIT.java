// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RunningTopology;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import java.time.Duration;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A source that is a hundred times faster than the downstream bolt, in worker processes whose heap holds a small part
 * of its emissions: a worker that let tuples accumulate would run out of memory.
 */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class SmallHeapIT {

    private static final int HEAP_MIB = 32;
    private static final int PAYLOAD_BYTES = 16 << 10;

    /** The number of tuples, which fill four heaps. */
    private static final int TUPLES = 4 * (HEAP_MIB << 20) / PAYLOAD_BYTES;

    /** The number of large tuples, which fill four of the default heaps. */
    private static final int LARGE_TUPLES = 100;

    private static final int INBOX = 128;

    private static Millrace engine;

    @BeforeAll
    static void start() {
        engine = Millrace.local().processes().start();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    /** Emits as fast as possible. */
    private static final class Flood implements Spout {

        private static final long serialVersionUID = 1L;

        private final boolean tracked;
        private final int tuples;
        private final int payloadBytes;
        private transient SpoutCollector out;
        private transient long next;

        private Flood(boolean tracked, int tuples, int payloadBytes) {
            this.tracked = tracked;
            this.tuples = tuples;
            this.payloadBytes = payloadBytes;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("payload");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next == tuples) {
                out.finish();
            } else if (tracked) {
                out.emitTracked(next++, new byte[payloadBytes]);
            } else {
                next++;
                out.emit(new byte[payloadBytes]);
            }
        }
    }

    /** Spends much more time on a payload than its creation takes. */
    private static final class Slow implements BasicBolt {

        private static final long serialVersionUID = 1L;
        private static final int TIMES = 50;

        @Override
        public void execute(Tuple input, Emitter out) {
            CRC32 sum = new CRC32();
            for (int i = 0; i < TIMES; i++) {
                sum.update(input.getBytes(0));
            }
        }
    }

    private static Topology topology(boolean tracked, int tuples, int payloadBytes) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("flood", new Flood(tracked, tuples, payloadBytes));
        builder.setBolt("slow", new Slow(), 2).shuffle("flood");
        return builder.build();
    }

    /** Each build has two workers with acks; -Plong also has one worker, and no acks. */
    static Stream<Arguments> workersAndTracked() {
        return Boolean.getBoolean("millrace.long")
                ? Stream.of(
                        Arguments.of(1, false), Arguments.of(1, true), Arguments.of(2, false), Arguments.of(2, true))
                : Stream.of(Arguments.of(2, true));
    }

    @ParameterizedTest
    @MethodSource("workersAndTracked")
    void aSlowBoltThrottlesItsSourceAndMemoryStaysBounded(int workers, boolean tracked) throws Exception {
        Config config = Config.empty()
                .with(TopologyKeys.WORKERS, workers)
                .with(TopologyKeys.INBOX, INBOX)
                .with("topology.worker.heap", HEAP_MIB + "m");
        requireBounded(workers, tracked, TUPLES, PAYLOAD_BYTES, config);
    }

    /** A queue of tuples, or an inbox, would hold more than 10 GB of these. */
    @Tag("long")
    @ParameterizedTest
    @MethodSource("workersAndTracked")
    void tuplesOf10MbPassThroughTheDefaultHeap(int workers, boolean tracked) throws Exception {
        Config config = Config.empty().with(TopologyKeys.WORKERS, workers).with("topology.worker.heap", "256m");
        requireBounded(workers, tracked, LARGE_TUPLES, 10_000_000, config);
    }

    private static void requireBounded(int workers, boolean tracked, int tuples, int payloadBytes, Config config)
            throws Exception {
        RunningTopology topology = engine.submit("flood", topology(tracked, tuples, payloadBytes), config);
        try {
            assertThat(topology.awaitCompletion(Duration.ofSeconds(60))).isTrue();

            TopologyMetrics metrics = topology.metrics();
            assertThat(metrics.sum("slow", TaskMetrics::executed)).isEqualTo(tuples);
            assertThat(metrics.sum("flood", TaskMetrics::acked)).isEqualTo(tracked ? tuples : 0);
            assertThat(metrics.sum("flood", TaskMetrics::failed)).isZero();
            assertThat(metrics.workers()).hasSize(workers).allMatch(worker -> worker.starts() == 1);
            assertThat(metrics.workers()).extracting(WorkerMetrics::registered).containsOnly(true);
        } finally {
            topology.kill();
        }
    }
}
