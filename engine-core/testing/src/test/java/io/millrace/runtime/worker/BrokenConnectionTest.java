// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.BoltDeclarer;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections between workers that live break under a topology that counts exactly once, in simulated time. */
@Timeout(120)
class BrokenConnectionTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 300 : 3;
    private static final long PAUSE_NANOS = 5_000_000;
    private static final Duration CUT = Duration.ofSeconds(12);
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(50))
            .with(TopologyKeys.RING_BYTES, 1L << 16);

    /** The fault of the connections between two workers on two nodes. */
    private enum Fault {
        /** The connections break at once, and none can be made for 12 s. */
        REFUSED {
            @Override
            void happens(SteppedTopology topology) {
                topology.separate("w1", "w2");
                topology.advance(CUT);
                topology.unite("w1", "w2");
            }
        },
        /** Packets are dropped for 12 s, so that connections break when nothing was received for 10 s. */
        BLACK_HOLE {
            @Override
            void happens(SteppedTopology topology) {
                topology.hold("w1", "w2");
                topology.hold("w2", "w1");
                topology.advance(CUT);
                topology.release("w1", "w2");
                topology.release("w2", "w1");
            }
        },
        /** The connections break with the messages on their way, and are made again at once. */
        RESET {
            @Override
            void happens(SteppedTopology topology) {
                topology.breakConnections();
            }
        };

        abstract void happens(SteppedTopology topology);
    }

    private static Topology topology(OutsideWorld world) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new OutsideWorld.Numbers(Integer.MAX_VALUE, PAUSE_NANOS), 2);
        builder.setBolt("pass", new OutsideWorld.Pass(), 3).shuffle("numbers");
        builder.setBolt("sums", new OutsideWorld.Sums(), 2).fields("pass", "key");
        builder.setBolt("sink", new OutsideWorld.Sink(world.key), 2).shuffle("sums");
        return builder.build();
    }

    private static void flowsSoonAfter(Fault fault) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            try (OutsideWorld world = new OutsideWorld("broken-" + fault + seed);
                    SteppedTopology running = SteppedTopology.of(topology(world))
                            .config(CONFIG)
                            .workers(2)
                            .nodes(2, Duration.ofNanos(1 + random.nextInt(20_000_000)))
                            .executors(2)
                            .seed(seed)
                            .start()) {
                running.advance(Duration.ofMillis(300 + random.nextInt(100)));
                fault.happens(running);
                int before = world.visible.size();
                assertThat(before).isPositive();
                assertThat(running.runUntil(() -> world.visible.size() > before, SOON))
                        .as("%s, seed %d: something becomes visible within %s", fault, seed, SOON)
                        .isTrue();
                running.advance(Duration.ofMillis(300));
                assertNothingTwice(world);
            }
        }
    }

    private static void assertNothingTwice(OutsideWorld world) {
        List<Object> numbers = new ArrayList<>();
        world.visible.forEach(row -> numbers.add(row.get(1)));
        assertThat(new HashSet<>(numbers)).hasSameSizeAs(numbers);
    }

    /**
     * Returns a topology with tasks 1, 3 and 5 in worker w2, the others in w1. Only tuples of the first spout go from
     * one worker to the other.
     */
    private static Topology unequal(OutsideWorld world, long fastPauseNanos) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("fast", new OutsideWorld.Numbers(Integer.MAX_VALUE, fastPauseNanos));
        builder.setSpout("slow", new OutsideWorld.Numbers(Integer.MAX_VALUE, PAUSE_NANOS));
        builder.setSpout("none", new OutsideWorld.Numbers(0));
        builder.setBolt("gated", new OutsideWorld.Gated(world.key)).shuffle("slow");
        builder.setSpout("nothing", new OutsideWorld.Numbers(0));
        builder.setBolt("sink", new OutsideWorld.Sink(world.key))
                .shuffle("fast")
                .shuffle("gated");
        return builder.build();
    }

    /**
     * A sink holds one source back while it waits for the barrier of the other; the message that releases the source is
     * lost.
     */
    @Test
    void aSourceIsNotHeldBackForEverWhenItsReleaseIsLost() {
        for (int millis = 0; millis < 40; millis += 10) {
            try (OutsideWorld world = new OutsideWorld("held-" + millis);
                    SteppedTopology running = SteppedTopology.of(unequal(world, 200_000))
                            .config(CONFIG.with(TopologyKeys.INBOX_BYTES, 16L << 10))
                            .workers(2)
                            .nodes(2, Duration.ofMillis(20))
                            .start()) {
                running.advance(Duration.ofMillis(500));
                assertThat(world.visible).isNotEmpty();
                world.closed = true;
                for (int times = 0; outbox(running, 1) == 0; times++) {
                    assertThat(times).isLessThan(2_000);
                    running.advance(Duration.ofMillis(10));
                }
                running.advance(Duration.ofSeconds(1));
                world.closed = false;
                running.advance(Duration.ofMillis(millis));
                running.breakConnections();
                running.advance(SOON);
                int before = world.visible.size();
                assertThat(running.runUntil(() -> world.visible.size() > before, SOON))
                        .as("cut %d ms after the gate was opened", millis)
                        .isTrue();
            }
        }
    }

    private static long outbox(SteppedTopology running, int task) {
        return running.counts().stream()
                .filter(each -> each.task() == task)
                .mapToLong(TaskMetrics::outbox)
                .sum();
    }

    /** A bolt that passes tuples on, and takes input in one of ten milliseconds. */
    private static final class Breathing implements Bolt {
        private static final long serialVersionUID = 1L;
        private transient TaskContext context;
        private transient BoltCollector out;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number");
        }

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            context = task;
            out = collector;
            pause();
        }

        private void pause() {
            out.pauseInput();
            context.executeAt(context.nanoTime() + 9_000_000, this::resume);
        }

        private void resume() {
            out.resumeInput();
            context.executeAt(context.nanoTime() + 1_000_000, this::pause);
        }

        @Override
        public void execute(Tuple input) {
            out.emit(input, input.get("key"), input.get("number"));
            out.ack(input);
        }
    }

    /** A bolt may have paused its input when it is asked, which does not depend on how many barriers have come. */
    @Test
    void barriersThatComeOneByOneAreNoStandstill() {
        try (OutsideWorld world = new OutsideWorld("one-by-one")) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("numbers", new OutsideWorld.Numbers(Integer.MAX_VALUE, 20 * PAUSE_NANOS));
            BoltDeclarer breathing =
                    builder.setBolt("breathing", new Breathing()).shuffle("numbers");
            for (String late : List.of("first", "second", "third")) {
                builder.setSpout(late, new OutsideWorld.Numbers(Integer.MAX_VALUE, 20 * PAUSE_NANOS));
                breathing.shuffle(late);
            }
            builder.setBolt("sink", new OutsideWorld.Sink(world.key)).shuffle("breathing");
            try (SteppedTopology running = SteppedTopology.of(builder.build())
                    .config(CONFIG.with(TopologyKeys.STANDSTILL_WARNING, Duration.ofSeconds(3)))
                    .workers(6)
                    .nodes(6, Duration.ofMillis(1))
                    .start()) {
                running.advance(Duration.ofMillis(500));
                assertThat(world.visible).isNotEmpty();
                String to = running.workerOfTask().get(2);
                for (int task = 3; task <= 5; task++) {
                    running.hold(running.workerOfTask().get(task), to);
                }
                for (int task = 3; task <= 5; task++) {
                    running.advance(Duration.ofMillis(2_400));
                    assertThat(running.metrics().snapshots().standstill()).isEmpty();
                    running.release(running.workerOfTask().get(task), to);
                }
            }
        }
    }

    @Test
    void aBarrierThatDoesNotComeIsNamedWithWhoWaitsForIt() {
        try (OutsideWorld world = new OutsideWorld("named");
                SteppedTopology running = SteppedTopology.of(unequal(world, 1_000_000))
                        .config(CONFIG.with(TopologyKeys.STANDSTILL_WARNING, Duration.ofSeconds(3)))
                        .workers(2)
                        .nodes(2, Duration.ofMillis(1))
                        .start()) {
            running.advance(Duration.ofMillis(500));
            assertThat(running.metrics().snapshots().standstill()).isEmpty();
            world.closed = true;
            running.advance(Duration.ofSeconds(5));
            assertThat(running.metrics().snapshots().standstill())
                    .matches("snapshot \\d+ has not ended for [45] s: worker w1: component 'gated', task 4 has paused"
                            + " its input, 1 more of its tasks wait");
            world.closed = false;
            running.advance(SOON);
            assertThat(running.metrics().snapshots().standstill()).isEmpty();
            running.separate("w1", "w2");
            running.advance(Duration.ofSeconds(5));
            assertThat(running.metrics().snapshots().standstill())
                    .matches("snapshot \\d+ has not ended for [34] s: worker w1: does not answer");
            running.unite("w1", "w2");
            running.advance(SOON);
            assertThat(running.metrics().snapshots().standstill()).isEmpty();
        }
    }

    @Test
    void resultsGoOnSoonAfterConnectionsThatWereRefused() {
        flowsSoonAfter(Fault.REFUSED);
    }

    @Test
    void resultsGoOnSoonAfterPacketsWereDropped() {
        flowsSoonAfter(Fault.BLACK_HOLE);
    }

    @Test
    void resultsGoOnSoonAfterAReset() {
        flowsSoonAfter(Fault.RESET);
    }
}
