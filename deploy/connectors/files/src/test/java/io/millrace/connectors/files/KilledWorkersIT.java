package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Emitter;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.RunningTopology;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From file by a count to file, exactly once, while worker processes are killed. */
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledWorkersIT {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int FILES = 4;
    private static final int LINES = 200_000;
    private static final int KEYS = 1_000;
    private static final int WORKERS = 3;
    private static final int KILLS = Boolean.getBoolean("millrace.long") ? 100 : 2;

    @TempDir
    private Path directory;

    private Path shared;

    @BeforeEach
    void ownSharedMemory() throws IOException {
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "killed");
    }

    @AfterEach
    void removeSharedMemory() throws IOException {
        try (Stream<Path> all = Files.walk(shared)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** Emits each line with how often its key has come. */
    static final class CountByKey implements StatefulBolt {

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
            long next = count.getOr(0L) + 1;
            count.set(next);
            out.emit(input.getString("line"), next);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "count");
        }
    }

    /** Emits keys in turn, about 20,000 in a second, so that the topology runs for some seconds. */
    static final class PacedKeys implements ReplayableSpout {

        private static final long serialVersionUID = 1L;
        private static final int AT_ONCE = 10;

        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
            next = task.taskIndex();
        }

        @Override
        public void nextTuple() {
            for (int i = 0; i < AT_ONCE && next < LINES; i++) {
                out.emit("key" + next % KEYS);
                next += context.taskCount();
            }
            if (next >= LINES) {
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
            next = (Long) snapshots.get(context.taskIndex());
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("line");
        }
    }

    /** Appends a part of the lines to the files. */
    private static void append(Path input, int part, int parts) throws IOException {
        for (int file = 0; file < FILES; file++) {
            StringBuilder lines = new StringBuilder();
            for (int i = file; i < LINES; i += FILES) {
                if (i / FILES % parts == part) {
                    lines.append("key").append(i % KEYS).append('\n');
                }
            }
            Files.writeString(
                    input.resolve(file + ".txt"), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private static Topology topology(Path input, Path output) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", FileSource.lines(input.toString()), 2);
        builder.setBolt("count", new CountByKey(), 3).fields("lines", "line");
        builder.setBolt("out", FileSink.lines(output.toString()), 2).fields("count", "key");
        return builder.build();
    }

    @Test
    void eachLineCountsOnceAlthoughWorkersAreKilled() throws Exception {
        Path input = Files.createDirectory(directory.resolve("in"));
        Path output = Files.createDirectory(directory.resolve("out"));
        Config engine = Config.empty().with(TopologyKeys.WORKERS, WORKERS).with("ipc.dir", shared);
        SplittableRandom random = new SplittableRandom(1);
        try (Millrace millrace = Millrace.local().processes().config(engine).start()) {
            RunningTopology run = millrace.submit("counts", topology(input, output), snapshots());
            for (int kill = 0; kill < KILLS; kill++) {
                int before = visible(output);
                append(input, kill, KILLS + 1);
                // So each death meets what was not there at the one before
                awaitMore(run, output, before);
                kill(run, random);
            }
            append(input, KILLS, KILLS + 1);
            while (lines(output) < LINES) {
                assertThat(run.awaitCompletion(Duration.ofMillis(50))).isFalse();
            }
            assertThat(run.metrics().workers().stream()
                            .mapToInt(WorkerMetrics::starts)
                            .sum())
                    .as("starts of workers")
                    .isGreaterThan(WORKERS);
        }
        assertExact(output);
    }

    private Config snapshots() throws IOException {
        return Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(100))
                .with(
                        TopologyKeys.STATE_DIR,
                        Files.createDirectory(directory.resolve("state")).toString());
    }

    /** Kills any worker that is up. */
    private static void kill(RunningTopology run, SplittableRandom random) throws InterruptedException {
        List<WorkerMetrics> up = List.of();
        while (up.isEmpty()) {
            run.awaitCompletion(Duration.ofMillis(20));
            up = run.metrics().workers().stream()
                    .filter(WorkerMetrics::registered)
                    .toList();
        }
        ProcessHandle.of(up.get(random.nextInt(up.size())).pid()).ifPresent(ProcessHandle::destroyForcibly);
    }

    private static long lines(Path output) throws IOException {
        long lines = 0;
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.filter(KilledWorkersIT::isVisible).toList()) {
                lines += Files.readAllLines(file).size();
            }
        }
        return lines;
    }

    private static boolean isVisible(Path file) {
        return !file.getFileName().toString().startsWith(".");
    }

    /** Tasks move, with the worker of the coordinator among those that are replaced; then there are more of those that count. */
    @Test
    void eachLineCountsOnceAlthoughTasksMoveAndBecomeMore() throws Exception {
        Path output = Files.createDirectory(directory.resolve("out"));
        Config engine = Config.empty().with(TopologyKeys.WORKERS, WORKERS).with("ipc.dir", shared);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new PacedKeys(), 2);
        builder.setBolt("count", new CountByKey(), 3).fields("lines", "line");
        builder.setBolt("out", FileSink.lines(output.toString()), 2).fields("count", "key");
        try (Millrace millrace = Millrace.local().processes().config(engine).start()) {
            RunningTopology run = millrace.submit("moves", builder.build(), snapshots());
            awaitMore(run, output, 0);
            run.rebalance(new RebalanceRequest(false, null, 2, Map.of()));
            while (!isRescaled(run)) {
                awaitMore(run, output, visible(output));
            }
            assertThat(run.awaitCompletion(Duration.ofSeconds(120))).isTrue();
        }
        assertExact(output);
    }

    /** Whether the request was taken, as no other rebalance was under way. */
    private static boolean isRescaled(RunningTopology run) {
        try {
            return run.rebalance(new RebalanceRequest(false, null, 0, Map.of(), Map.of("count", 5)))
                    .changes();
        } catch (TopologyException e) {
            assertThat(e).hasMessageContaining("is being rebalanced");
            return false;
        }
    }

    private static int visible(Path output) throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            return (int) files.filter(KilledWorkersIT::isVisible).count();
        }
    }

    private static void awaitMore(RunningTopology run, Path output, int before) throws Exception {
        while (visible(output) == before && !run.awaitCompletion(Duration.ofMillis(20))) {
            // The condition is looked at again
        }
    }

    private static void assertExact(Path output) throws IOException {
        Map<String, List<Long>> counts = new HashMap<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.filter(KilledWorkersIT::isVisible).toList()) {
                for (String line : Files.readAllLines(file)) {
                    String[] columns = line.split("\t");
                    counts.computeIfAbsent(columns[0], none -> new ArrayList<>())
                            .add(Long.parseLong(columns[1]));
                }
            }
        }
        assertThat(counts).hasSize(KEYS);
        List<Long> expected =
                Stream.iterate(1L, count -> count + 1).limit(LINES / KEYS).toList();
        counts.forEach((key, all) -> assertThat(all).as(key).containsExactlyInAnyOrderElementsOf(expected));
    }
}
