// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.millrace.api.Counter;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerCountersTest {

    private static final TaskPlan PLAN =
            new TaskPlan(Specs.topology(Specs.spec("read", 2), Specs.sink("z\u00E4hle", 2, "read")));

    @TempDir
    private Path directory;

    @Test
    void everyFigureHasAPlaceOfItsOwn() {
        assertThat(TaskFigure.values())
                .extracting(MetricsDescriptor::offset)
                .doesNotHaveDuplicates()
                .allMatch(at -> at < MetricsDescriptor.TASK_ID || at == MetricsDescriptor.SLOW_CALLS);
        assertThat(ExecutorFigure.values())
                .extracting(MetricsDescriptor::offset)
                .doesNotHaveDuplicates()
                .allMatch(at -> at < MetricsDescriptor.EXECUTOR_STRIDE);
    }

    @Test
    void whatIsCountedIsReadInMemoryAndThroughTheFile() throws IOException {
        Path file = directory.resolve("metrics");
        WorkerCounters inFile = WorkerCounters.inFile(file, "w\u00FC", 7, PLAN, List.of(List.of(3, 4), List.of(1)));
        WorkerCounters inMemory = WorkerCounters.inMemory("w\u00FC", 7, PLAN, List.of(List.of(3, 4), List.of(1)));
        MetricsFile reader = MetricsFile.open(file);

        for (WorkerCounters counters : List.of(inFile, inMemory)) {
            count(counters);
        }

        check(inMemory.snapshot(99));
        check(inFile.snapshot(99));
        check(reader.read(99));
        assertThat(reader.worker()).isEqualTo("w\u00FC");
        assertThat(reader.epoch()).isEqualTo(7);
        assertThat(reader.pid()).isEqualTo(ProcessHandle.current().pid());
    }

    @Test
    void countsAloneAreTheSameCountsWithoutTheRest() throws IOException {
        Path file = directory.resolve("metrics");
        count(WorkerCounters.inFile(file, "w1", 7, PLAN, List.of(List.of(3, 4), List.of(1))));
        WorkerSnapshot full = MetricsFile.open(file).read(99);
        WorkerSnapshot counts = MetricsFile.open(file).read(99, MetricsDetail.COUNTS);

        assertThat(counts)
                .usingRecursiveComparison()
                .ignoringFields(
                        "work.tasks.queueWait",
                        "work.tasks.execute",
                        "work.tasks.endToEnd",
                        "exchange.traffic",
                        "exchange.stages",
                        "exchange.endToEnd")
                .isEqualTo(full);
        assertThat(counts.traffic()).isEmpty();
        assertThat(counts.stages()).isEmpty();
        assertThat(counts.exchange().endToEnd()).isEmpty();
        assertThat(full.traffic()).isNotEmpty();
        assertThat(counts.tasks()).extracting(TaskMetrics::execute).containsOnly(LatencySummary.NONE);
    }

    @Test
    void anOpenFileIsReadOnAfterItWasRemoved() throws IOException {
        Path file = directory.resolve("metrics");
        WorkerCounters counters = WorkerCounters.inFile(file, "w1", 1, PLAN, List.of(List.of(1)));
        MetricsFile reader = MetricsFile.open(file);
        Files.delete(file);

        counters.task(1).add(TaskFigure.EMITTED, 5);

        assertThat(reader.read(0).tasks().get(0).emitted()).isEqualTo(5);
    }

    @Test
    void whichTasksAreFinishedCanBeReadAlone() throws IOException {
        Path file = directory.resolve("metrics");
        WorkerCounters counters = WorkerCounters.inFile(file, "w1", 1, PLAN, List.of(List.of(3, 4), List.of(1)));
        MetricsFile reader = MetricsFile.open(file);

        assertThat(reader.finishedTasks()).isEmpty();
        counters.task(4).finish();

        assertThat(reader.finishedTasks()).containsExactly(4);
    }

    @Test
    void onlyTheOwnerMayReadTheFileAndAllOfItExists() throws IOException {
        Path file = directory.resolve("metrics");
        WorkerCounters.inFile(file, "w1", 1, PLAN, List.of(List.of(1, 2), List.of(3), List.of(4)));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(((Number) Files.getAttribute(file, "unix:size")).longValue()).isGreaterThan(20_000);
        assertThatThrownBy(() -> WorkerCounters.inFile(file, "w1", 1, PLAN, List.of(List.of(1))))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void countersOfDifferentThreadsDoNotShareLines() {
        assertThat(MetricsDescriptor.HEAD_BYTES % 128).isZero();
        for (Section section : List.of(Section.EXECUTORS, Section.TASKS, Section.SINKS, Section.INFLOWS)) {
            assertThat(section.stride % 128).isZero();
        }
    }

    @Test
    void edgesOfDifferentTasksDoNotShareLines() throws IOException {
        Path file = directory.resolve("metrics");
        WorkerCounters.inFile(file, "w1", 1, PLAN, List.of(List.of(1), List.of(2)));
        ByteBuffer memory = ByteBuffer.wrap(Files.readAllBytes(file));
        int[] lines = new int[3];
        for (int i = 0; i < Section.EDGES.count(memory); i++) {
            int edge = Section.EDGES.block(memory, i);
            int source = MetricsMemory.plainGetInt(memory, edge + MetricsDescriptor.EDGE_SOURCE);
            lines[source] = source == 0 ? 0 : edge / 128;
        }
        assertThat(lines[1]).isPositive().isNotEqualTo(lines[2]);
    }

    @Test
    void aWorkerOfAHundredTasksTakesAFewMegabytes() throws IOException {
        TaskPlan plan = new TaskPlan(Specs.topology(Specs.spec("read", 100), Specs.sink("count", 100, "read")));
        List<Integer> here = IntStream.rangeClosed(51, 150).boxed().toList();
        Path file = directory.resolve("metrics");
        WorkerCounters.inFile(file, "w1", 1, plan, List.of(here));

        assertThat(Files.size(file)).isLessThan(4_000_000);
    }

    @Test
    void whatNoFileCanHoldIsRefused() {
        TaskPlan plan = new TaskPlan(Specs.topology(Specs.spec("read", 9000), Specs.sink("count", 9000, "read")));
        assertThatThrownBy(() -> WorkerCounters.inMemory("w1", 1, plan, List.of(plan.tasks())))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith("the metrics of worker w1 would take 291")
                .hasMessageContaining("18000 tasks")
                .hasMessageContaining("81000000 pairs with tasks that they send to and get 9000 streams")
                .hasMessageEndingWith("the bound is 2147483647: use more workers or fewer tasks");
    }

    @Test
    void latenciesComeBackWithinTheirPrecision() {
        WorkerCounters counters = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(3)));
        LatencyRecorder recorder = counters.task(3).endToEnd();
        for (int i = 1; i <= 100_000; i++) {
            recorder.record(i * 1000L);
        }
        recorder.record(-3);

        LatencySummary summary = Latencies.summary(
                Latencies.decode(counters.snapshot(0).exchange().endToEnd()));

        assertThat(summary.count()).isEqualTo(100_001);
        assertThat((double) summary.p50Nanos()).isCloseTo(50e6, within(0.032 * 50e6));
        assertThat((double) summary.p90Nanos()).isCloseTo(90e6, within(0.032 * 90e6));
        assertThat((double) summary.p99Nanos()).isCloseTo(99e6, within(0.032 * 99e6));
        assertThat((double) summary.p999Nanos()).isCloseTo(99.9e6, within(0.032 * 99.9e6));
        assertThat((double) summary.maxNanos()).isCloseTo(100e6, within(0.01 * 100e6));
    }

    @Test
    void hoursAreMeasuredToo() {
        WorkerCounters counters = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(3)));
        counters.task(3).endToEnd().record(3 * 3_600_000_000_000L);
        counters.task(3).endToEnd().record(Long.MAX_VALUE);

        LatencySummary summary = Latencies.summary(
                Latencies.decode(counters.snapshot(0).exchange().endToEnd()));

        assertThat((double) summary.p50Nanos()).isCloseTo(1.08e13, within(0.032 * 1.08e13));
        assertThat(summary.maxNanos()).isGreaterThan(9 * 3_600_000_000_000L);
    }

    @Test
    void nothingMeasuredGivesNone() {
        WorkerCounters counters = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(1)));

        assertThat(Latencies.summary(
                        Latencies.decode(counters.snapshot(0).exchange().endToEnd())))
                .isEqualTo(LatencySummary.NONE);
        assertThatThrownBy(() -> Latencies.decode(new byte[3])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ownMetricsOfAllKindsAreReadFromTheFile() throws IOException {
        Path file = directory.resolve("own");
        WorkerCounters counters =
                WorkerCounters.inFile(file, "w1", 1, PLAN, List.of(List.of(1), List.of(3)), 0, 1 << 16);
        TaskCounters one = counters.task(1);
        TaskCounters other = counters.task(3);
        for (int i = 0; i < 100; i++) {
            one.counter("c" + i).add(i);
        }
        other.counter("c1").set(-5);
        other.gauge("load").set(0.25);
        other.gauge("unknown").set(Double.NaN);
        String longest = "\u00FC".repeat(128);
        for (int nanos = 1; nanos <= 1000; nanos++) {
            other.timer(longest).record(nanos * 1000L);
        }
        assertThat(one.counter("c3")).isSameAs(one.counter("c3"));
        assertThat(other.timer(longest)).isSameAs(other.timer(longest));

        WorkerSnapshot read = MetricsFile.open(file).read(9);

        TaskMetrics first = read.tasks().get(0);
        assertThat(first.counters()).hasSize(100).containsEntry("c99", 99L);
        assertThat(first.gauges()).isEmpty();
        TaskMetrics second = read.tasks().get(1);
        assertThat(second.counters()).isEqualTo(Map.of("c1", -5L));
        assertThat(second.gauges()).isEqualTo(Map.of("load", 0.25));
        LatencySummary timer = second.timers().get(longest);
        assertThat(timer.count()).isEqualTo(1000);
        assertThat((double) timer.p50Nanos()).isCloseTo(500_000, within(0.032 * 500_000));
        assertThat(timer.maxNanos()).isGreaterThanOrEqualTo(1_000_000L);
        assertThat(MetricsFile.open(file)
                        .read(9, MetricsDetail.COUNTS)
                        .tasks()
                        .get(1)
                        .timers())
                .isEmpty();
    }

    @Test
    void ownMetricsThatDoNotFitAreRefused() {
        TaskCounters task = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(1)), 0, 1000)
                .task(1);
        for (int i = 0; i < 8; i++) {
            task.counter("c" + i);
        }
        assertThatThrownBy(() -> task.counter("one more"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("task 1 of 'read' asks for a counter 'one more', which needs 128 bytes where 0 of 1024 are"
                        + " free in its worker: raise topology.metrics.custom.bytes");
        assertThatThrownBy(() -> task.timer("t")).hasMessageContaining("asks for a timer 't', which needs 10");
        assertThatThrownBy(() -> task.gauge("c1"))
                .hasMessage("task 1 of 'read' asks for a gauge 'c1' and has another metric of that name: choose another"
                        + " name");
        assertThatThrownBy(() -> task.counter("x".repeat(257))).hasMessageContaining("takes 257 bytes: take 1 to 256");
        assertThatThrownBy(() -> task.counter("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void damagedOwnMetricsAreLeftOut() throws IOException {
        Path file = directory.resolve("damaged");
        WorkerCounters counters = WorkerCounters.inFile(file, "w1", 1, PLAN, List.of(List.of(1)), 0, 4096);
        counters.task(1).counter("one").add(1);
        counters.task(1).counter("two").add(2);
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer memory = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int second = Section.CUSTOM.block(memory, 1);
        int[][] changes = {{0, 64}, {0, 1 << 30}, {4, 9}, {8, 7}, {8, -1}, {12, -1}, {12, 1 << 30}};
        for (int[] change : changes) {
            ByteBuffer changed = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
            changed.putInt(second + change[0], change[1]);
            Files.write(file, changed.array());
            assertThat(MetricsFile.open(file).read(0).tasks().get(0).counters())
                    .as("%d at %d", change[1], change[0])
                    .isEqualTo(Map.of("one", 1L));
        }
    }

    @Test
    void aTaskOfAnotherWorkerHasNoCountersHere() {
        WorkerCounters counters = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(1)));
        assertThatThrownBy(() -> counters.task(2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(5))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void filesThatAreNoMetricsAreRefused() throws IOException {
        Path file = directory.resolve("metrics");
        assertThatThrownBy(() -> MetricsFile.open(file)).isInstanceOf(IOException.class);
        Files.write(file, new byte[50]);
        refused(file, "has 50 bytes: it is no metrics file");
        Files.write(file, new byte[5000]);
        refused(file, "has no magic word");

        Path good = directory.resolve("good");
        WorkerCounters.inFile(good, "w1", 1, PLAN, List.of(List.of(1, 2, 3)));
        byte[] bytes = Files.readAllBytes(good);
        int another = MetricsDescriptor.VERSION + 1;
        damaged(
                file,
                bytes,
                MetricsDescriptor.VERSION_OFFSET,
                another,
                "has layout " + another + ", this program reads " + MetricsDescriptor.VERSION);
        for (Section section : Section.values()) {
            int head = MetricsDescriptor.SECTIONS_OFFSET + section.ordinal() * MetricsDescriptor.SECTION_BYTES;
            damaged(file, bytes, head + MetricsDescriptor.SECTION_COUNT, 500_000_000, "contradicts itself");
            damaged(file, bytes, head + MetricsDescriptor.SECTION_COUNT, -1, "contradicts itself");
            damaged(file, bytes, head + MetricsDescriptor.SECTION_START, -8, "contradicts itself");
            damaged(file, bytes, head + MetricsDescriptor.SECTION_START, 1 << 30, "contradicts itself");
            damaged(file, bytes, head + MetricsDescriptor.SECTION_STRIDE, 8 * 17, "contradicts itself");
        }
        ByteBuffer memory = ByteBuffer.wrap(bytes);
        for (int wrong : new int[] {-1, 1_000_000}) {
            int name = Section.NAMES.block(memory, 0);
            damaged(file, bytes, name + MetricsDescriptor.NAME_START, wrong, "contradicts itself");
            damaged(file, bytes, name + MetricsDescriptor.NAME_BYTES, wrong, "contradicts itself");
            int task = Section.TASKS.block(memory, 1);
            damaged(file, bytes, task + MetricsDescriptor.COMPONENT, wrong, "contradicts itself");
            damaged(file, bytes, task + MetricsDescriptor.EXECUTOR, wrong, "contradicts itself");
            int edge = Section.EDGES.block(memory, 1);
            damaged(file, bytes, edge + MetricsDescriptor.EDGE_STREAM, wrong, "contradicts itself");
            damaged(file, bytes, edge + MetricsDescriptor.EDGE_TARGET_COMPONENT, wrong, "contradicts itself");
            int inflow = Section.INFLOWS.block(memory, 0);
            damaged(file, bytes, inflow + MetricsDescriptor.INFLOW_TASK, wrong, "contradicts itself");
            damaged(file, bytes, inflow + MetricsDescriptor.INFLOW_SOURCE, wrong, "contradicts itself");
            damaged(file, bytes, inflow + MetricsDescriptor.INFLOW_STREAM, wrong, "contradicts itself");
            int sink = Section.SINKS.block(memory, 0);
            damaged(file, bytes, sink + MetricsDescriptor.SINK_TASK, wrong, "contradicts itself");
        }
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));
        refused(file, "contradicts itself");
    }

    private static void damaged(Path file, byte[] good, int at, int value, String message) throws IOException {
        Files.write(file, good);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer word = ByteBuffer.allocate(4);
            MetricsMemory.plainPutInt(word, 0, value);
            channel.write(word, at);
        }
        refused(file, message);
    }

    private static void refused(Path file, String message) {
        assertThatThrownBy(() -> MetricsFile.open(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("metrics file " + file)
                .hasMessageContaining(message);
    }

    private static void count(WorkerCounters counters) {
        ExecutorCounters executor = counters.executor(0);
        for (LinkKind kind : LinkKind.values()) {
            executor.addSent(kind, kind.ordinal() + 1);
            executor.addReceived(kind, kind.ordinal() + 5);
        }
        executor.addDropped(9);
        executor.add(ExecutorFigure.BUSY_NANOS, 10);
        executor.add(ExecutorFigure.BACK_PRESSURED_NANOS, 12);
        executor.add(ExecutorFigure.IDLE_NANOS, 11);
        executor.set(ExecutorFigure.QUEUE_CAPACITY, 13);
        executor.set(ExecutorFigure.RING_BYTES, 14);
        executor.set(ExecutorFigure.QUEUED, 15);
        executor.set(ExecutorFigure.RING_USED_BYTES, 16);
        executor.set(ExecutorFigure.RING_FULL_EVENTS, 17);
        executor.set(ExecutorFigure.RING_SKIPS, 18);
        counters.executor(1).addSent(LinkKind.DIRECT, 100);
        TaskCounters task = counters.task(4);
        task.add(TaskFigure.EMITTED, 1);
        task.add(TaskFigure.EXECUTED, 2);
        task.add(TaskFigure.ACKED, 3);
        task.add(TaskFigure.FAILED, 4);
        task.add(TaskFigure.ERRORS, 5);
        task.add(TaskFigure.SLOW_CALLS, 1);
        task.add(TaskFigure.SLOW_CALLS, 1);
        task.set(TaskFigure.PENDING, 6);
        task.set(TaskFigure.INBOX, 7);
        task.set(TaskFigure.OUTBOX, 8);
        task.finish();
        Counter counter = task.counter("s\u00E4tze");
        counter.set(40);
        counter.increment();
        counter.add(2);
        assertThat(counter.get()).isEqualTo(43);
        task.counter("words").add(-1);
        task.endToEnd().record(2000);
        task.inflow("read", "default").record(Stage.INBOX, 200);
        task.inflow("read", "default").record(Stage.EXECUTE, 100);
        task.inflow("read", "default").record(Stage.EXECUTE, -7);
        counters.task(3).inflow("read", "default").record(Stage.EXECUTE, 150);
        assertThat(task.inflow("read", "other")).isNull();
        assertThat(task.inflow("z\u00E4hle", "default")).isNull();
        counters.task(3).endToEnd().record(1000);
        counters.task(1).add(TaskFigure.EMITTED, 11);
        counters.task(1).stream(0).addSent(4, 1, 0);
        counters.task(1).stream(0).addSent(3, 1, 50);
        counters.task(1).stream(0).addSent(4, 1, 60);
    }

    private static void check(WorkerSnapshot snapshot) {
        assertThat(snapshot.worker()).isEqualTo("w\u00FC");
        assertThat(snapshot.epoch()).isEqualTo(7);
        assertThat(snapshot.takenNanos()).isEqualTo(99);
        assertThat(snapshot.executors())
                .containsExactly(
                        new ExecutorMetrics(
                                "w\u00FC",
                                0,
                                List.of(3, 4),
                                Figures.none(ExecutorFigure.class)
                                        .with(ExecutorFigure.BUSY_NANOS, 10)
                                        .with(ExecutorFigure.BACK_PRESSURED_NANOS, 12)
                                        .with(ExecutorFigure.IDLE_NANOS, 11)
                                        .with(ExecutorFigure.QUEUED, 15)
                                        .with(ExecutorFigure.QUEUE_CAPACITY, 13)
                                        .with(ExecutorFigure.RING_USED_BYTES, 16)
                                        .with(ExecutorFigure.RING_BYTES, 14)
                                        .with(ExecutorFigure.RING_FULL_EVENTS, 17)
                                        .with(ExecutorFigure.RING_SKIPS, 18)),
                        new ExecutorMetrics("w\u00FC", 1, List.of(1), Figures.none(ExecutorFigure.class)));
        assertThat(snapshot.traffic())
                .containsExactly(
                        new StreamTraffic("read", 1, "default", "z\u00E4hle", List.of(3L, 1L, 50L, 4L, 2L, 60L)));
        assertThat(snapshot.tasks())
                .filteredOn(task -> task.task() != 3)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("endToEnd")
                .containsExactly(
                        new TaskMetrics(
                                "read",
                                1,
                                "w\u00FC",
                                Figures.none(TaskFigure.class).with(TaskFigure.EMITTED, 11),
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                LatencySummary.NONE,
                                LatencySummary.NONE,
                                LatencySummary.NONE),
                        new TaskMetrics(
                                "z\u00E4hle",
                                4,
                                "w\u00FC",
                                Figures.none(TaskFigure.class)
                                        .with(TaskFigure.EMITTED, 1)
                                        .with(TaskFigure.EXECUTED, 2)
                                        .with(TaskFigure.ACKED, 3)
                                        .with(TaskFigure.FAILED, 4)
                                        .with(TaskFigure.ERRORS, 5)
                                        .with(TaskFigure.SLOW_CALLS, 2)
                                        .with(TaskFigure.PENDING, 6)
                                        .with(TaskFigure.INBOX, 7)
                                        .with(TaskFigure.OUTBOX, 8)
                                        .with(TaskFigure.FINISHED, true),
                                Map.of("s\u00E4tze", 43L, "words", -1L),
                                Map.of(),
                                Map.of(),
                                new LatencySummary(1, 200, 200, 200, 200, 200),
                                new LatencySummary(2, 0, 100, 100, 100, 100),
                                LatencySummary.NONE));
        assertThat(snapshot.links()).isEqualTo(new LinkCounts(101, 2, 3, 4));
        assertThat(snapshot.exchange().received()).isEqualTo(new LinkCounts(5, 6, 7, 8));
        assertThat(snapshot.dropped()).isEqualTo(9);
        LatencySummary summary =
                Latencies.summary(Latencies.decode(snapshot.exchange().endToEnd()));
        assertThat(summary.count()).isEqualTo(2);
        assertThat(snapshot.stages())
                .extracting(
                        stage -> stage.source() + "/" + stage.stream() + " to " + stage.target(),
                        StageLatencies::stage,
                        stage -> Latencies.summary(Latencies.decode(stage.latencies())))
                .containsExactly(
                        tuple(
                                "read/default to z\u00E4hle",
                                Stage.INBOX,
                                new LatencySummary(1, 200, 200, 200, 200, 200)),
                        tuple(
                                "read/default to z\u00E4hle",
                                Stage.EXECUTE,
                                new LatencySummary(3, 100, 150, 150, 150, 150)));
        assertThat(snapshot.tasks()).extracting(task -> task.endToEnd().count()).containsExactly(0L, 1L, 1L);
        assertThat((double) summary.maxNanos()).isCloseTo(2000, within(20.0));
    }
}
