// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.TestWorkers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.NodeLink;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.executor.ExecutorThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

@Timeout(30)
class WorkerRuntimeTest {

    private static final int SENTENCES = 5000;

    @TempDir
    Path directory;

    @Test
    void oneWorkerCountsWithoutAnyFile() {
        wordCount("threads-one", Map.of("w1", "n"), null);
    }

    @Test
    void twoWorkersOfANodeCountOverRings() {
        wordCount("threads-rings", Map.of("w1", "n", "w2", "n"), directory);
    }

    @Test
    void workersOfTwoNodesCountOverTheTransport() {
        wordCount("threads-net", Map.of("w1", "n1", "w2", "n2"), directory);
    }

    @Test
    void threeWorkersOnTwoNodesUseAllLinks() {
        wordCount("threads-mixed", Map.of("w1", "n1", "w2", "n2", "w3", "n1"), directory);
    }

    @Test
    void workersOfTwoRegionsCountOverChannelsBetweenSites() {
        wordCount("threads-regions", Map.of("w1", "n1@eu", "w2", "n2@us", "w3", "n3@us"), directory);
    }

    /** The same count as through rings, by the links of workers of two nodes, and without a file for them. */
    @Test
    void workersOfOneNodeCountOverConnections() {
        wordCount("threads-tcp", Map.of("w1", "n", "w2", "n", "w3", "n"), directory, linked("tcp"), workers -> {
            LinkCounts links = workers.links();
            assertThat(links.net()).isPositive();
            assertThat(links.ring()).isZero();
            assertThat(filesBelow(directory)).isNotEmpty().noneMatch(file -> file.contains("ring"));
        });
    }

    private static Config linked(String link) {
        return Config.empty().with(TopologyKeys.NODE_LINK, NodeLink.valueOf(link.toUpperCase(Locale.ROOT)));
    }

    private static List<String> filesBelow(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void wordCount(String test, Map<String, String> nodeOfWorker, Path shared) {
        wordCount(test, nodeOfWorker, shared, Config.empty(), workers -> {});
    }

    private void wordCount(
            String test, Map<String, String> nodeOfWorker, Path shared, Config config, Consumer<TestWorkers> check) {
        var topology = WordCountTopology.build(test, SENTENCES, 4);
        try (TestWorkers workers = new TestWorkers(topology, config, nodeOfWorker, shared, 2).startAll()) {
            await(() -> workers.finished("sentences") || !workers.failures.isEmpty());
            assertThat(workers.failures).isEmpty();
            check.accept(workers);
            assertThat(WordCountTopology.COUNTS.get(test)).isEqualTo(WordCountTopology.expected(SENTENCES, 4));
            assertThat(workers.sum("sentences", task -> task.acked())).isEqualTo(4 * SENTENCES);
            assertThat(workers.sum("sentences", task -> task.failed())).isZero();
        }
        assertThat(directory).isEmptyDirectory();
        assertThat(TestWorkers.threads()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"n, n, ring", "n, n, tcp", "n1@eu, n2@us, ring"})
    void aWorkerThatHasNothingToDoBlocks(String one, String other, String link) {
        var topology = WordCountTopology.build("threads-idle", 10, 2);
        try (TestWorkers workers =
                new TestWorkers(topology, linked(link), Map.of("w1", one, "w2", other), directory, 2).startAll()) {
            await(() -> workers.finished("sentences"));
            for (String worker : new String[] {"w1", "w2"}) {
                workers.worker(worker).deactivate();
                await(() -> workers.worker(worker).threads().stream()
                        .allMatch(thread -> thread.state() == ExecutorThread.State.WAITING));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"n, n, ring", "n, n, tcp", "n1@eu, n2@us, ring"})
    void aWorkerThatIsReplacedWhileTuplesFlowLosesNothing(String one, String other, String link) {
        String test = "threads-replaced-" + other + link;
        var topology = WordCountTopology.build(test, 8_000, 4);
        try (TestWorkers workers =
                new TestWorkers(topology, linked(link), Map.of("w1", one, "w2", other), directory, 2).startAll()) {
            await(() -> workers.sum("sentences", task -> task.acked()) > 2000);
            workers.stop("w2");
            workers.announce();
            workers.start("w2", 2).activate();
            workers.announce();
            await(() -> workers.finished("sentences") || !workers.failures.isEmpty());
            assertThat(workers.failures).isEmpty();
            WordCountTopology.expected(8_000, 4)
                    .forEach((word, count) -> assertThat(
                                    WordCountTopology.COUNTS.get(test).get(word))
                            .as(word)
                            .isGreaterThanOrEqualTo(count));
        }
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"n, n, ring", "n, n, tcp", "n1@eu, n2@us, ring"})
    void workersThatFloodEachOtherDoNotDeadlock(String one, String other, String link) {
        Journal journal = Journal.fresh("flood-each-other");
        TopologyBuilder builder = new TopologyBuilder();
        // Tasks 1, 3, 5 are in w2 and 2, 4, 6 in w1, so every hop crosses
        builder.setSpout("spout", new NumberSpout("flood-each-other", 20_000, true), 2);
        builder.setBolt("pass", TestBolts.pass(), 2).all("spout");
        builder.setBolt("sink", TestBolts.sink("flood-each-other"), 2).fields("pass", "number");
        Config config = linked(link)
                .with(TopologyKeys.INBOX, 8)
                .with(TopologyKeys.RING_BYTES, 1L << 16)
                .with(TopologyKeys.MAX_SPOUT_PENDING, 10_000);
        try (TestWorkers workers =
                new TestWorkers(builder.build(), config, Map.of("w1", one, "w2", other), directory, 1).startAll()) {
            await(() -> workers.finished("spout") || !workers.failures.isEmpty());
            assertThat(workers.failures).isEmpty();
            assertThat(journal.acked).hasSize(40_000);
            assertThat(journal.seen).hasSize(80_000);
            assertThat(journal.failed).isEmpty();
        }
    }

    @Test
    void aComponentThatDoesNotOpenIsToldWithItsName() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("broken", new BrokenSpout());
        try (TestWorkers workers =
                new TestWorkers(builder.build(), Config.empty(), Map.of("w1", "n"), null, 1).startAll()) {
            await(() -> !workers.failures.isEmpty());
            assertThat(workers.failures.get(0))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("'broken'")
                    .hasMessageContaining("no such table");
        }
    }

    @Test
    void anErrorThatTheProcessDoesNotSurviveIsTold() {
        Journal.fresh("fatal");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new NumberSpout("fatal", 10, true));
        builder.setBolt("bad", TestBolts.basic((input, out) -> {
                    throw new NoClassDefFoundError("some/Library");
                }))
                .shuffle("numbers");
        try (TestWorkers workers =
                new TestWorkers(builder.build(), Config.empty(), Map.of("w1", "n"), null, 1).startAll()) {
            await(() -> !workers.failures.isEmpty());
            assertThat(workers.failures.get(0))
                    .hasCauseInstanceOf(NoClassDefFoundError.class)
                    .hasMessageContaining("component 'bad', task 2")
                    .hasMessageContaining("some/Library in execute");
        }
        assertThat(TestWorkers.threads()).isEmpty();
    }

    @Test
    void aCallThatHangsIsWarnedOfWhileItDoesUnlessItsComponentIsBlocking() {
        Logger logger = (Logger) LoggerFactory.getLogger("io.millrace.runtime.executor.SlowCalls");
        AppenderBase<ILoggingEvent> listener = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent warning) {
                Journal.of("hangs").seen.add(warning.getFormattedMessage());
            }
        };
        Journal journal = Journal.fresh("hangs");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("waits", new WaitingSpout()).blocking();
        builder.setSpout("numbers", new NumberSpout("hangs", 1, true));
        builder.setBolt("hangs", TestBolts.basic((input, out) -> untilWarned())).shuffle("numbers");
        listener.start();
        logger.addAppender(listener);
        logger.setAdditive(false);
        Config config = Config.empty().with(TopologyKeys.SLOW_CALL_WARNING, Duration.ofMillis(20));
        try (TestWorkers workers = new TestWorkers(builder.build(), config, Map.of("w1", "n"), null, 1).startAll()) {
            await(() -> journal.seen.size() == 2 && journal.acked.size() == 1);
            assertThat(workers.failures).isEmpty();
            assertThat(journal.seen.get(0).toString()).contains("component 'hangs', task", "blocking()", "untilWarned");
            assertThat(journal.seen.get(1).toString()).contains("component 'hangs', task", "has returned");
            assertThat(workers.worker("w1").snapshot().tasks())
                    .filteredOn(task -> task.slowCalls() > 0)
                    .singleElement()
                    .returns("hangs", TaskMetrics::component)
                    .returns(1L, TaskMetrics::slowCalls);
        } finally {
            logger.detachAppender(listener);
            logger.setAdditive(true);
        }
    }

    private static void untilWarned() {
        await(() -> !Journal.of("hangs").seen.isEmpty());
    }

    @Test
    void aSpoutThatBlocksHoldsUpNeitherOthersNorTheEnd() {
        Journal journal = Journal.fresh("blocking");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("waits", new WaitingSpout()).blocking();
        builder.setSpout("numbers", new NumberSpout("blocking", 100, true));
        builder.setBolt("sink", TestBolts.sink("blocking")).shuffle("numbers").shuffle("waits");
        try (TestWorkers workers =
                new TestWorkers(builder.build(), Config.empty(), Map.of("w1", "n"), null, 1).startAll()) {
            await(() -> journal.acked.size() == 100);
            assertThat(workers.failures).isEmpty();
        }
        assertThat(TestWorkers.threads()).isEmpty();
    }

    @Test
    void aWorkerThatEndsWithAFullInboxReturnsTheMemoryOfWhatWaits() throws InterruptedException {
        Journal.fresh("ends-full");
        StuckBolt.mayReturn = new CountDownLatch(1);
        StuckBolt.stuck = new CountDownLatch(1);
        TopologyBuilder builder = new TopologyBuilder();
        // The spout is task 1, in w2; the bolt is task 2, in w1
        builder.setSpout("numbers", new NumberSpout("ends-full", 10_000, true));
        builder.setBolt("stuck", new StuckBolt()).shuffle("numbers").blocking();
        Config config = Config.empty().with(TopologyKeys.INBOX, 8);
        try (TestWorkers workers =
                new TestWorkers(builder.build(), config, Map.of("w1", "n1", "w2", "n2"), directory, 1).startAll()) {
            // Many messages come in one turn then, so that the inbox is full before the second one is executed
            await(() -> workers.heldBytes("w1") > 4096);
            StuckBolt.mayReturn.countDown();
            StuckBolt.stuck.await();
            assertThat(workers.heldBytes("w1")).isPositive();
            workers.stop("w1");
            assertThat(workers.heldBytes("w1")).isZero();
        }
    }

    @Test
    void aWorkerThatCannotHaveItsDirectoryLeavesNothing() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        var topology = WordCountTopology.build("no-directory", 10, 1);
        TestWorkers workers = new TestWorkers(topology, Config.empty(), Map.of("w1", "n"), file, 1);
        assertThatThrownBy(workers::startAll)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("worker w1 cannot start")
                .hasMessageContaining(file.toString());
        assertThat(TestWorkers.threads()).isEmpty();
    }

    private static final class BrokenSpout implements Spout {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {
            throw new IllegalStateException("no such table");
        }

        @Override
        public void nextTuple() {}
    }

    private static final class WaitingSpout implements Spout {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {}

        @Override
        public void nextTuple() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A bolt that returns from its first input when the test says so, and from its second one never. */
    private static final class StuckBolt implements BasicBolt {
        private static final long serialVersionUID = 1L;

        static volatile CountDownLatch mayReturn;
        static volatile CountDownLatch stuck;

        private transient boolean returned;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {
            try {
                if (returned) {
                    stuck.countDown();
                    new CountDownLatch(1).await();
                }
                returned = true;
                mayReturn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
