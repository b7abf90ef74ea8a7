// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Windows by event time are those of all events in order, whatever tasks, workers, links and deaths there are. */
@Timeout(120)
class WindowsInTopologyTest {

    private static final int EVENTS = 400;
    private static final int KEYS = 7;
    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 10_000 : 10;
    private static final Windows SLIDING = Windows.sliding(Duration.ofMillis(60), Duration.ofMillis(20));
    private static final long GAP = 22;
    private static final Windows SESSIONS = Windows.session(Duration.ofMillis(GAP));
    private static final long LATENESS = 80;
    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(5))
            .with(TopologyKeys.WATERMARK_INTERVAL, Duration.ofMillis(1))
            .with(TopologyKeys.RING_BYTES, 1L << 16);

    /**
     * Emits events of a few keys, whose times are out of order by less than {@link #LATENESS}, in the course of time.
     */
    private static final class Events implements ReplayableSpout {

        private static final long serialVersionUID = 1L;
        private static final long PAUSE_NANOS = 200_000;

        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;

        static long time(long number) {
            return 3 * (number ^ 7);
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
            next = task.taskIndex();
        }

        @Override
        public void nextTuple() {
            if (next >= EVENTS) {
                out.finish();
                return;
            }
            out.emit(next % KEYS, time(next), next);
            next += context.taskCount();
            out.idleUntil(context.nanoTime() + PAUSE_NANOS);
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
            declarer.declare("key", "time", "number");
        }
    }

    private static Topology topology(OutsideWorld world, Windows kind, long allowed) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", new Events(), 2).eventTime("time", Duration.ofMillis(LATENESS));
        builder.setBolt(
                        "pass",
                        Bolts.flatMap(
                                Fields.of("key", "time", "number"),
                                (in, out) -> out.emit(in.get(0), in.get(1), in.get(2))),
                        3)
                .shuffle("events");
        builder.setBolt(
                        "windows",
                        Bolts.window(kind, "key")
                                .eventTime("time")
                                .allowedLateness(Duration.ofMillis(allowed))
                                .aggregate("count", Aggregates.count())
                                .aggregate("sum", Aggregates.sum("number")),
                        3)
                .fields("pass", "key");
        builder.setBolt("sink", new OutsideWorld.Sink(world.key), 2).shuffle("windows");
        return builder.build();
    }

    private static List<List<Object>> expected() {
        TreeMap<List<Long>, long[]> windows = new TreeMap<>(Comparator.comparing(List::toString));
        for (long number = 0; number < EVENTS; number++) {
            long time = Events.time(number);
            for (long end = SLIDING.firstEnd(SLIDING.paneOf(time, SLIDING.paneMillis())); end <= time + 60; end += 20) {
                long[] sums = windows.computeIfAbsent(List.of(number % KEYS, end), none -> new long[2]);
                sums[0]++;
                sums[1] += number;
            }
        }
        List<List<Object>> expected = new ArrayList<>();
        windows.forEach((at, sums) -> expected.add(List.of(at.get(0), at.get(1) - 60, at.get(1), sums[0], sums[1])));
        return expected;
    }

    private static List<List<Object>> expectedSessions() {
        List<List<Object>> expected = new ArrayList<>();
        for (long key = 0; key < KEYS; key++) {
            TreeMap<Long, Long> byTime = new TreeMap<>();
            for (long number = key; number < EVENTS; number += KEYS) {
                byTime.put(Events.time(number), number);
            }
            long from = byTime.firstKey();
            long end = from;
            long count = 0;
            long sum = 0;
            for (long time : byTime.keySet()) {
                if (count > 0 && time > end) {
                    expected.add(List.of(key, from, end, count, sum));
                    from = time;
                    count = 0;
                    sum = 0;
                }
                end = time + GAP;
                count++;
                sum += byTime.get(time);
            }
            expected.add(List.of(key, from, end, count, sum));
        }
        return expected;
    }

    @Test
    void eachResultIsVisibleOnceAlthoughWorkersDie() {
        List<List<Object>> expected = expected();
        List<List<Object>> sessions = expectedSessions();
        assertThat(sessions.size()).as("some events are within a gap").isBetween(2 * KEYS, EVENTS - 100);
        for (long seed = 1; seed <= SEEDS; seed++) {
            boolean isSession = seed % 3 == 0;
            crash(seed, isSession ? SESSIONS : SLIDING, isSession ? sessions : expected);
        }
    }

    private static void crash(long seed, Windows kind, List<List<Object>> expected) {
        SplittableRandom random = new SplittableRandom(seed);
        Config config =
                CONFIG.with(TopologyKeys.SNAPSHOT_ALIGNMENT_TIMEOUT, seed % 2 == 0 ? ConfigKey.NEVER : Duration.ZERO);
        int workers = 1 + random.nextInt(3);
        try (OutsideWorld world = new OutsideWorld("windows-" + seed);
                SteppedTopology running = SteppedTopology.of(topology(world, kind, random.nextInt(2) * 30))
                        .config(config)
                        .workers(workers)
                        .nodes(1 + random.nextInt(workers), Duration.ofNanos(1_000L * random.nextInt(2_000)))
                        .executors(1 + random.nextInt(2))
                        .seed(seed)
                        .start()) {
            for (int deaths = random.nextInt(4); deaths > 0; deaths--) {
                running.runUntil(() -> false, Duration.ofNanos(1_000L * random.nextInt(30_000)));
                String victim = "w" + (1 + random.nextInt(workers));
                running.kill(victim);
                running.restart(victim);
            }
            assertThat(running.runUntil(ExactlyOnceTest.completed(running), Duration.ofMinutes(5)))
                    .as("completes")
                    .isTrue();
            assertThat(world.visible).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(running.metrics().counter("windows", "late")).as("late").isZero();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
