// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.snapshot.agent.MemoryPointer;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import io.millrace.runtime.snapshot.savepoint.SavepointResult;
import io.millrace.runtime.snapshot.store.MemorySnapshotStore;
import io.millrace.testing.stepped.SteppedTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A topology ends with a savepoint, and another one with other numbers of tasks and workers goes on exactly there. */
@Timeout(120)
class SavepointTest {

    private static final int NUMBERS = 400;
    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 3_000 : 15;
    /** The settings, by which snapshots are those for savepoints only, unless a worker is lost. */
    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofHours(1))
            .with(TopologyKeys.RING_BYTES, 1L << 16);

    @TempDir
    private Path directory;

    private static Topology topology(OutsideWorld world, int sums, String key) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new OutsideWorld.Numbers(NUMBERS), 2);
        builder.setBolt("pass", new OutsideWorld.Pass(), sums).shuffle("numbers");
        builder.setBolt("sums", new OutsideWorld.Sums(), sums).fields("pass", key);
        builder.setBolt("sink", new OutsideWorld.Sink(world.key), 2).shuffle("sums");
        return builder.build();
    }

    private static SteppedTopology start(Topology topology, Config config, int workers, long seed) {
        return SteppedTopology.of(topology)
                .config(config)
                .workers(workers)
                .executors(2)
                .seed(seed)
                .snapshots(new MemorySnapshotStore(), new MemoryPointer())
                .start();
    }

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

    private static void kill(SteppedTopology running, String worker, int steps) {
        running.kill(worker);
        for (int step = 0; step < steps; step++) {
            running.step();
        }
        running.restart(worker);
    }

    /** Takes a savepoint, and kills the coordinator's worker this often at random steps until it is answered. */
    private SavepointResult take(SteppedTopology running, Path to, SplittableRandom random, int deaths) {
        SavepointOrder order = new SavepointOrder("stepped#1", to.toString(), Map.of());
        List<SavepointResult> answers = new ArrayList<>();
        for (int i = 0; i < deaths; i++) {
            running.savepoint(order, answers::add);
            int steps = random.nextInt(3_000);
            for (int step = 0; step < steps && answers.isEmpty(); step++) {
                running.step();
            }
            if (!answers.isEmpty()) {
                break;
            }
            kill(running, "w1", random.nextInt(300));
        }
        running.savepoint(order, answers::add);
        assertThat(running.runUntil(() -> !answers.isEmpty(), Duration.ofMinutes(5)))
                .isTrue();
        return answers.get(0);
    }

    @Test
    void aTopologyGoesOnAtASavepointWithOtherNumbersOfTasksAlthoughCoordinatorsDie() throws IOException {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Path to = directory.resolve("savepoint-" + seed);
            try (OutsideWorld world = new OutsideWorld("savepoint-" + seed)) {
                try (SteppedTopology first = start(topology(world, 2, "key"), CONFIG, 1 + random.nextInt(2), seed)) {
                    first.runUntil(() -> false, Duration.ofNanos(1_000L * random.nextInt(40_000)));
                    SavepointResult result = take(first, to, random, random.nextInt(3));
                    assertThat(result.failure()).as("seed %d", seed).isEmpty();
                    assertThat(result.bytes()).isPositive();
                }
                int shown = world.visible.size();
                Config from = CONFIG.with(TopologyKeys.SAVEPOINT_FROM, to.toString())
                        .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(5));
                try (SteppedTopology second =
                        start(topology(world, 1 + random.nextInt(4), "key"), from, 1 + random.nextInt(3), seed)) {
                    for (int deaths = random.nextInt(3); deaths > 0; deaths--) {
                        int steps = random.nextInt(1_500);
                        for (int step = 0; step < steps; step++) {
                            second.step();
                        }
                        kill(second, "w1", random.nextInt(300));
                    }
                    assertThat(second.runUntil(second::completed, Duration.ofMinutes(5)))
                            .as("seed %d completes, %d were visible before", seed, shown)
                            .isTrue();
                }
                assertExact(world);
            }
        }
    }

    /**
     * The topology is stopped: its spouts are paused, and other snapshots are under way when the savepoint is ordered.
     */
    @Test
    void aSavepointContainsAllThatWasEmittedBeforeItAndIsAnsweredWhenThatIsVisible() throws IOException {
        Config often = CONFIG.with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(3));
        for (long seed = 1; seed <= SEEDS / 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Path to = directory.resolve("stopped-" + seed);
            try (OutsideWorld world = new OutsideWorld("stopped-" + seed)) {
                try (SteppedTopology first = SteppedTopology.of(topology(world, 2, "key"))
                        .config(often)
                        .workers(2)
                        // The delay keeps snapshots under way most of the time
                        .nodes(2, Duration.ofMillis(1))
                        .seed(seed)
                        .start()) {
                    first.runUntil(() -> false, Duration.ofNanos(1_000L * random.nextInt(30_000)));
                    first.activate(false);
                    first.runUntil(() -> false, Duration.ofNanos(1_000L * (1 + random.nextInt(100))));
                    take(first, to, random, 0);
                    int shown = world.visible.size();
                    first.runUntil(() -> false, Duration.ofMillis(30));
                    assertThat(world.visible).as("seed %d", seed).hasSize(shown);
                }
                Config from = often.with(TopologyKeys.SAVEPOINT_FROM, to.toString());
                try (SteppedTopology second = start(topology(world, 3, "key"), from, 1, seed)) {
                    assertThat(second.runUntil(second::completed, Duration.ofMinutes(5)))
                            .isTrue();
                }
                assertExact(world);
            }
        }
    }

    @Test
    void aSavepointThatDoesNotFitEndsTheTopologyWithTheReason() throws IOException {
        Path to = directory.resolve("savepoint");
        try (OutsideWorld world = new OutsideWorld("misfit")) {
            try (SteppedTopology first = start(topology(world, 2, "key"), CONFIG, 1, 1)) {
                first.runUntil(() -> false, Duration.ofMillis(20));
                take(first, to, new SplittableRandom(1), 0);
            }
            Config from = CONFIG.with(TopologyKeys.SAVEPOINT_FROM, to.toString());
            assertThatThrownBy(() -> run(topology(world, 2, "number"), from))
                    .hasMessageContaining("the topology cannot begin with the savepoint in " + to
                            + ": the key of component 'sums' was key, and is number now: group by the same fields, or give"
                            + " the component another id");
        }
    }

    private static void run(Topology topology, Config config) {
        try (SteppedTopology running = start(topology, config, 1, 1)) {
            running.runUntil(() -> false, Duration.ofSeconds(1));
        }
    }

    @Test
    void aPlaceThatHoldsSomethingFailsTheSavepointAndTheTopologyGoesOn() throws IOException {
        Files.writeString(directory.resolve("my notes"), "x");
        try (OutsideWorld world = new OutsideWorld("full");
                SteppedTopology running = start(topology(world, 2, "key"), CONFIG, 2, 1)) {
            running.runUntil(() -> false, Duration.ofMillis(20));
            SavepointResult result = take(running, directory, new SplittableRandom(1), 0);
            assertThat(result.failure())
                    .isEqualTo(directory + " holds my notes already: name a directory that is empty or not there");
            assertThat(running.runUntil(running::completed, Duration.ofHours(5)))
                    .isTrue();
            assertExact(world);
        }
    }
}
