// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.testing.stepped.SteppedTopology;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues of the grouping {@code firstIdle} that are larger than the memory, in a topology stepped on one thread. */
@Timeout(60)
class FirstIdleSpillTest {

    private static final Duration LONG = Duration.ofMinutes(30);
    private static final Duration CALL = Duration.ofMillis(20);
    private static final int LOAD = 2_000;

    /** The topology whose bolts take time. */
    private static SteppedTopology running;

    @TempDir
    Path directory;

    @TempDir
    Path files;

    private Config config;

    @BeforeEach
    void settings() {
        config = Config.empty()
                .with(TopologyKeys.MESSAGE_MAX_BYTES, 8L << 10)
                .with(TopologyKeys.QUEUE_MEMORY, 512L << 10)
                .with(TopologyKeys.QUEUE_DISK, 8L << 20)
                .with(TopologyKeys.QUEUE_DIR, files.toString());
    }

    /** Emits numbers with a load, tracked, and repeats failed ones. */
    private static final class LoadSpout implements Spout {
        private static final long serialVersionUID = 1L;
        private final String test;
        private final int count;
        private transient ArrayDeque<Object> again;
        private transient SpoutCollector out;
        private transient int first;
        private transient int next;

        LoadSpout(String test, int count) {
            this.test = test;
            this.count = count;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number", "load");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
            again = new ArrayDeque<>();
            first = context.taskIndex() * count;
            next = first;
        }

        @Override
        public void nextTuple() {
            Object repeat = again.poll();
            if (repeat != null) {
                emit(repeat);
            } else if (next < first + count) {
                emit(next++);
            } else {
                out.finish();
            }
        }

        private void emit(Object number) {
            byte[] load = new byte[LOAD];
            load[LOAD - 1] = ((Integer) number).byteValue();
            out.emitTracked(number, number, load);
        }

        @Override
        public void ack(Object messageId) {
            Journal.of(test).acked.merge(messageId, 1, Integer::sum);
        }

        @Override
        public void fail(Object messageId) {
            Journal.of(test).failed.merge(messageId, 1, Integer::sum);
            again.add(messageId);
        }
    }

    private static Topology topology(String test, int numbers, int spouts, int bolts) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new LoadSpout(test, numbers), spouts);
        builder.setBolt(
                        "work",
                        TestBolts.basic((input, out) -> {
                            running.pass(CALL);
                            byte[] load = input.getBytes(1);
                            if (load.length != LOAD || load[LOAD - 1] != (byte) input.getInt(0)) {
                                throw new IllegalStateException("number " + input.get(0) + " has another load");
                            }
                            Journal.of(test).seen.add(input.get(0));
                        }),
                        bolts)
                .firstIdle("source");
        return builder.build();
    }

    private SteppedTopology start(Topology topology, int workers, long seed) {
        running = SteppedTopology.of(topology)
                .config(config)
                .workers(workers, directory)
                .seed(seed)
                .start();
        return running;
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private static double gauge(SteppedTopology topology, String name) {
        return topology.metrics().tasks().stream()
                .mapToDouble(task -> task.gauges().getOrDefault(name, 0.0))
                .sum();
    }

    /** Returns the files of all queues. */
    private List<Path> segments() throws IOException {
        try (Stream<Path> all = Files.walk(files)) {
            return all.filter(file -> file.toString().endsWith(".segment"))
                    .sorted()
                    .toList();
        }
    }

    private void assertNoFiles() throws IOException {
        try (Stream<Path> all = Files.list(files)) {
            assertThat(all).as("what is left").isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "2,1,2", "3,2,1", "4,2,3"})
    void eachTupleComesOnceThroughTheFiles(long seed, int workers, int tasks) throws IOException {
        String test = "spill-once-" + seed;
        Journal journal = Journal.fresh(test);
        try (SteppedTopology topology = start(topology(test, 1_000, 1, tasks), workers, seed)) {
            topology.runUntil(() -> journal.seen.size() > 50, LONG);
            topology.advance(Duration.ofSeconds(2));
            assertThat(segments()).isNotEmpty();
            assertThat(gauge(topology, "queue.spilled.bytes")).isPositive();
            assertThat(gauge(topology, "queue.bytes"))
                    .isGreaterThan(gauge(topology, "queue.spilled.bytes"))
                    .isLessThan(2_500_000);
            assertThat(gauge(topology, "queue.tuples")).isGreaterThan(50);
            assertThat(topology.runUntil(() -> journal.acked.size() == 1_000 && topology.completed(), LONG))
                    .isTrue();
            assertThat(journal.seen).hasSize(1_000).containsAll(upTo(1_000));
            if (tasks == 1) {
                assertThat(journal.seen).isEqualTo(upTo(1_000));
            }
            assertThat(journal.failed).isEmpty();
            assertThat(gauge(topology, "queue.lost.tuples")).isZero();
            assertThat(segments()).isEmpty();
        }
        assertNoFiles();
    }

    @Test
    void twoQueuesOfAWorkerShareMemoryAndFiles() throws IOException {
        Journal journal = Journal.fresh("spill-two");
        try (SteppedTopology topology = start(topology("spill-two", 700, 2, 3), 1, 1)) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 1_400 && topology.completed(), LONG))
                    .isTrue();
            assertThat(journal.seen).hasSize(1_400).doesNotHaveDuplicates();
        }
        assertNoFiles();
    }

    @Test
    void theBoundOfTheFilesHoldsTheSpoutBack() throws IOException {
        config = config.with(TopologyKeys.QUEUE_DISK, 512L << 10);
        Journal journal = Journal.fresh("spill-bound");
        try (SteppedTopology topology = start(topology("spill-bound", 2_000, 1, 1), 2, 1)) {
            topology.runUntil(() -> journal.seen.size() > 50, LONG);
            topology.advance(Duration.ofSeconds(2));
            assertThat(gauge(topology, "queue.spilled.bytes")).isBetween(350_000.0, 512.0 * 1_024);
            assertThat(gauge(topology, "queue.bytes")).isLessThan((512 + 512 + 10) * 1_024);
            assertThat(gauge(topology, "queue.tuples")).isLessThan(600);
            assertThat(topology.runUntil(() -> journal.acked.size() == 2_000, LONG))
                    .isTrue();
            assertThat(journal.seen).isEqualTo(upTo(2_000));
            assertThat(journal.failed).isEmpty();
        }
        assertNoFiles();
    }

    @Test
    void aDirectoryThatCannotBeWrittenHoldsTheSpoutBackAndLosesNothing() throws IOException {
        Path file = Files.createFile(files.resolve("no-directory"));
        config = config.with(TopologyKeys.QUEUE_DIR, file.toString());
        Journal journal = Journal.fresh("spill-unwritable");
        try (SteppedTopology topology = start(topology("spill-unwritable", 1_000, 1, 1), 1, 1)) {
            topology.runUntil(() -> journal.seen.size() > 50, LONG);
            assertThat(gauge(topology, "queue.tuples")).isLessThan(300);
            assertThat(topology.runUntil(() -> journal.acked.size() == 1_000, LONG))
                    .isTrue();
            assertThat(journal.seen).isEqualTo(upTo(1_000));
        }
    }

    @Test
    void whatWaitsInFilesDoesNotTimeOut() {
        config = config.with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(1));
        Journal journal = Journal.fresh("spill-time");
        try (SteppedTopology topology = start(topology("spill-time", 1_000, 1, 1), 2, 1)) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 1_000, LONG))
                    .isTrue();
            assertThat(topology.nanoTime()).isGreaterThan(20_000_000_000L);
            assertThat(journal.failed).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aDeadSourcesFilesAreGoneAndItsSpoutRepeats(long seed) throws IOException {
        Journal journal = Journal.fresh("spill-dead");
        try (SteppedTopology topology = start(topology("spill-dead", 1_000, 1, 2), 2, seed)) {
            topology.runUntil(() -> journal.acked.size() > 100, LONG);
            assertThat(segments()).isNotEmpty();
            String source = topology.workerOfTask().get(1);
            topology.kill(source);
            assertNoFiles();
            topology.restart(source);
            assertThat(topology.runUntil(() -> journal.acked.size() == 1_000 && topology.completed(), LONG))
                    .isTrue();
            assertThat(journal.seen).containsAll(upTo(1_000));
        }
    }

    @Test
    void whenATaskDiesWhatWaitsInFilesDoesNotFail() {
        Journal journal = Journal.fresh("spill-task");
        try (SteppedTopology topology = start(topology("spill-task", 1_000, 1, 3), 2, 1)) {
            topology.runUntil(() -> journal.acked.size() > 100, LONG);
            // The spout is task 1 in w2
            topology.kill("w1");
            topology.runUntil(() -> journal.acked.size() > 150, LONG);
            assertThat(journal.failed.size()).as("only what w1 had").isLessThanOrEqualTo(2);
            topology.restart("w1");
            assertThat(topology.runUntil(() -> journal.acked.size() == 1_000, LONG))
                    .isTrue();
            assertThat(journal.seen).hasSizeLessThanOrEqualTo(1_002);
        }
    }

    /** Changes a byte in the middle of the newest file. */
    private void damage() throws IOException {
        List<Path> all = segments();
        try (RandomAccessFile file =
                new RandomAccessFile(all.get(all.size() - 1).toFile(), "rw")) {
            file.seek(file.length() / 2);
            int before = file.read();
            file.seek(file.length() / 2);
            file.write(before ^ 4);
        }
    }

    @Test
    void aTupleThatAFileHasLostFailsAndIsRepeated() throws IOException {
        Journal journal = Journal.fresh("spill-lost");
        try (SteppedTopology topology = start(topology("spill-lost", 1_000, 1, 2), 2, 1)) {
            topology.runUntil(() -> journal.acked.size() > 100, LONG);
            damage();
            assertThat(topology.runUntil(() -> journal.acked.size() == 1_000 && topology.completed(), LONG))
                    .isTrue();
            assertThat(journal.failed.size()).isPositive();
            assertThat(topology.nanoTime()).as("without a time-out").isLessThan(30_000_000_000L);
            assertThat(journal.seen).hasSize(1_000).containsAll(upTo(1_000));
            topology.advance(Duration.ofSeconds(5));
            assertThat(gauge(topology, "queue.lost.tuples")).isEqualTo(journal.failed.size());
        }
    }

    @Test
    void atMostOnceCountsATupleThatAFileHasLost() throws IOException {
        config = config.with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE);
        Journal journal = Journal.fresh("spill-lossy");
        try (SteppedTopology topology = start(topology("spill-lossy", 1_000, 1, 2), 2, 1)) {
            topology.runUntil(() -> journal.seen.size() > 100, LONG);
            damage();
            assertThat(topology.runUntil(() -> journal.seen.size() > 980, LONG)).isTrue();
            topology.advance(Duration.ofSeconds(10));
            double lost = gauge(topology, "queue.lost.tuples");
            assertThat(lost).isPositive();
            assertThat(journal.seen.size() + lost).isEqualTo(1_000);
            assertThat(topology.snapshots().stream()
                            .mapToLong(worker -> worker.dropped())
                            .sum())
                    .isEqualTo((long) lost);
            assertThat(topology.completed()).isTrue();
        }
    }

    @Test
    void aPausedTopologyProcessesWhatWaitsInFiles() throws IOException {
        Journal journal = Journal.fresh("spill-pause");
        try (SteppedTopology topology = start(topology("spill-pause", 1_000, 1, 2), 2, 1)) {
            topology.runUntil(() -> journal.acked.size() > 100, LONG);
            assertThat(segments()).isNotEmpty();
            topology.activate(false);
            topology.advance(Duration.ofMinutes(1));
            assertThat(topology.metrics().tasks()).allMatch(task -> task.outbox() == 0 && task.pending() == 0);
            assertThat(segments()).isEmpty();
            topology.activate(true);
            assertThat(topology.runUntil(() -> journal.acked.size() == 1_000, LONG))
                    .isTrue();
        }
    }

    @Test
    void withoutFilesTheMemoryHoldsTheSpoutBack() throws IOException {
        config = config.with(TopologyKeys.QUEUE_DISK, 0L);
        Journal journal = Journal.fresh("spill-off");
        try (SteppedTopology topology = start(topology("spill-off", 1_000, 1, 2), 1, 1)) {
            topology.runUntil(() -> journal.seen.size() > 100, LONG);
            topology.advance(Duration.ofSeconds(2));
            assertThat(gauge(topology, "queue.bytes")).isBetween(400.0 * 1_024, 516.0 * 1_024);
            assertNoFiles();
        }
    }

    @Test
    void tooLittleMemoryForTheLongestTupleIsRefusedAtTheStart() {
        config = config.with(TopologyKeys.QUEUE_MEMORY, 63L << 10);
        assertThatThrownBy(() -> start(topology("spill-small", 1, 1, 1), 1, 1))
                .isInstanceOf(TopologyException.class)
                .hasMessage(
                        "topology.queue.memory is 63 KiB, and a tuple may have 8 KiB (topology.message.max.bytes): set at"
                                + " least 64 KiB, or lower topology.message.max.bytes, or set topology.queue.disk to 0 B");
    }
}
