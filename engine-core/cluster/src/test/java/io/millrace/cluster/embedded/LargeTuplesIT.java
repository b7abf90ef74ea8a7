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
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tuples of 10 MB at full speed through workers with a heap of 256 MiB, to a sink that is slower. */
@Timeout(180)
@ExtendWith(Diagnosis.class)
class LargeTuplesIT {

    private static final boolean LONG_FORM = Boolean.getBoolean("millrace.long");
    private static final int TUPLE_BYTES = 10_000_000;
    private static final long RUN_NANOS = Duration.ofSeconds(LONG_FORM ? 60 : 0).toNanos();

    /** The least number of tuples: they fill more than two heaps. */
    private static final int LEAST_TUPLES = 60;

    /** How often the sink reads a byte. Once is slower than writing where only the first compiler runs. */
    private static final int READS = LONG_FORM ? 5 : 1;

    /** The longest collection by the requirement; asserted only where a pause of the machine is rare beside the run. */
    private static final long MOST_COLLECTION_MILLIS = 200;

    private static Millrace engine;

    @BeforeAll
    static void start() {
        engine = Millrace.local().processes().start();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    /** Emits as fast as possible, for a time. */
    private static final class Flood implements Spout {

        private static final long serialVersionUID = 1L;

        private final boolean tracked;

        /** The time to run, copied here, as the process of a worker does not know the form of the test. */
        private final long runNanos = RUN_NANOS;

        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient LongestCollection collections;
        private transient byte[] line;
        private transient int next;
        private transient long began;

        private Flood(boolean tracked) {
            this.tracked = tracked;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number", "image");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            collections = new LongestCollection(context);
            line = new byte[10_000];
            began = context.nanoTime();
        }

        @Override
        public void nextTuple() {
            collections.tell();
            if (context.nanoTime() - began > runNanos && next >= LEAST_TUPLES) {
                out.finish();
                return;
            }
            int number = next++;
            Object id = tracked ? number : null;
            if (number % 2 == 0) {
                out.emitIntoStream("default", id, TUPLE_BYTES, image -> fill(image, number), number);
            } else {
                byte[] image = new byte[TUPLE_BYTES];
                fill(ByteBuffer.wrap(image), number);
                out.emitTo("default", id, number, image);
            }
        }

        private void fill(ByteBuffer image, int number) {
            while (image.hasRemaining()) {
                line[0] = (byte) number;
                image.put(line);
            }
        }
    }

    /** Reads each byte so often that it takes longer than to write it once. */
    private static final class Slow implements BasicBolt {

        private static final long serialVersionUID = 1L;

        /** Written here, as the process of a worker does not know the form of the test. */
        private final int reads = READS;

        private transient LongestCollection collections;
        private transient long sum;

        @Override
        public void prepare(TaskContext context) {
            collections = new LongestCollection(context);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            ByteBuffer image = input.getBuffer("image");
            byte number = (byte) input.getInt("number");
            if (image.remaining() != TUPLE_BYTES
                    || image.get(0) != number
                    || image.get(TUPLE_BYTES - 10_000) != number) {
                throw new IllegalStateException("image " + number + " is damaged");
            }
            for (int i = 0; i < reads; i++) {
                for (int at = 0; at < TUPLE_BYTES; at += Long.BYTES) {
                    sum += image.getLong(at);
                }
            }
            collections.tell();
        }
    }

    /**
     * Each build has two workers with acks. The long form has one worker too, and tuples without acks: then only the
     * engine's bounds hold.
     */
    static Stream<Arguments> workersAndTracked() {
        return LONG_FORM
                ? Stream.of(Arguments.of(1, false), Arguments.of(2, false), Arguments.of(1, true))
                : Stream.of(Arguments.of(2, true));
    }

    @ParameterizedTest
    @MethodSource("workersAndTracked")
    void passWithoutAnErrorOfMemory(int workers, boolean tracked) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("flood", new Flood(tracked));
        builder.setBolt("slow", new Slow(), 2).shuffle("flood");
        Config config = Config.empty()
                .with(TopologyKeys.WORKERS, workers)
                .with(TopologyKeys.WORKER_HEAP, "256m")
                .with(TopologyKeys.MAX_SPOUT_PENDING_BYTES, 60_000_000L);
        RunningTopology topology = engine.submit("large", builder.build(), config);
        try {
            assertThat(topology.awaitCompletion(Duration.ofSeconds(100))).isTrue();

            TopologyMetrics metrics = topology.metrics();
            long emitted = metrics.sum("flood", TaskMetrics::emitted);
            assertThat(metrics.sum("slow", TaskMetrics::executed))
                    .isEqualTo(emitted)
                    .isPositive();
            assertThat(metrics.sum("flood", TaskMetrics::acked)).isEqualTo(tracked ? emitted : 0);
            assertThat(metrics.sum("flood", TaskMetrics::failed)).isZero();
            assertThat(metrics.sum("slow", TaskMetrics::failed)).isZero();
            assertThat(metrics.workers()).hasSize(workers).allMatch(worker -> worker.starts() == 1);
            assertThat(metrics.workers()).extracting(WorkerMetrics::registered).containsOnly(true);
            List<Long> longest = Stream.of("flood", "slow")
                    .map(component -> metrics.counter(component, LongestCollection.COUNTER))
                    .toList();
            System.out.println(workers + " workers, tracked " + tracked + ": " + emitted
                    + " tuples of 10 MB, longest collections of workers in ms " + longest);
            if (LONG_FORM) {
                assertThat(longest).allMatch(millis -> millis <= MOST_COLLECTION_MILLIS);
            }
        } finally {
            topology.kill();
        }
    }
}
