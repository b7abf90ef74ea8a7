// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import io.millrace.runtime.snapshot.agent.MemoryPointer;
import io.millrace.runtime.snapshot.store.MemorySnapshotStore;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The gauges of windows' memory, and the memory of tasks that begin from a snapshot. */
@Timeout(60)
class WindowGaugesTest {

    private static final Map<String, Queue<Object[]>> INPUT = new ConcurrentHashMap<>();
    private static final Duration SOON = Duration.ofMillis(2_500);
    private static final Config EXACT = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(500));

    @AfterEach
    void forget() {
        INPUT.clear();
    }

    /** Emits the events that the test offers, and keeps no position: an event that was read is gone. */
    private record Events(String name) implements ReplayableSpout {

        private static final Map<String, SpoutCollector> OUTS = new ConcurrentHashMap<>();

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            OUTS.put(name, collector);
            INPUT.computeIfAbsent(name, none -> new ArrayDeque<>());
        }

        @Override
        public void nextTuple() {
            Object[] next = INPUT.get(name).poll();
            if (next != null) {
                OUTS.get(name).emit(next);
            }
        }

        @Override
        public Object snapshot() {
            return 0L;
        }

        @Override
        public void restore(List<Object> snapshots) {}

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "time");
        }
    }

    private static void offer(String spout, String key, long... times) {
        for (long time : times) {
            INPUT.computeIfAbsent(spout, none -> new ArrayDeque<>()).add(new Object[] {key, time});
        }
    }

    private static Topology windows(BasicBolt bolt, int tasks) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", new Events("events")).eventTime("time", Duration.ZERO);
        builder.setBolt("windows", bolt, tasks).fields("events", "key");
        return builder.build();
    }

    private static BasicBolt counts(Windows windows) {
        return Bolts.window(windows, "key").eventTime("time").aggregate("count", Aggregates.count());
    }

    private static double gauge(SteppedTopology topology, String component, String name) {
        return topology.metrics().tasks().stream()
                .filter(task -> task.component().equals(component))
                .map(TaskMetrics::gauges)
                .mapToDouble(gauges -> gauges.getOrDefault(name, Double.NaN))
                .sum();
    }

    @Test
    void openWindowsAndTheOldestOneAreShown() {
        try (SteppedTopology topology = SteppedTopology.of(windows(counts(Windows.tumbling(Duration.ofSeconds(10))), 1))
                .start()) {
            topology.advance(SOON);
            assertThat(gauge(topology, "windows", "windows.open")).isZero();
            assertThat(gauge(topology, "windows", "windows.oldest.millis")).isEqualTo(-1);
            assertThat(gauge(topology, "windows", "windows.oldest.age.seconds")).isEqualTo(-1);
            assertThat(gauge(topology, "windows", "state.bytes")).isZero();

            offer("events", "a", 20_000, 21_000, 33_000);
            offer("events", "b", 34_000);
            topology.advance(SOON);
            assertThat(gauge(topology, "windows", "event.time.watermark.millis"))
                    .isEqualTo(33_999);
            assertThat(gauge(topology, "windows", "windows.open"))
                    .as("that of a at 20 s is gone")
                    .isEqualTo(2);
            assertThat(gauge(topology, "windows", "windows.oldest.millis")).isEqualTo(30_000);
            assertThat(gauge(topology, "windows", "windows.oldest.age.seconds")).isEqualTo(3.999);
            // The rows of two keys, and the watermark
            assertThat(gauge(topology, "windows", "state.bytes")).isBetween(3 * 64.0, 3 * 64.0 + 100);

            offer("events", "a", 50_000);
            topology.advance(SOON);
            assertThat(gauge(topology, "windows", "windows.open")).isEqualTo(1);
            assertThat(gauge(topology, "windows", "windows.oldest.millis")).isEqualTo(50_000);
        }
    }

    @Test
    void sessionsAndWindowsOfTuplesAndJoinsShowTheirs() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", new Events("events")).eventTime("time", Duration.ZERO);
        builder.setSpout("others", new Events("others")).eventTime("time", Duration.ZERO);
        builder.setBolt("sessions", counts(Windows.session(Duration.ofMillis(16))))
                .fields("events", "key");
        builder.setBolt("tuples", Bolts.window(Windows.count(3), "key").aggregate("count", Aggregates.count()))
                .fields("events", "key");
        builder.setBolt(
                        "join",
                        Bolts.join("events", "others", Duration.ZERO, Duration.ofSeconds(5))
                                .eventTime("time", "time")
                                .left("key")
                                .right("time"))
                .fields("events", "key")
                .fields("others", "key");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            offer("events", "a", 100, 110, 120);
            offer("events", "b", 121, 122);
            offer("others", "a", 121);
            topology.advance(SOON);
            assertThat(gauge(topology, "sessions", "windows.open")).isEqualTo(2);
            assertThat(gauge(topology, "sessions", "windows.oldest.millis")).isEqualTo(100);
            assertThat(gauge(topology, "tuples", "windows.open"))
                    .as("b has two of three")
                    .isEqualTo(1);
            assertThat(gauge(topology, "join", "join.kept")).isEqualTo(6);
            assertThat(gauge(topology, "join", "join.oldest.millis")).isZero();

            offer("events", "b", 20_000, 20_001);
            offer("others", "b", 20_000);
            topology.advance(SOON);
            assertThat(gauge(topology, "sessions", "windows.open")).isEqualTo(1);
            assertThat(gauge(topology, "sessions", "windows.oldest.millis")).isEqualTo(20_000);
            assertThat(gauge(topology, "tuples", "windows.open")).isEqualTo(1);
            assertThat(gauge(topology, "join", "join.kept")).isEqualTo(3);
        }
    }

    @Test
    void windowsOfWindowsShowTheirs() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", new Events("events")).eventTime("time", Duration.ZERO);
        builder.setBolt(
                        "first",
                        Bolts.window(Windows.tumbling(Duration.ofSeconds(10)), "key")
                                .eventTime("time")
                                .aggregate("count", Aggregates.count())
                                .earlyEvery(Duration.ofMillis(100)))
                .fields("events", "key");
        builder.setBolt("all", Bolts.window(Windows.same()).aggregate("sum", Aggregates.sum("count")))
                .fields("first", "from", "to");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            offer("events", "a", 20_000, 31_000);
            topology.advance(SOON);
            assertThat(gauge(topology, "all", "windows.open"))
                    .as("with an early result")
                    .isEqualTo(1);
            assertThat(gauge(topology, "all", "windows.oldest.millis")).isEqualTo(30_000);
            offer("events", "a", 40_000);
            topology.advance(SOON);
            assertThat(gauge(topology, "all", "windows.oldest.millis")).isEqualTo(40_000);
        }
    }

    @Test
    void whatWasRestoredIsCountedAgainAlsoByAnotherNumberOfTasks() {
        MemorySnapshotStore store = new MemorySnapshotStore();
        MemoryPointer pointer = new MemoryPointer();
        BasicBolt bolt = counts(Windows.sliding(Duration.ofSeconds(10), Duration.ofSeconds(5)));
        try (SteppedTopology topology = SteppedTopology.of(windows(bolt, 2))
                .config(EXACT)
                .snapshots(store, pointer)
                .start()) {
            for (String key : List.of("a", "b", "c", "d", "e")) {
                offer("events", key, 41_000, 47_000);
            }
            topology.advance(SOON);
            assertThat(gauge(topology, "windows", "windows.open")).isEqualTo(10);
        }
        for (int tasks : new int[] {1, 2, 5}) {
            try (SteppedTopology topology = SteppedTopology.of(windows(bolt, tasks))
                    .config(EXACT)
                    .snapshots(store, pointer)
                    .start()) {
                topology.advance(SOON);
                assertThat(gauge(topology, "windows", "windows.open")).isEqualTo(10);
                assertThat(topology.metrics().tasks().stream()
                                .filter(task -> task.component().equals("windows"))
                                .map(task -> task.gauges().get("event.time.watermark.millis")))
                        .as("new tasks begin where the former were")
                        .hasSize(tasks)
                        .containsOnly(46_999.0);
                offer("events", "a", 46_000);
                topology.advance(SOON);
                assertThat(topology.metrics().counter("windows", "late"))
                        .as("its windows are open")
                        .isZero();
                for (String key : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
                    offer("events", key, 30_000);
                }
                topology.advance(SOON);
                assertThat(topology.metrics().counter("windows", "late")).isEqualTo(8);
            }
        }
    }
}
