// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.Component;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A topology counts exactly once although its workers die. */
@Timeout(7200)
class ExactlyOnceTest {

    private static final int NUMBERS = 400;
    private static final int SEEDS =
            Integer.getInteger("millrace.simulation.seeds", Boolean.getBoolean("millrace.long") ? 10_000 : 15);
    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(5))
            .with(TopologyKeys.RING_BYTES, 1L << 16);

    /** The fault of a worker, and the event some steps later. */
    private record Faults(BiConsumer<SteppedTopology, String> begin, BiConsumer<SteppedTopology, String> end) {}

    private static final Faults DEATHS = new Faults(SteppedTopology::kill, SteppedTopology::restart);

    private static Topology topology(OutsideWorld world) {
        return topology(world, new OutsideWorld.Pass());
    }

    private static Topology topology(OutsideWorld world, Component pass) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new OutsideWorld.Numbers(NUMBERS), 2);
        (pass instanceof Bolt bolt ? builder.setBolt("pass", bolt, 3) : builder.setBolt("pass", (BasicBolt) pass, 3))
                .shuffle("numbers");
        builder.setBolt("sums", new OutsideWorld.Sums(), 2).fields("pass", "key");
        builder.setBolt("sink", new OutsideWorld.Sink(world.key), 2).shuffle("sums");
        return builder.build();
    }

    /** Checks that the sums of each key end with the sum of all of its numbers, and that each number is there once. */
    private static void assertExact(OutsideWorld world) {
        List<Long> numbers = new ArrayList<>();
        Map<Long, Long> last = new TreeMap<>();
        for (List<Object> row : world.visible) {
            numbers.add((Long) row.get(1));
            last.merge((Long) row.get(0), (Long) row.get(2), Math::max);
        }
        List<Long> expected = new ArrayList<>();
        Map<Long, Long> sums = new TreeMap<>();
        for (long number = 0; number < NUMBERS; number++) {
            expected.add(number);
            sums.merge(number % 7, number, Long::sum);
        }
        assertThat(numbers).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(last).isEqualTo(sums);
    }

    static BooleanSupplier completed(SteppedTopology topology) {
        int[] calls = {0};
        return () -> ++calls[0] % 64 == 0 && topology.completed();
    }

    @Test
    void everythingIsVisibleOnceWhenNothingFails() {
        try (OutsideWorld world = new OutsideWorld("quiet");
                SteppedTopology running = SteppedTopology.of(topology(world))
                        .config(CONFIG)
                        .executors(2)
                        .start()) {
            assertThat(running.runUntil(completed(running), Duration.ofMinutes(5)))
                    .isTrue();
            assertExact(world);
        }
    }

    @Test
    void metricsShowTheSnapshotsOfTheCoordinator() {
        try (OutsideWorld world = new OutsideWorld("seen");
                SteppedTopology running = SteppedTopology.of(topology(world))
                        .config(CONFIG)
                        .executors(2)
                        .workers(2)
                        .start()) {
            while (running.snapshot() < 3) {
                // The first runs write all numbers
            }
            SnapshotMetrics snapshots = running.metrics().snapshots();
            SnapshotReport last = snapshots.last().orElseThrow();
            assertThat(snapshots.lastId()).isEqualTo(last.id());
            assertThat(snapshots.committed()).isEqualTo(snapshots.recent().size());
            assertThat(last.slowestComponent())
                    .as("the way ends there: %s", last)
                    .isEqualTo("sink");
            assertThat(last.totalNanos()).isGreaterThanOrEqualTo(last.slowestNanos() + last.writeNanos());
            assertThat(last.slowestNanos()).isGreaterThanOrEqualTo(last.travelNanos());
            assertThat(last.wholeBytes()).isGreaterThanOrEqualTo(last.bytes()).isPositive();
        }
    }

    /**
     * Kills workers at random steps, also while the topology goes back to a snapshot, and compares with the run without
     * faults.
     */
    @Test
    void everythingIsVisibleOnceAlthoughWorkersDie() {
        for (long seed = 1; seed <= SEEDS * 2 / 3; seed++) {
            Config config = CONFIG.with(TopologyKeys.SNAPSHOT_ALIGNMENT_TIMEOUT, alignment(seed));
            crash(seed, config, ExactlyOnceTest::topology, ExactlyOnceTest::assertExact);
        }
    }

    /**
     * Everything is visible once, also with bolts that hold up those before them, so that many tuples are on their way.
     */
    @Test
    void everythingIsVisibleOnceAlthoughWorkersDieBehindFullLinks() {
        for (long seed = 1; seed <= SEEDS / 3; seed++) {
            Config config = CONFIG.with(TopologyKeys.SNAPSHOT_ALIGNMENT_TIMEOUT, alignment(seed))
                    .with(TopologyKeys.INBOX, 2);
            int workers = 1 + (int) (seed % 4);
            // Two workers of one node with full rings to each other wake each other all the time
            crash(
                    seed,
                    workers,
                    workers,
                    config,
                    DEATHS,
                    world -> topology(world, new OutsideWorld.Gated(world.key)),
                    ExactlyOnceTest::assertExact);
        }
    }

    /**
     * Returns the time until barriers overtake: a third of the seeds each never overtakes, always does, and sometimes.
     */
    private static Duration alignment(long seed) {
        return switch ((int) (seed % 3)) {
            case 0 -> ConfigKey.NEVER;
            case 1 -> Duration.ZERO;
            default -> micros(500);
        };
    }

    /** All of the workers live, and the same starts are there afterwards; among them that of the coordinator. */
    @Test
    void everythingIsVisibleOnceAlthoughWorkersAreBelievedLost() {
        for (long seed = 1; seed <= SEEDS / 5; seed++) {
            int workers = 2 + (int) (seed % 3);
            Faults believed = new Faults(SteppedTopology::hide, SteppedTopology::show);
            crash(
                    seed,
                    workers,
                    1 + (int) (seed / 3 % workers),
                    CONFIG,
                    believed,
                    ExactlyOnceTest::topology,
                    ExactlyOnceTest::assertExact);
        }
    }

    /**
     * At-least-once with snapshots loses nothing. The tuples that are counted twice show what the test above would see
     * without alignment.
     */
    @Test
    void withoutAlignmentNothingIsLostButSomeIsCountedTwice() {
        Config config = CONFIG.with(TopologyKeys.GUARANTEE, Guarantee.AT_LEAST_ONCE)
                .with(TopologyKeys.STATE_DIR, "kept in memory here");
        int[] inexact = {0};
        for (long seed = 1; seed <= SEEDS / 5; seed++) {
            crash(seed, config, ExactlyOnceTest::topology, world -> {
                assertThat(world.visible.stream().map(row -> (Long) row.get(1)).distinct())
                        .hasSize(NUMBERS);
                try {
                    assertExact(world);
                } catch (AssertionError e) {
                    inexact[0]++;
                }
            });
        }
        assertThat(inexact[0]).isPositive();
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(1_000 * micros);
    }

    private static void crash(
            long seed, Config config, Function<OutsideWorld, Topology> of, Consumer<OutsideWorld> check) {
        SplittableRandom random = new SplittableRandom(seed);
        int workers = 1 + random.nextInt(3);
        crash(seed, workers, 1 + random.nextInt(workers), config, DEATHS, of, check);
    }

    private static void crash(
            long seed,
            int workers,
            int nodes,
            Config config,
            Faults faults,
            Function<OutsideWorld, Topology> of,
            Consumer<OutsideWorld> check) {
        SplittableRandom random = new SplittableRandom(~seed);
        try (OutsideWorld world = new OutsideWorld("seed-" + seed);
                SteppedTopology running = SteppedTopology.of(of.apply(world))
                        .config(config)
                        .workers(workers)
                        .nodes(nodes, micros(random.nextInt(2_000)))
                        .executors(1 + random.nextInt(2))
                        .seed(seed)
                        .start()) {
            int deaths = 1 + random.nextInt(5);
            for (int i = 0; i < deaths; i++) {
                Duration until = micros(random.nextInt(60_000));
                running.runUntil(() -> false, until);
                int steps = random.nextInt(200);
                for (int step = 0; step < steps; step++) {
                    running.step();
                }
                String victim = "w" + (1 + random.nextInt(workers));
                faults.begin().accept(running, victim);
                steps = random.nextInt(500);
                for (int step = 0; step < steps; step++) {
                    running.step();
                }
                faults.end().accept(running, victim);
            }
            assertThat(running.runUntil(completed(running), Duration.ofMinutes(5)))
                    .as("seed %d completes", seed)
                    .isTrue();
            check.accept(world);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
