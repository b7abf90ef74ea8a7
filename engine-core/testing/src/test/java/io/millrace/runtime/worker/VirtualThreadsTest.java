// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.executor.VirtualThreads;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.testing.stepped.SteppedTopology;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Components that are declared virtual. */
@Timeout(60)
class VirtualThreadsTest {

    /**
     * The number of tasks: more than the platform threads that carry virtual ones, with those that replace blocked
     * ones.
     */
    private static final int TASKS = 300;

    private static final int COUNT = 3_000;

    private static volatile CountDownLatch entered;

    @TempDir
    Path directory;

    private static Topology topology(String test, int tasks) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source", new CallSpout(test, COUNT, 1, (out, number, context) -> out.emitTracked(number, number)));
        builder.setBolt("virtual", new Waiting(), tasks).virtual().shuffle("source");
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("virtual");
        return builder.build();
    }

    @Test
    void virtualTravelsWithTheTopologyAndImpliesBlocking() {
        Topology read = TopologyJson.read(TopologyJson.write(topology("virtual-json", 2)));
        assertThat(read.components().get(1).virtual()).isTrue();
        assertThat(read.components().get(1).blocking()).isTrue();
        assertThat(read.components().get(0).virtual()).isFalse();
    }

    @Test
    void aWorkerOnAnOldJavaRefusesInOneLine() {
        assumeThat(VirtualThreads.exist()).isFalse();
        Journal.fresh("virtual-old");
        TestWorkers workers =
                new TestWorkers(topology("virtual-old", 2), Config.empty(), Map.of("w1", "node"), null, 1);
        assertThatThrownBy(() -> workers.start("w1", 1))
                .isInstanceOf(TopologyException.class)
                .hasMessage("component 'virtual' is virtual, but worker w1 runs on Java "
                        + Runtime.version().feature()
                        + ": run it on Java 21 or later, or declare the component blocking() instead");
    }

    @Test
    void allTasksOfAWorkerBlockAtTheSameTime() {
        runs("virtual-one", Map.of("w1", "node"), null);
    }

    @Test
    void tasksGetTuplesOfOtherWorkersThroughRings() {
        runs("virtual-rings", new TreeMap<>(Map.of("w1", "node", "w2", "node")), directory);
    }

    private void runs(String test, Map<String, String> workers, Path rings) {
        assumeThat(VirtualThreads.exist()).isTrue();
        int tasks = rings == null ? TASKS : 6;
        entered = new CountDownLatch(tasks);
        Journal journal = Journal.fresh(test);
        Waiting.THREADS.clear();
        Config config =
                Config.empty().with("topology.ring.bytes", "1 MiB").with("topology.message.max.bytes", "64 KiB");
        try (TestWorkers running = new TestWorkers(topology(test, tasks), config, workers, rings, 1).startAll()) {
            TestWorkers.await(() -> journal.acked.size() == COUNT || !running.failures.isEmpty());
            assertThat(running.failures).isEmpty();
        }
        assertThat(journal.failed).isEmpty();
        Set<Object> all = new HashSet<>(journal.seen);
        assertThat(all).hasSize(COUNT);
        assertThat(Waiting.THREADS).hasSize(tasks).allMatch(name -> name.startsWith("VirtualThread["));
    }

    @Test
    void aTopologyWithVirtualTasksCanBeSteppedOnAnyJava() {
        entered = new CountDownLatch(0);
        Journal journal = Journal.fresh("virtual-stepped");
        try (SteppedTopology topology = SteppedTopology.of(topology("virtual-stepped", 4))
                .workers(2, directory)
                .start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == COUNT, java.time.Duration.ofMinutes(1)))
                    .isTrue();
        }
        assertThat(journal.failed).isEmpty();
    }

    /** Blocks in its first call until all tasks are in theirs. */
    private static final class Waiting implements Bolt {

        private static final long serialVersionUID = 1L;

        private static final Set<String> THREADS = java.util.concurrent.ConcurrentHashMap.newKeySet();

        private transient BoltCollector out;
        private transient boolean waited;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            if (!waited) {
                waited = true;
                THREADS.add(Thread.currentThread().toString());
                entered.countDown();
                try {
                    entered.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            out.emit(List.of(input), input.get(0));
            out.ack(input);
        }
    }
}
