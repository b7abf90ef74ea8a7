// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.token.task.HasEngines;
import io.millrace.testing.stepped.SteppedTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The grouping {@code firstIdle} in a topology, stepped on one thread. */
@Timeout(60)
class FirstIdleTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration CALL = Duration.ofMillis(20);
    private static final Config UNTRACKED = Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE);

    /** The topology whose bolts take time. */
    private static SteppedTopology running;

    @TempDir
    Path directory;

    private Topology topology(String test, int numbers, boolean repeats, int spouts, int bolts) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new NumberSpout(test, numbers, repeats), spouts);
        builder.setBolt(
                        "work",
                        TestBolts.basic((input, out) -> {
                            if (running != null) {
                                running.pass(CALL);
                            }
                            Journal.of(test).seen.add(input.get(0));
                        }),
                        bolts)
                .firstIdle("source");
        return builder.build();
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private static double gauge(SteppedTopology topology, String name) {
        return topology.metrics().tasks().stream()
                .mapToDouble(task -> task.gauges().getOrDefault(name, 0.0))
                .sum();
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "1,2,1", "2,1,2", "3,2,3", "4,4,4", "5,3,5"})
    void eachTupleIsProcessedOnce(long seed, int workers, int tasks) {
        String test = "idle-once-" + seed;
        Journal journal = Journal.fresh(test);
        try (SteppedTopology topology = SteppedTopology.of(topology(test, 200, false, 2, tasks))
                .workers(workers, directory)
                .executors(2)
                .seed(seed)
                .start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 400 && topology.completed(), LONG))
                    .isTrue();
            assertThat(journal.seen).hasSize(400).doesNotHaveDuplicates();
            assertThat(journal.failed).isEmpty();
        }
    }

    @Test
    void theQueueIsFirstInFirstOut() {
        Journal journal = Journal.fresh("idle-fifo");
        try (SteppedTopology topology = SteppedTopology.of(topology("idle-fifo", 500, false, 1, 1))
                .workers(2, directory)
                .start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 500, LONG))
                    .isTrue();
            assertThat(journal.seen).isEqualTo(upTo(500));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aTaskHasOneMessageAtATimeWhateverWaits(long seed) {
        Journal journal = Journal.fresh("idle-one");
        try (SteppedTopology topology = SteppedTopology.of(topology("idle-one", 300, false, 1, 3))
                .workers(2, directory)
                .executors(2)
                .seed(seed)
                .start()) {
            running = topology;
            while (journal.acked.size() < 300) {
                topology.runUntil(() -> false, Duration.ofMillis(1));
                assertThat(topology.metrics().tasks())
                        .filteredOn(task -> task.component().equals("work"))
                        .allMatch(task -> task.inbox() <= 1);
            }
            assertThat(journal.failed).isEmpty();
        } finally {
            running = null;
        }
    }

    @Test
    void whatWaitsForLongDoesNotTimeOut() {
        Journal journal = Journal.fresh("idle-time");
        Config config = Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(2));
        try (SteppedTopology topology = SteppedTopology.of(topology("idle-time", 1000, false, 1, 1))
                .config(config)
                .workers(2, directory)
                .start()) {
            running = topology;
            assertThat(topology.runUntil(() -> journal.acked.size() == 1000, LONG))
                    .isTrue();
            assertThat(topology.nanoTime()).as("ten time-outs").isGreaterThan(20_000_000_000L);
            assertThat(journal.failed).isEmpty();
        } finally {
            running = null;
        }
    }

    @Test
    void theTimeOutBeginsWhenATupleLeavesTheQueue() {
        Journal journal = Journal.fresh("idle-stuck");
        Config config = Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(2));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new NumberSpout("idle-stuck", 2, false));
        // The bolt acks the first input late, and never the second
        builder.setBolt("work", new Engines("idle-stuck", 1)).firstIdle("source");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).config(config).start()) {
            topology.runUntil(() -> false, Duration.ofMillis(1900));
            assertThat(journal.seen).containsExactly(0);
            Engines.made.get(0).finish(1);
            topology.runUntil(() -> journal.seen.size() == 2, LONG);
            topology.runUntil(() -> false, Duration.ofMillis(1900));
            assertThat(journal.failed).isEmpty();
            topology.runUntil(() -> false, Duration.ofMillis(200));
            assertThat(journal.failed).containsOnlyKeys(1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aDeadTasksMessageGoesToTheNextFreeOneAndWhatWaitsStays(long seed) {
        Journal journal = Journal.fresh("idle-dead");
        try (SteppedTopology topology = SteppedTopology.of(topology("idle-dead", 200, true, 1, 3))
                .workers(2, directory)
                .seed(seed)
                .start()) {
            running = topology;
            topology.runUntil(() -> journal.acked.size() > 20, LONG);
            // The spout is task 1 in w2, as is task 3; tasks 2 and 4 are in w1
            topology.kill("w1");
            topology.runUntil(() -> journal.acked.size() > 40, LONG);
            assertThat(journal.failed.size()).as("only what w1 had").isLessThanOrEqualTo(2);
            topology.restart("w1");
            assertThat(topology.runUntil(() -> journal.acked.size() == 200, LONG))
                    .isTrue();
            assertThat(journal.seen).containsAll(upTo(200)).hasSizeLessThanOrEqualTo(202);
        } finally {
            running = null;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aDeadSourcesQueueIsRepeatedByItsSpout(long seed) {
        String test = "idle-source-dead";
        Journal journal = Journal.fresh(test);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new NumberSpout(test, 100, true));
        builder.setBolt("pass", TestBolts.pass()).shuffle("source");
        builder.setBolt(
                        "work",
                        TestBolts.basic((input, out) -> {
                            running.pass(CALL);
                            Journal.of(test).seen.add(input.get(0));
                        }),
                        2)
                .firstIdle("pass");
        // Tasks 1 and 4 are in w2, 3 in w1, and pass, task 2, in w3
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .workers(3, directory)
                .seed(seed)
                .start()) {
            running = topology;
            topology.runUntil(() -> journal.acked.size() > 20, LONG);
            String worker = topology.workerOfTask().get(2);
            topology.kill(worker);
            topology.restart(worker);
            assertThat(topology.runUntil(() -> journal.acked.size() == 100, LONG))
                    .isTrue();
            assertThat(journal.seen).containsAll(upTo(100));
        } finally {
            running = null;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void tokensOfABrokenConnectionComeAgain(long seed) {
        Journal journal = Journal.fresh("idle-broken");
        try (SteppedTopology topology = SteppedTopology.of(topology("idle-broken", 300, true, 1, 1))
                .config(Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(5)))
                .workers(2)
                .nodes(2, Duration.ofMillis(1))
                .seed(seed)
                .start()) {
            for (int i = 1; i <= 20; i++) {
                int most = 10 * i;
                topology.runUntil(() -> journal.acked.size() >= most, LONG);
                topology.breakConnections();
            }
            assertThat(topology.runUntil(() -> journal.acked.size() == 300, LONG))
                    .isTrue();
            assertThat(topology.nanoTime())
                    .as("only tuples on their way wait for a time-out")
                    .isLessThan(200_000_000_000L);
        }
    }

    @Test
    void anotherRegionTakesPart() {
        Journal journal = Journal.fresh("idle-far");
        try (SteppedTopology topology = SteppedTopology.of(topology("idle-far", 300, true, 2, 4))
                .workers(4)
                .nodes(4, Duration.ofMillis(40))
                .regions("here", "here", "there", "there")
                .start()) {
            topology.runUntil(() -> journal.acked.size() > 50, LONG);
            topology.breakConnections();
            assertThat(topology.runUntil(() -> journal.acked.size() == 600, LONG))
                    .isTrue();
        }
    }

    @Test
    void aFullQueueHoldsTheSpoutBackAndLosesNothing() {
        Journal journal = Journal.fresh("idle-full");
        Config config = UNTRACKED.with(TopologyKeys.QUEUE_MEMORY, 10_000L).with(TopologyKeys.QUEUE_DISK, 0L);
        try (SteppedTopology topology = SteppedTopology.of(topology("idle-full", 1000, false, 1, 2))
                .config(config)
                .workers(2, directory)
                .start()) {
            running = topology;
            topology.runUntil(() -> journal.seen.size() > 100, LONG);
            topology.runUntil(() -> false, Duration.ofMillis(600));
            assertThat(gauge(topology, "queue.bytes")).isBetween(5_000.0, 10_200.0);
            assertThat(gauge(topology, "queue.tuples")).isGreaterThan(30);
            assertThat(gauge(topology, "queue.head.age.seconds")).isGreaterThan(0.01);
            assertThat(topology.runUntil(() -> journal.seen.size() == 1000, LONG))
                    .isTrue();
            assertThat(topology.runUntil(topology::completed, LONG)).isTrue();
        } finally {
            running = null;
        }
    }

    @Test
    void atMostOnceLosesWhatADeadTaskHadAndGoesOn() {
        Journal journal = Journal.fresh("idle-lossy");
        try (SteppedTopology topology = SteppedTopology.of(topology("idle-lossy", 200, false, 1, 2))
                .config(UNTRACKED)
                .workers(2, directory)
                .start()) {
            running = topology;
            topology.runUntil(() -> journal.seen.size() > 20, LONG);
            topology.kill("w1");
            topology.restart("w1");
            assertThat(topology.runUntil(() -> journal.seen.size() >= 198 && topology.completed(), LONG))
                    .isTrue();
            // Messages of the last moment may be done without a report
            assertThat(gauge(topology, "queue.lost.tuples"))
                    .isBetween(200.0 - journal.seen.size(), 202.0 - journal.seen.size());
        } finally {
            running = null;
        }
    }

    @Test
    void aPausedTopologyProcessesWhatWaits() {
        Journal journal = Journal.fresh("idle-pause");
        try (SteppedTopology topology = SteppedTopology.of(topology("idle-pause", 5000, false, 1, 2))
                .config(Config.empty().with(TopologyKeys.MAX_SPOUT_PENDING, 100))
                .workers(2, directory)
                .start()) {
            running = topology;
            topology.runUntil(() -> journal.seen.size() > 50, LONG);
            topology.activate(false);
            topology.runUntil(() -> false, Duration.ofMinutes(1));
            int then = journal.seen.size();
            assertThat(journal.acked).hasSize(then);
            assertThat(topology.metrics().tasks()).allMatch(task -> task.outbox() == 0 && task.pending() == 0);
            topology.activate(true);
            assertThat(topology.runUntil(() -> journal.seen.size() > then + 50, LONG))
                    .isTrue();
        } finally {
            running = null;
        }
    }

    @Test
    void aTaskTakesAsManyMessagesAsItHasEnginesAtTheTime() {
        Journal journal = Journal.fresh("idle-engines");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new NumberSpout("idle-engines", 100, false));
        builder.setBolt("work", new Engines("idle-engines", 3)).firstIdle("source");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2, directory).start()) {
            topology.runUntil(() -> journal.seen.size() == 3, LONG);
            topology.runUntil(() -> false, Duration.ofSeconds(1));
            assertThat(journal.seen).hasSize(3);
            Engines bolt = Engines.made.get(0);
            bolt.resize(7);
            topology.runUntil(() -> false, Duration.ofSeconds(1));
            assertThat(journal.seen).hasSize(7);
            bolt.resize(2);
            bolt.finish(5);
            topology.runUntil(() -> false, Duration.ofSeconds(1));
            assertThat(journal.seen).hasSize(7);
            bolt.finish(1);
            topology.runUntil(() -> false, Duration.ofSeconds(1));
            assertThat(journal.seen).hasSize(8);
            assertThat(topology.metrics().tasks())
                    .filteredOn(task -> task.component().equals("source"))
                    .extracting(TaskMetrics::pending)
                    .containsExactly(94L);
        }
    }

    @Test
    void messagesThatComeByAnotherGroupingKeepTheirEngines() {
        Journal journal = Journal.fresh("idle-mixed");
        Journal.fresh("idle-mixed-others");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new NumberSpout("idle-mixed", 100, false));
        builder.setSpout("others", new NumberSpout("idle-mixed-others", 2, false));
        builder.setBolt("work", new Engines("idle-mixed", 0))
                .firstIdle("source")
                .shuffle("others");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2, directory).start()) {
            topology.runUntil(() -> journal.seen.size() == 2, LONG);
            Engines bolt = Engines.made.get(0);
            bolt.resize(3);
            topology.runUntil(() -> false, Duration.ofSeconds(1));
            assertThat(journal.seen).as("two of others, and one").hasSize(3);
            bolt.finish(2);
            topology.runUntil(() -> false, Duration.ofSeconds(1));
            assertThat(journal.seen).hasSize(5);
        }
    }

    /** Keeps its inputs until the test says that they are done. */
    private static final class Engines implements Bolt, HasEngines {

        private static final long serialVersionUID = 1L;
        private static final List<Engines> made = new ArrayList<>();

        private final String test;
        private int engines;
        private transient ArrayDeque<Tuple> held;
        private transient TaskContext context;
        private transient BoltCollector out;

        Engines(String test, int engines) {
            this.test = test;
            this.engines = engines;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            context = task;
            out = collector;
            held = new ArrayDeque<>();
            made.clear();
            made.add(this);
        }

        @Override
        public void execute(Tuple input) {
            Journal.of(test).seen.add(input.get(0));
            held.add(input);
        }

        @Override
        public int engines() {
            return engines;
        }

        void resize(int count) {
            context.execute(() -> engines = count);
        }

        void finish(int count) {
            context.execute(() -> {
                for (int i = 0; i < count; i++) {
                    out.ack(held.remove());
                }
            });
        }
    }
}
