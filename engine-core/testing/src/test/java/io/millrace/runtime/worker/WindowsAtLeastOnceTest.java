// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.SnapshotAlignment;
import io.millrace.api.config.TopologyKeys;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Windows by event time at least once, with snapshots. Each window is emitted at least once, and its last result has
 * each of its events once, also if workers have died. The inputs of windows are not pending until these end.
 */
@Timeout(900)
class WindowsAtLeastOnceTest {

    private static final int EVENTS = 300;
    private static final int KEYS = 5;
    private static final boolean LONG = Boolean.getBoolean("millrace.long");
    private static final int SEEDS = LONG ? 10_000 : 10;
    private static final int PENDING = 4;
    private static final long SIZE = 400;
    private static final Windows TUMBLING = Windows.tumbling(Duration.ofMillis(SIZE));
    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.AT_LEAST_ONCE)
            .with(TopologyKeys.STATE_DIR, "heap")
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(5))
            .with(TopologyKeys.WATERMARK_INTERVAL, Duration.ofMillis(1))
            .with(TopologyKeys.MAX_SPOUT_PENDING, PENDING)
            .with(TopologyKeys.RING_BYTES, 1L << 16);

    /** The results of windows, in the order in which the sinks got them. */
    private static final Map<String, List<List<Object>>> RESULTS = new ConcurrentHashMap<>();

    /** Emits events with times out of order, at most by the lateness, and repeats those that have failed. */
    private static final class Events implements ReplayableSpout {

        private static final long serialVersionUID = 1L;
        private static final long PAUSE_NANOS = 200_000;

        private final long[] times;
        private final ArrayDeque<Long> failed = new ArrayDeque<>();
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;

        Events(long[] times) {
            this.times = times;
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
            next = task.taskIndex();
        }

        @Override
        public void nextTuple() {
            Long again = failed.poll();
            if (again != null) {
                emit(again);
            } else if (next < EVENTS) {
                emit(next);
                next += context.taskCount();
                out.idleUntil(context.nanoTime() + PAUSE_NANOS);
            } else {
                out.finish();
            }
        }

        private void emit(long number) {
            out.emitTracked(number, number % KEYS, times[(int) number], number);
        }

        @Override
        public void fail(Object messageId) {
            failed.add((Long) messageId);
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

    private record Sink(String name) implements BasicBolt {

        @Override
        public void execute(Tuple input, Emitter out) {
            RESULTS.get(name).add(List.copyOf(input.values()));
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}
    }

    /** @param lateness lateness that the times need */
    private record Input(long[] times, long lateness) {

        static Input random(SplittableRandom random) {
            long lateness = random.nextInt(200);
            long[] times = new long[EVENTS];
            for (int i = 0; i < EVENTS; i++) {
                times[i] = 7L * i + random.nextLong(lateness + 1);
            }
            return new Input(times, lateness);
        }

        Map<List<Long>, Set<Long>> windows() {
            Map<List<Long>, Set<Long>> windows = new LinkedHashMap<>();
            for (long number = 0; number < EVENTS; number++) {
                long from = times[(int) number] / SIZE * SIZE;
                windows.computeIfAbsent(List.of(number % KEYS, from), none -> new TreeSet<>())
                        .add(number);
            }
            return windows;
        }
    }

    private static Topology topology(Input input, String name) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", new Events(input.times), 2).eventTime("time", Duration.ofMillis(input.lateness));
        builder.setBolt(
                        "pass",
                        Bolts.flatMap(
                                Fields.of("key", "time", "number"),
                                (in, out) -> out.emit(in.get(0), in.get(1), in.get(2))),
                        3)
                .shuffle("events");
        builder.setBolt(
                        "windows",
                        Bolts.window(TUMBLING, "key")
                                .eventTime("time")
                                .aggregate("count", Aggregates.count())
                                .aggregate("last", Aggregates.max("number"))
                                .aggregate("all", Aggregates.list("number")),
                        3)
                .fields("pass", "key");
        builder.setBolt("sink", new Sink(name), 2).fields("windows", "key");
        return builder.build();
    }

    @Test
    void theLastResultOfEachWindowHasEachOfItsEventsOnce() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(run(seed, SnapshotAlignment.AUTO))
                    .as("windows of seed %d with an event twice", seed)
                    .isZero();
        }
    }

    @Test
    void withoutAlignmentEventsMayCountTwiceAfterADeath() {
        int counted = 0;
        for (long seed = 1; seed <= SEEDS && (LONG || counted == 0); seed++) {
            counted += run(seed, SnapshotAlignment.NEVER);
        }
        // Counting an event twice is allowed: if no run shows it, the deaths of these tests come at harmless times only
        assertThat(counted)
                .as("windows in which deaths made an event count twice")
                .isPositive();
    }

    /** Returns how many windows have an event twice. */
    private static int run(long seed, SnapshotAlignment alignment) {
        SplittableRandom random = new SplittableRandom(seed);
        Input input = Input.random(random);
        String name = "at-least-" + seed;
        RESULTS.put(name, new ArrayList<>());
        int workers = 1 + random.nextInt(3);
        try (SteppedTopology running = SteppedTopology.of(topology(input, name))
                .config(CONFIG.with(TopologyKeys.SNAPSHOT_ALIGNMENT, alignment))
                .workers(workers)
                .nodes(1 + random.nextInt(workers), Duration.ofNanos(1_000L * random.nextInt(2_000)))
                .executors(1 + random.nextInt(2))
                .seed(seed)
                .start()) {
            int deaths = random.nextInt(4);
            for (int left = deaths; left > 0; left--) {
                running.runUntil(() -> false, Duration.ofNanos(1_000L * random.nextInt(30_000)));
                String victim = "w" + (1 + random.nextInt(workers));
                running.kill(victim);
                running.restart(victim);
            }
            // Four tuples may be pending, whereas each window has more: none may stay pending until its window ends
            assertThat(running.runUntil(ExactlyOnceTest.completed(running), Duration.ofMinutes(5)))
                    .as("completes")
                    .isTrue();
            return check(input, RESULTS.get(name), deaths);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        } finally {
            RESULTS.remove(name);
        }
    }

    private static int check(Input input, List<List<Object>> results, int deaths) {
        Map<List<Long>, List<Object>> last = new LinkedHashMap<>();
        results.forEach(result -> last.put(List.of((Long) result.get(0), (Long) result.get(1)), result));
        Map<List<Long>, Set<Long>> expected = input.windows();
        assertThat(last.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
        int twice = 0;
        for (Map.Entry<List<Long>, List<Object>> each : last.entrySet()) {
            Set<Long> events = expected.get(each.getKey());
            List<Object> result = each.getValue();
            List<Long> listed = numbers((List<?>) result.get(5));
            assertThat(new HashSet<>(listed)).as("events of %s", each.getKey()).isEqualTo(new HashSet<>(events));
            assertThat(result.get(4)).as("maximum of %s", each.getKey()).isEqualTo(Collections.max(events));
            assertThat(result.get(3)).as("count of %s", each.getKey()).isEqualTo((long) listed.size());
            if (deaths == 0) {
                assertThat(listed).as("without a death").hasSameSizeAs(events);
            }
            twice += listed.size() > events.size() ? 1 : 0;
        }
        return twice;
    }

    /** Returns the numbers in a list: of one field, it is a list of its values, or of lists of them. */
    private static List<Long> numbers(List<?> listed) {
        List<Long> numbers = new ArrayList<>();
        listed.forEach(each -> numbers.add((Long) (each instanceof List<?> row ? row.get(0) : each)));
        return numbers;
    }
}
