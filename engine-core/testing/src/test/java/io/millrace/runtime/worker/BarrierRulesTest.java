// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.CustomGrouping;
import io.millrace.api.Emitter;
import io.millrace.api.Grouping;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Barriers reach all tasks, whatever tuples these send and get, with and without overtaking. */
@Timeout(60)
class BarrierRulesTest {

    private static final int NUMBERS = 120;
    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 1_000 : 6;

    static Stream<Duration> timeouts() {
        return Stream.of(ConfigKey.NEVER, Duration.ZERO, Duration.ofMillis(1));
    }

    private static Config config(Duration timeout) {
        return Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(5))
                .with(TopologyKeys.SNAPSHOT_ALIGNMENT_TIMEOUT, timeout);
    }

    /** Divides numbers by their remainder among a shuffled, a custom and a direct stream. */
    static final class Fork implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private transient List<Integer> targets;

        @Override
        public void prepare(TaskContext context) {
            targets = context.tasksOf("join");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long number = input.getLong("number");
            Object[] values = {input.get("key"), number};
            switch ((int) (number % 3)) {
                case 0 -> out.emitTo("zero", values);
                case 1 -> out.emitTo("one", values);
                // One of the targets never gets a tuple of this stream
                default -> out.emitDirect(targets.get((int) (number / 3 % 2)), "two", values);
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declareStream("zero", "key", "number");
            declarer.declareStream("one", "key", "number");
            declarer.declareDirect("two", "key", "number");
        }
    }

    /** Chooses the last task only. */
    static final class Last implements CustomGrouping {

        private static final long serialVersionUID = 1L;

        private transient List<Integer> last;

        @Override
        public void prepare(TaskContext context, String stream, List<Integer> targetTasks) {
            last = List.of(targetTasks.get(targetTasks.size() - 1));
        }

        @Override
        public List<Integer> chooseTasks(List<Object> values) {
            return last;
        }
    }

    /**
     * Returns a topology whose joining bolt gets tuples from the spout, from a bolt behind it by three streams, and
     * from spouts that emit nothing.
     */
    private static Topology topology(OutsideWorld world) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new OutsideWorld.Numbers(NUMBERS), 2);
        builder.setSpout("finished", new OutsideWorld.Numbers(0), 2);
        builder.setBolt("fork", new Fork(), 2).shuffle("numbers");
        builder.setBolt("join", new OutsideWorld.Pass(), 3)
                .shuffle("numbers")
                .shuffle("finished")
                .subscribe("fork", "zero", new Grouping.Shuffle())
                .subscribe("fork", "one", Grouping.Custom.of(new Last()))
                .direct("fork", "two");
        builder.setBolt("sums", new OutsideWorld.Sums(), 2)
                .fields("join", "key")
                .all("finished");
        builder.setBolt("sink", new OutsideWorld.Sink(world.key), 1).global("sums");
        return builder.build();
    }

    private static void assertExact(OutsideWorld world) {
        List<Long> twice = new ArrayList<>();
        LongStream.range(0, NUMBERS).forEach(number -> twice.addAll(List.of(number, number)));
        assertThat(world.visible.stream().map(row -> (Long) row.get(1)).collect(Collectors.toList()))
                .containsExactlyInAnyOrderElementsOf(twice);
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void allGroupingsStreamsAndFinishedSpoutsLetBarriersThrough(Duration timeout) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int workers = 1 + random.nextInt(3);
            try (OutsideWorld world = new OutsideWorld("rules");
                    SteppedTopology running = SteppedTopology.of(topology(world))
                            .config(config(timeout))
                            .workers(workers)
                            .nodes(1 + random.nextInt(workers), Duration.ofMillis(1))
                            .executors(2)
                            .seed(seed)
                            .start()) {
                running.advance(Duration.ofNanos(random.nextInt(20_000_000)));
                String victim = "w" + (1 + random.nextInt(workers));
                running.kill(victim);
                running.restart(victim);
                assertThat(running.runUntil(ExactlyOnceTest.completed(running), Duration.ofMinutes(1)))
                        .as("seed %d completes", seed)
                        .isTrue();
                assertExact(world);
            }
        }
    }

    /** A spout that never emits and never finishes. */
    static final class Idle implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {}

        @Override
        public void nextTuple() {}

        @Override
        public Object snapshot() {
            return null;
        }

        @Override
        public void restore(List<Object> snapshots) {}

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number");
        }
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void idleAndInactiveSpoutsTakePart(Duration timeout) {
        try (OutsideWorld world = new OutsideWorld("idle")) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("numbers", new OutsideWorld.Numbers(NUMBERS), 2);
            builder.setSpout("idle", new Idle(), 2);
            builder.setBolt("pass", new OutsideWorld.Pass(), 3)
                    .shuffle("numbers")
                    .shuffle("idle");
            builder.setBolt("sums", new OutsideWorld.Sums(), 2).fields("pass", "key");
            builder.setBolt("sink", new OutsideWorld.Sink(world.key), 1).global("sums");
            try (SteppedTopology running = SteppedTopology.of(builder.build())
                    .config(config(timeout).with(TopologyKeys.INACTIVE, true))
                    .workers(2)
                    .executors(2)
                    .start()) {
                assertThat(running.snapshot()).isPositive();
                running.kill("w2");
                running.restart("w2");
                assertThat(running.snapshot()).isPositive();
                running.activate(true);
                running.advance(Duration.ofMillis(3));
                running.activate(false);
                assertThat(running.snapshot()).isPositive();
                int shown = world.visible.size();
                assertThat(shown).isLessThan(NUMBERS);
                running.kill("w1");
                running.restart("w1");
                running.activate(true);
                assertThat(running.runUntil(() -> world.visible.size() >= NUMBERS, Duration.ofMinutes(1)))
                        .isTrue();
                assertThat(world.visible.stream().map(row -> (Long) row.get(1)))
                        .containsExactlyInAnyOrderElementsOf(
                                LongStream.range(0, NUMBERS).boxed().toList());
            }
        }
    }
}
