// SPDX-License-Identifier: Apache-2.0
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
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Counts keys into files, exactly once, while tasks move between worker processes. */
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MovedTasksIT {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int LINES = 200_000;
    private static final int KEYS = 1_000;
    private static final int WORKERS = 3;

    @TempDir
    private Path directory;

    private Path shared;

    @BeforeEach
    void ownSharedMemory() throws IOException {
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "moved");
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

    private Config snapshots() throws IOException {
        return Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(100))
                .with(TopologyKeys.EXECUTORS, 2)
                .with(
                        TopologyKeys.STATE_DIR,
                        Files.createDirectory(directory.resolve("state")).toString());
    }

    private static boolean isVisible(Path file) {
        return !file.getFileName().toString().startsWith(".");
    }

    /**
     * Tasks move, with the worker of the coordinator among those that are replaced; then those that count share an
     * executor in each worker; then there are more of them.
     */
    @Tag("long")
    @Test
    void eachLineCountsOnceAlthoughTasksMoveShareExecutorsAndBecomeMore() throws Exception {
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
            RebalanceReport regrouped = taken(run, output, new RebalanceRequest(false, null, 0, Map.of("count", 1)));
            assertThat(regrouped.workers().regrouping()).isNotEmpty();
            assertThat(regrouped.workers().starting()).isEmpty();
            taken(run, output, new RebalanceRequest(false, null, 0, Map.of(), Map.of("count", 5)));
            assertThat(run.awaitCompletion(Duration.ofSeconds(120))).isTrue();
        }
        assertExact(output);
    }

    /** Asks until no other rebalance is under way. */
    private static RebalanceReport taken(RunningTopology run, Path output, RebalanceRequest request) throws Exception {
        while (true) {
            try {
                return run.rebalance(request);
            } catch (TopologyException e) {
                assertThat(e).hasMessageContaining("is being rebalanced");
                awaitMore(run, output, visible(output));
            }
        }
    }

    private static int visible(Path output) throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            return (int) files.filter(MovedTasksIT::isVisible).count();
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
            for (Path file : files.filter(MovedTasksIT::isVisible).toList()) {
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
