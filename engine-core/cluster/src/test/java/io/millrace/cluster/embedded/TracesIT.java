// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.Trace;
import io.millrace.api.metrics.TracePart;
import io.millrace.api.metrics.TraceSpan;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Traces through two worker processes. */
@Timeout(180)
@ExtendWith(Diagnosis.class)
class TracesIT {

    private static final Duration MOST = Duration.ofSeconds(60);
    private static final long SLOW_NANOS = 300_000_000;

    /** Emits the next number each millisecond. */
    private static final class Paced implements Spout {
        private static final long serialVersionUID = 1L;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long due;

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
            due = task.nanoTime();
        }

        @Override
        public void nextTuple() {
            if (context.nanoTime() >= due) {
                out.intendedAt(due);
                out.emit(due);
                due += 1_000_000;
            }
            out.idleUntil(due);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }
    }

    /** Emits its input twice. */
    private static final class Twice implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {
            out.emit(input.get(0));
            out.emit(input.get(0));
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }
    }

    private static final class Sink implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {}

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}
    }

    private static void signal(long pid, String signal) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static void assertAddsUp(Trace trace) {
        long parts = Stream.of(TracePart.values()).mapToLong(trace::nanos).sum();
        assertThat((double) parts).isBetween(0.99 * trace.latencyNanos() - 1_000, 1.01 * trace.latencyNanos() + 1_000);
    }

    @Test
    void theyAddUpAndShowTheWorkerThatStoodStill() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Paced());
        builder.setBolt("twice", new Twice()).shuffle("numbers");
        builder.setBolt("sink", new Sink(), 2).shuffle("twice");
        Config config =
                Config.empty().with(TopologyKeys.WORKERS, 2).with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE);
        try (LocalCluster local = LocalCluster.start(Config.empty())) {
            Cluster cluster = local.cluster();
            cluster.submit(new Submission("t", builder.build(), config, null, local.classPath()));
            AtomicReference<List<Trace>> seen = new AtomicReference<>();
            Await.until("traces that cross to a sink in the other worker", MOST, () -> {
                seen.set(cluster.traces("t").traces());
                return seen.get().stream()
                        .anyMatch(trace -> trace.spans().size() == 3
                                && trace.spans().get(2).nanos(TracePart.DECODE) > 0);
            });
            List<Trace> traces = seen.get();
            assertThat(traces).isNotEmpty().allSatisfy(trace -> {
                assertAddsUp(trace);
                assertThat(trace.spans()).extracting(TraceSpan::component).containsExactly("numbers", "twice", "sink");
                assertThat(trace.spans().get(0).nanos(TracePart.DUE)).isPositive();
                assertThat(trace.nanos(TracePart.EXECUTE)).isPositive();
            });
            // This is the worker that does not have the spout
            String spouts = traces.get(0).spans().get(0).worker();
            WorkerMetrics other = cluster.metrics("t").workers().stream()
                    .filter(worker -> !worker.worker().equals(spouts))
                    .findAny()
                    .orElseThrow();
            signal(other.pid(), "STOP");
            try {
                long stopped = System.nanoTime();
                Await.until("a stop that shows", MOST, () -> System.nanoTime() - stopped > 3 * SLOW_NANOS);
            } finally {
                signal(other.pid(), "CONT");
            }
            Await.until(
                    "a trace that waited for the stopped worker",
                    MOST,
                    () -> cluster.traces("t").traces().stream().anyMatch(trace -> waited(trace, other.worker())));
            assertThat(cluster.traces("t").traces()).allSatisfy(TracesIT::assertAddsUp);
        }
    }

    private static boolean waited(Trace trace, String worker) {
        return trace.spans().stream()
                .anyMatch(span -> span.worker().equals(worker)
                        && span.nanos(TracePart.OUTBOX) + span.nanos(TracePart.TRANSIT) + span.nanos(TracePart.INBOX)
                                > SLOW_NANOS);
    }
}
