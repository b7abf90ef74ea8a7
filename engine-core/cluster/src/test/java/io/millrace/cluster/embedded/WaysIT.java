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
import io.millrace.api.metrics.Way;
import io.millrace.api.metrics.WayPart;
import io.millrace.api.metrics.WayStep;
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

/** Ways through two worker processes. */
@Timeout(180)
@ExtendWith(Diagnosis.class)
class WaysIT {

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

    private static void assertAddsUp(Way way) {
        long parts = Stream.of(WayPart.values()).mapToLong(way::nanos).sum();
        assertThat((double) parts).isBetween(0.99 * way.latencyNanos() - 1_000, 1.01 * way.latencyNanos() + 1_000);
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
            AtomicReference<List<Way>> seen = new AtomicReference<>();
            Await.until("ways that cross to a sink in the other worker", MOST, () -> {
                seen.set(cluster.ways("t").ways());
                return seen.get().stream()
                        .anyMatch(way ->
                                way.steps().size() == 3 && way.steps().get(2).nanos(WayPart.DECODE) > 0);
            });
            List<Way> ways = seen.get();
            assertThat(ways).isNotEmpty().allSatisfy(way -> {
                assertAddsUp(way);
                assertThat(way.steps()).extracting(WayStep::component).containsExactly("numbers", "twice", "sink");
                assertThat(way.steps().get(0).nanos(WayPart.DUE)).isPositive();
                assertThat(way.nanos(WayPart.EXECUTE)).isPositive();
            });
            // This is the worker that does not have the spout
            String spouts = ways.get(0).steps().get(0).worker();
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
                    "a way that waited for the stopped worker",
                    MOST,
                    () -> cluster.ways("t").ways().stream().anyMatch(way -> waited(way, other.worker())));
            assertThat(cluster.ways("t").ways()).allSatisfy(WaysIT::assertAddsUp);
        }
    }

    private static boolean waited(Way way, String worker) {
        return way.steps().stream()
                .anyMatch(step -> step.worker().equals(worker)
                        && step.nanos(WayPart.OUTBOX) + step.nanos(WayPart.TRANSIT) + step.nanos(WayPart.INBOX)
                                > SLOW_NANOS);
    }
}
