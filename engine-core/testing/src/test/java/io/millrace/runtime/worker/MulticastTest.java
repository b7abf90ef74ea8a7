// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.MulticastFigure;
import io.millrace.api.metrics.MulticastMetrics;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies for tasks of another region that go once, in simulated time, while workers and connections fail. */
@Timeout(600)
class MulticastTest {

    private static final Duration ONE_WAY = Duration.ofMillis(40);
    private static final int PER_SECOND = 200;
    private static final boolean LONG = Boolean.getBoolean("millrace.long");
    private static final int SEEDS = LONG ? 200 : 2;
    private static final int BREAKING_SEEDS = LONG ? 100 : 1;

    /**
     * The tasks away from the source: task 1 sends from w2 in eu; of the sinks 2, 3, 4 and 6 are in us (w3, w4, w1 and
     * w3), 5 is with the source.
     */
    private static final List<Integer> AWAY = List.of(2, 3, 4, 6);

    private static final int SINKS = 5;

    private SteppedTopology connected(String test, Guarantee guarantee, String multicast, long seed) {
        Journal.fresh(test);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new PacedSpout(test, PER_SECOND));
        builder.setBolt(
                        "sink",
                        TestBolts.full((input, out, context) -> {
                            Journal.of(test).seen.add(context.taskId() * 1_000_000 + input.getInt(0));
                            out.ack(input);
                        }),
                        SINKS)
                .all("numbers");
        SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty()
                        .with(TopologyKeys.GUARANTEE, guarantee)
                        .with(TopologyKeys.GEO_MULTICAST, multicast)
                        .with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofMinutes(10)))
                .workers(4)
                .nodes(4, ONE_WAY)
                .regions("us", "eu", "us", "us")
                .clocksApart(Duration.ofHours(1))
                .seed(seed)
                .start();
        topology.activate(false);
        topology.advance(Duration.ofSeconds(2));
        topology.activate(true);
        return topology;
    }

    /** Stops the emissions, and lets all tuples on their way arrive. */
    private static void end(SteppedTopology topology) {
        topology.activate(false);
        topology.advance(Duration.ofSeconds(30));
    }

    /** Returns the numbers that each task got. */
    private static Map<Integer, List<Integer>> seen(String test) {
        Map<Integer, List<Integer>> seen = new TreeMap<>();
        for (Object each : Journal.of(test).seen) {
            seen.computeIfAbsent((Integer) each / 1_000_000, none -> new ArrayList<>())
                    .add((Integer) each % 1_000_000);
        }
        return seen;
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    /** Checks that all of these tasks got all that was emitted, once and in order. */
    private static void assertAll(String test, List<Integer> tasks) {
        Map<Integer, List<Integer>> seen = seen(test);
        List<Integer> all = upTo(seen.get(5).size());
        assertThat(all).hasSizeGreaterThan(PER_SECOND);
        for (int task : tasks) {
            assertThat(seen.get(task)).describedAs("task %s", task).isEqualTo(all);
        }
    }

    private static long copied(SteppedTopology topology, String... workers) {
        long copied = 0;
        for (String worker : workers) {
            copied += topology.copied(worker);
        }
        return copied;
    }

    @ParameterizedTest
    @CsvSource({
        "AT_MOST_ONCE, direct",
        "AT_MOST_ONCE, intermediate",
        "AT_MOST_ONCE, auto",
        "AT_LEAST_ONCE, direct",
        "AT_LEAST_ONCE, intermediate",
        "AT_LEAST_ONCE, auto"
    })
    void eachTaskGetsAllInOrder(Guarantee guarantee, String multicast) {
        String test = "multicast-" + guarantee + multicast;
        try (SteppedTopology topology = connected(test, guarantee, multicast, 1)) {
            // Until it is known which way is better, the copies of the third go one by one
            topology.advance(Duration.ofSeconds(multicast.equals("auto") ? 20 : 5));
            end(topology);
            assertAll(test, List.of(2, 3, 4, 5, 6));
            assertThat(Journal.of(test).failed).isEmpty();
            if (guarantee == Guarantee.AT_LEAST_ONCE) {
                assertThat(Journal.of(test).acked).hasSize(seen(test).get(5).size());
            }
            // The entry is the worker with most of the tasks
            assertThat(topology.copied("w3")).matches(count -> multicast.equals("direct") == (count == 0));
            assertThat(copied(topology, "w1", "w4")).isZero();
            assertThat(topology.metrics().endToEnd().maxNanos())
                    .isBetween(ONE_WAY.toNanos(), Duration.ofSeconds(2).toNanos());
        }
    }

    @Test
    void theStatusSaysHowCopiesGoAndWhy() {
        try (SteppedTopology topology = connected("multicast-status", Guarantee.AT_LEAST_ONCE, "auto", 1)) {
            topology.advance(Duration.ofSeconds(15));
            topology.metrics();
            topology.advance(Duration.ofSeconds(5));
            List<MulticastMetrics> all = topology.metrics().multicasts();
            assertThat(all).hasSize(1);
            MulticastMetrics copies = all.get(0);
            assertThat(copies.source()).isEqualTo("numbers");
            assertThat(List.of(copies.sourceWorker(), copies.sourceRegion(), copies.targetRegion()))
                    .containsExactly("w2", "eu", "us");
            assertThat(copies.tasks()).isEqualTo(AWAY);
            assertThat(copies.strategy()).isEqualTo("intermediate");
            assertThat(copies.entries()).containsExactly("entry w3");
            assertThat(copies.reason()).startsWith("intermediate of 4: ").contains("; direct ");
            assertThat(copies.figures().get(MulticastFigure.SWITCHES)).isPositive();
            assertThat(copies.figures().get(MulticastFigure.EVENTS)).isBetween(5L * PER_SECOND, 25L * PER_SECOND);
            assertThat(copies.figures().real(MulticastFigure.BYTES_PER_SECOND)).isPositive();
            assertThat(copies.figures().get(MulticastFigure.MEASURED_NANOS))
                    .isBetween(2 * ONE_WAY.toNanos() - 1, 3 * ONE_WAY.toNanos());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AT_MOST_ONCE", "AT_LEAST_ONCE"})
    void anotherEntryTakesOverWhenTheFirstIsNotReached(Guarantee guarantee) {
        String test = "entry-cut-" + guarantee;
        try (SteppedTopology topology = connected(test, guarantee, "intermediate", 1)) {
            topology.advance(Duration.ofSeconds(2));
            topology.separate("w2", "w3");
            topology.advance(Duration.ofSeconds(10));
            assertThat(copied(topology, "w1", "w4")).isPositive();
            topology.unite("w2", "w3");
            topology.advance(Duration.ofSeconds(5));
            end(topology);
            assertAll(test, AWAY);
        }
    }

    @Test
    void whenTheEntryDiesTheOthersGetAllOnceAndInOrder() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            String test = "entry-dies-" + seed;
            SplittableRandom random = new SplittableRandom(seed);
            try (SteppedTopology topology = connected(test, Guarantee.AT_MOST_ONCE, "intermediate", seed)) {
                topology.advance(Duration.ofMillis(1_000 + random.nextInt(1_000)));
                topology.kill("w3");
                topology.advance(Duration.ofMillis(random.nextInt(2_000)));
                if (random.nextBoolean()) {
                    topology.restart("w3");
                }
                topology.advance(Duration.ofSeconds(3));
                boolean again = topology.copied("w1") + topology.copied("w4") > 0;
                end(topology);
                assertThat(again).describedAs("seed %s", seed).isTrue();
                assertAll(test, List.of(3, 4));
                for (int task : List.of(2, 6)) {
                    assertThat(seen(test).get(task)).isSorted().doesNotHaveDuplicates();
                }
            }
        }
    }

    @Test
    void whatIsTrackedIsRepeatedForAWorkerThatDies() {
        String test = "entry-dies-tracked";
        try (SteppedTopology topology = connected(test, Guarantee.AT_LEAST_ONCE, "intermediate", 1)) {
            topology.advance(Duration.ofSeconds(2));
            topology.kill("w3");
            topology.advance(Duration.ofSeconds(1));
            topology.restart("w3");
            topology.advance(Duration.ofSeconds(3));
            end(topology);
            assertAll(test, List.of(3, 4));
            Journal journal = Journal.of(test);
            // A tree without the dead worker's acks has failed, and no other
            assertThat(journal.failed).isNotEmpty();
            assertThat(journal.acked.size() + journal.failed.size())
                    .isEqualTo(seen(test).get(5).size());
            for (Object acked : journal.acked.keySet()) {
                assertThat(journal.failed).doesNotContainKey(acked);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"w1", "w4"})
    void whenAnotherWorkerDiesTheOthersGoOn(String dead) {
        String test = "target-dies-" + dead;
        try (SteppedTopology topology = connected(test, Guarantee.AT_MOST_ONCE, "intermediate", 1)) {
            topology.advance(Duration.ofSeconds(2));
            topology.kill(dead);
            topology.advance(Duration.ofMillis(300));
            topology.restart(dead);
            topology.advance(Duration.ofSeconds(3));
            end(topology);
            assertAll(test, dead.equals("w1") ? List.of(2, 3, 6) : List.of(2, 4, 6));
            assertThat(topology.metrics().multicasts())
                    .extracting(copies -> copies.figures().get(MulticastFigure.KEPT_BYTES))
                    .containsOnly(0L);
            int restarted = dead.equals("w1") ? 4 : 3;
            assertThat(seen(test).get(restarted))
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .contains(800);
        }
    }

    /** Otherwise the source would keep for that worker what all others have, until its bound. */
    @Test
    void nothingIsKeptForAWorkerThatDoesNotComeBack() {
        String test = "target-stays-away";
        try (SteppedTopology topology = connected(test, Guarantee.AT_MOST_ONCE, "intermediate", 1)) {
            topology.advance(Duration.ofSeconds(2));
            topology.kill("w4");
            topology.advance(Duration.ofSeconds(20));
            end(topology);
            assertAll(test, List.of(2, 4, 6));
            topology.metrics();
            topology.advance(Duration.ofSeconds(1));
            assertThat(topology.metrics().multicasts())
                    .extracting(copies -> copies.figures().get(MulticastFigure.KEPT_BYTES))
                    .containsOnly(0L);
        }
    }

    /** Tuples that the source still keeps for another worker go to all again. */
    @Test
    void aWorkerThatStartsAgainGetsNothingThatItsEarlierStartHasGot() {
        String test = "entry-starts-again";
        try (SteppedTopology topology = connected(test, Guarantee.AT_MOST_ONCE, "intermediate", 1)) {
            assertThat(topology.runUntil(() -> topology.copied("w3") > 0, Duration.ofSeconds(5)))
                    .isTrue();
            List.of("w1", "w2", "w3").forEach(other -> topology.separate("w4", other));
            topology.advance(Duration.ofMillis(500));
            topology.kill("w3");
            topology.restart("w3");
            topology.advance(Duration.ofSeconds(3));
            List.of("w1", "w2", "w3").forEach(other -> topology.unite("w4", other));
            topology.advance(Duration.ofSeconds(5));
            end(topology);
            assertAll(test, List.of(3, 4));
            for (int task : List.of(2, 6)) {
                assertThat(seen(test).get(task))
                        .isSorted()
                        .doesNotHaveDuplicates()
                        .contains(1_000);
            }
        }
    }

    /** Connections anywhere break for a while, strategies change, and no worker dies. */
    @Test
    void nothingIsLostOrComesTwiceWhateverBreaks() {
        long changes = 0;
        long copied = 0;
        for (int seed = 1; seed <= BREAKING_SEEDS; seed++) {
            String test = "breaks-" + seed;
            SplittableRandom random = new SplittableRandom(seed);
            Guarantee guarantee = random.nextBoolean() ? Guarantee.AT_MOST_ONCE : Guarantee.AT_LEAST_ONCE;
            try (SteppedTopology topology = connected(test, guarantee, "intermediate", seed)) {
                for (int i = 0; i < 6; i++) {
                    String one = "w" + (1 + random.nextInt(4));
                    String other = "w" + (1 + random.nextInt(4));
                    switch (random.nextInt(4)) {
                        case 0 -> topology.breakConnections();
                        case 1 -> {
                            // Copies of streams with another order go one by one
                            topology.setting(TopologyKeys.GEO_ORDER, "late-drop:1h");
                            changes++;
                        }
                        default -> topology.separate(one, other);
                    }
                    topology.advance(Duration.ofMillis(random.nextInt(3_000)));
                    topology.unite(one, other);
                    topology.setting(TopologyKeys.GEO_ORDER, "ordered");
                    topology.advance(Duration.ofMillis(random.nextInt(10_000)));
                }
                copied += copied(topology, "w1", "w3", "w4");
                end(topology);
                assertThat(seen(test)).describedAs("seed %s", seed).hasSize(SINKS);
                assertAll(test, AWAY);
            }
        }
        // Without changes the test would prove nothing
        assertThat(changes).isPositive();
        assertThat(copied).isGreaterThan(1_000L * BREAKING_SEEDS);
    }
}
