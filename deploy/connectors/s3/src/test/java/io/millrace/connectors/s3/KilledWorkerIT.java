// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Emitter;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.RunningTopology;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.connectors.files.FileSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two worker processes with snapshots in an object store, of which one is killed. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledWorkerIT {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int KEYS = 100;
    private static final int EACH = 100;

    @TempDir
    private Path directory;

    private Path shared;

    @BeforeEach
    void ownSharedMemory() throws IOException {
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "killed-s3");
    }

    @AfterEach
    void removeSharedMemory() throws IOException {
        try (Stream<Path> all = Files.walk(shared)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** Emits keys in turn, about 10,000 in a second. */
    static final class Keys implements ReplayableSpout {

        private static final long serialVersionUID = 1L;
        private static final int AT_ONCE = 10;

        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            for (int i = 0; i < AT_ONCE && next < KEYS * EACH; i++) {
                out.emit(next++ % KEYS);
            }
            if (next == KEYS * EACH) {
                out.finish();
            }
            out.idleUntil(context.nanoTime() + 1_000_000);
        }

        @Override
        public Object snapshot() {
            return next;
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Long) snapshots.get(0);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key");
        }
    }

    static final class Count implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);

        private transient ValueState<Long> count;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void prepare(TaskContext context) {
            count = context.state(COUNT);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            count.set(count.getOr(0L) + 1);
            out.emit(input.getLong("key"), count.getOr(0L));
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "count");
        }
    }

    @Tag("long")
    @Test
    void countsAreRightAfterAWorkerWasKilled() throws Exception {
        Path output = Files.createDirectory(directory.resolve("out"));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("keys", new Keys());
        builder.setBolt("count", new Count(), 2).fields("keys", "key");
        builder.setBolt("out", FileSink.lines(output.toString())).blocking().shuffle("count");
        Config engine = Config.empty().with(TopologyKeys.WORKERS, 2).with("ipc.dir", shared);
        try (S3Server server = new S3Server();
                Millrace millrace = Millrace.local().processes().config(engine).start()) {
            Config exactlyOnce = Config.empty()
                    .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                    .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(100))
                    .with(
                            TopologyKeys.STATE_DIR,
                            S3Server.location(server.port(), "counts", "").toString());
            RunningTopology run = millrace.submit("counts", builder.build(), exactlyOnce);
            while (lines(output).isEmpty()) {
                assertThat(run.awaitCompletion(Duration.ofMillis(20))).isFalse();
            }
            WorkerMetrics victim = run.metrics().workers().get(1);
            ProcessHandle.of(victim.pid()).orElseThrow().destroyForcibly();
            assertThat(run.awaitCompletion(Duration.ofSeconds(60))).isTrue();
            assertThat(run.metrics().workers().stream()
                            .mapToInt(WorkerMetrics::starts)
                            .sum())
                    .as("starts of workers")
                    .isGreaterThan(2);
        }
        List<String> expected = IntStream.range(0, KEYS * EACH)
                .mapToObj(i -> i % KEYS + "\t" + (i / KEYS + 1))
                .toList();
        assertThat(lines(output)).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<String> lines(Path output) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.filter(each -> !each.getFileName().toString().startsWith("."))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }
}
