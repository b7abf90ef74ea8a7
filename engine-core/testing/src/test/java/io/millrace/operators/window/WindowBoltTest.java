// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.testing.BoltTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WindowBoltTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 10_000 : 100;

    private static BoltTest test(WindowBolt bolt) {
        return BoltTest.of(bolt).fields("key", "time", "value").groupedBy("key").start();
    }

    private static WindowBolt counts(Windows windows) {
        return Bolts.window(windows, "key").eventTime("time").aggregate("count", Aggregates.count());
    }

    private static WindowBolt sums(Windows windows) {
        return counts(windows).aggregate("sum", Aggregates.sum("value"));
    }

    @Test
    void aWindowIsEmittedWhenTheWatermarkHasPassedItsEnd() {
        try (BoltTest test = test(sums(Windows.tumbling(Duration.ofMillis(10))))) {
            test.execute("a", 3L, 1L);
            test.execute("b", 9L, 2L);
            test.execute("a", 10L, 4L);
            test.execute("a", -1L, 8L);
            test.watermark(8);
            assertThat(test.output()).containsExactly(List.of("a", -10L, 0L, 1L, 8L));
            test.execute("a", 5L, 16L);
            test.watermark(9);
            assertThat(test.output().subList(1, 3))
                    .containsExactlyInAnyOrder(List.of("a", 0L, 10L, 2L, 17L), List.of("b", 0L, 10L, 1L, 2L));
            test.watermark(100);
            assertThat(test.output().get(3)).isEqualTo(List.of("a", 10L, 20L, 1L, 4L));
        }
    }

    @Test
    void windowsThatSlideShareTheirPanes() {
        try (BoltTest test = test(counts(Windows.sliding(Duration.ofMillis(30), Duration.ofMillis(20))))) {
            test.execute("a", 25L, 1L);
            test.execute("a", 45L, 1L);
            test.watermark(1_000);
            assertThat(test.output())
                    .containsExactly(List.of("a", 0L, 30L, 1L), List.of("a", 20L, 50L, 2L), List.of("a", 40L, 70L, 1L));
        }
    }

    @Test
    void aSessionEndsWhenNothingHasComeForTheGap() {
        try (BoltTest test = test(counts(Windows.session(Duration.ofMillis(10))))) {
            test.execute("a", 100L, 1L);
            test.execute("a", 120L, 1L);
            test.execute("a", 109L, 1L);
            test.watermark(118);
            assertThat(test.output()).containsExactly(List.of("a", 100L, 119L, 2L));
            test.execute("a", 125L, 1L);
            test.watermark(1_000);
            assertThat(test.output().get(1)).isEqualTo(List.of("a", 120L, 135L, 2L));
        }
        try (BoltTest test = test(counts(Windows.session(Duration.ofMillis(10))))) {
            test.execute("a", 100L, 1L);
            test.execute("a", 118L, 1L);
            test.execute("a", 109L, 1L);
            test.watermark(1_000);
            assertThat(test.output()).as("one makes one of two").containsExactly(List.of("a", 100L, 128L, 3L));
        }
    }

    /** A gap must be a whole gap, whatever comes first and wherever the watermark is. */
    @Test
    void whatComesAWholeGapLaterBeginsASession() {
        for (long watermark : new long[] {-1, 0, 9}) {
            for (boolean reversed : new boolean[] {false, true}) {
                try (BoltTest test = test(counts(Windows.session(Duration.ofMillis(10))))) {
                    long first = reversed && watermark < 0 ? 10 : 0;
                    test.execute("a", first, 1L);
                    test.watermark(watermark);
                    test.execute("a", 10 - first, 1L);
                    test.watermark(1_000);
                    assertThat(test.output())
                            .as("watermark %d, reversed %s", watermark, reversed)
                            .containsExactly(List.of("a", 0L, 10L, 1L), List.of("a", 10L, 20L, 1L));
                }
            }
        }
    }

    @Test
    void aSessionThatGoesOnIsEmittedAtItsLaterEnd() {
        WindowBolt session = counts(Windows.session(Duration.ofMillis(10))).allowedLateness(Duration.ofMillis(20));
        try (BoltTest test = test(session)) {
            test.execute("a", 100L, 1L);
            test.watermark(105);
            test.execute("a", 108L, 1L);
            test.watermark(116);
            assertThat(test.output())
                    .as("the end of its first tuple has passed")
                    .isEmpty();
            test.watermark(117);
            test.execute("a", 117L, 1L);
            test.watermark(127);
            assertThat(test.output()).containsExactly(List.of("a", 100L, 118L, 2L), List.of("a", 100L, 127L, 3L));
            test.watermark(147);
            test.execute("a", 110L, 1L);
            assertThat(test.output()).hasSize(2);
            assertThat(test.counter("late")).isEqualTo(1);
        }
    }

    @Test
    void windowsMayHaveMorePanesThanAreKeptInAnArray() {
        WindowBolt bolt = Bolts.window(Windows.sliding(Duration.ofSeconds(70), Duration.ofMillis(1)), "key")
                .eventTime("time")
                .aggregate("all", Aggregates.list("value"));
        try (BoltTest test = test(bolt)) {
            test.execute("a", 2L, 2L);
            test.execute("a", 1L, 1L);
            test.watermark(2);
            assertThat(test.output())
                    .containsExactly(
                            List.of("a", -69_998L, 2L, List.of(List.of(1L))),
                            List.of("a", -69_997L, 3L, List.of(List.of(1L), List.of(2L))));
        }
    }

    @Test
    void windowsOfANumberOfTuplesAreEmittedWithTheLastOne() {
        WindowBolt bolt = Bolts.window(Windows.count(2), "key").aggregate("max", Aggregates.max("value"));
        try (BoltTest test = test(bolt)) {
            test.execute("a", 0L, 5L);
            test.execute("b", 0L, 7L);
            test.execute("a", 0L, 3L);
            test.execute("a", 0L, 1L);
            assertThat(test.output()).containsExactly(List.of("a", 0L, 2L, 5L));
        }
    }

    @Test
    void windowsByTheTimeOfDayEndByThemselves() {
        WindowBolt bolt =
                Bolts.window(Windows.tumbling(Duration.ofSeconds(1)), "key").aggregate("count", Aggregates.count());
        try (BoltTest test = test(bolt)) {
            test.execute("a", 0L, 5L);
            test.advance(Duration.ofMillis(900));
            assertThat(test.output()).isEmpty();
            test.execute("a", 0L, 5L);
            test.advance(Duration.ofMillis(200));
            assertThat(test.output()).containsExactly(List.of("a", 1_000L, 2_000L, 2L));
        }
    }

    @Test
    void whatIsLateEmitsAgainWithinTheLatenessAndIsCountedAfterIt() {
        WindowBolt bolt = counts(Windows.tumbling(Duration.ofMillis(10)))
                .allowedLateness(Duration.ofMillis(5))
                .lateTo("late", "time", "value");
        try (BoltTest test = test(bolt)) {
            test.execute("a", 3L, 1L);
            test.watermark(10);
            test.execute("a", 4L, 1L);
            assertThat(test.output()).containsExactly(List.of("a", 0L, 10L, 1L), List.of("a", 0L, 10L, 2L));
            test.watermark(14);
            test.execute("a", 5L, 7L);
            test.execute("a", 15L, 7L);
            test.watermark(100);
            assertThat(test.output().subList(2, 3)).containsExactly(List.of("a", 10L, 20L, 1L));
            assertThat(test.output("late")).containsExactly(List.of(5L, 7L));
            assertThat(test.counter("late")).isEqualTo(1);
        }
        WindowBolt session = counts(Windows.session(Duration.ofMillis(10))).allowedLateness(Duration.ofMillis(20));
        try (BoltTest test = test(session)) {
            test.execute("a", 100L, 1L);
            test.watermark(110);
            test.execute("a", 95L, 1L);
            test.execute("a", 109L, 1L);
            test.watermark(1_000);
            assertThat(test.output())
                    .containsExactly(
                            List.of("a", 100L, 110L, 1L), List.of("a", 95L, 110L, 2L), List.of("a", 95L, 119L, 3L));
        }
    }

    @Test
    void openWindowsAreEmittedEarlyWhileTuplesCome() {
        WindowBolt bolt = counts(Windows.tumbling(Duration.ofMinutes(1))).earlyEvery(Duration.ofSeconds(1));
        try (BoltTest test = test(bolt)) {
            test.execute("a", 5L, 1L);
            test.advance(Duration.ofMillis(1_500));
            test.execute("a", 6L, 1L);
            test.execute("a", 60_000L, 1L);
            test.advance(Duration.ofMillis(5_000));
            test.watermark(59_999);
            assertThat(test.output())
                    .containsExactly(
                            List.of("a", 0L, 60_000L, 1L),
                            List.of("a", 0L, 60_000L, 2L),
                            List.of("a", 60_000L, 120_000L, 1L),
                            List.of("a", 0L, 60_000L, 2L));
        }
    }

    @Test
    void windowsOfTheBoltBeforeAreOverWithIt() {
        WindowBolt bolt = Bolts.window(Windows.same()).aggregate("top", Aggregates.top(2, "count", "word"));
        try (BoltTest test = BoltTest.of(bolt)
                .fields("word", "from", "to", "count")
                .groupedBy("from", "to")
                .start()) {
            test.execute("leaf", 0L, 60L, 1L);
            test.execute("wheel", 10L, 70L, 4L);
            test.execute("wheel", 0L, 60L, 3L);
            test.execute("grain", 0L, 60L, 2L);
            test.watermark(58);
            assertThat(test.output()).isEmpty();
            test.watermark(59);
            assertThat(test.output()).containsExactly(List.of(0L, 60L, List.of(List.of("wheel"), List.of("grain"))));
            test.execute("leaf", 0L, 60L, 9L);
            test.watermark(1_000);
            assertThat(test.output().get(1)).isEqualTo(List.of(10L, 70L, List.of(List.of("wheel"))));
            assertThat(test.output()).hasSize(2);
            assertThat(test.counter("late")).isEqualTo(1);
        }
    }

    @Test
    void windowsOfTheBoltBeforeMayHaveAKey() {
        WindowBolt bolt = Bolts.window(Windows.same(), "shop").aggregate("sum", Aggregates.sum("count"));
        try (BoltTest test = BoltTest.of(bolt)
                .fields("shop", "word", "from", "to", "count")
                .groupedBy("shop", "from", "to")
                .start()) {
            test.execute("a", "leaf", 0L, 60L, 1L);
            test.execute("a", "wheel", 0L, 60L, 2L);
            test.watermark(59);
            assertThat(test.output()).containsExactly(List.of("a", 0L, 60L, 3L));
        }
    }

    @Test
    void aTimeThatIsNoneFailsItsInput() {
        try (BoltTest test = test(counts(Windows.tumbling(Duration.ofMillis(10))))) {
            long none = test.execute("a", null, 1L);
            long absurd = test.execute("a", Long.MAX_VALUE, 1L);
            assertThat(test.failed()).containsExactly(none, absurd);
            assertThat(test.errors().get(0)).hasMessageContaining("the event time, field 'time', is null: emit a long");
            test.watermark(Long.MAX_VALUE);
            assertThat(test.output()).isEmpty();
        }
    }

    @Test
    void whatCannotBeMeantIsRefused() {
        assertThatThrownBy(() -> Windows.tumbling(Duration.ZERO))
                .isInstanceOf(TopologyException.class)
                .hasMessage("the size of windows is 0 ns: take 1 ms to 87600 h");
        assertThatThrownBy(() -> Windows.session(Duration.ofNanos(1_500_000)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("take whole milliseconds");
        assertThatThrownBy(() -> new Windows(Windows.Kind.TIME, 10, 0, 0))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("slide 0 ms");
        assertThatThrownBy(() -> Bolts.window(Windows.count(1), (String[]) null))
                .hasMessage("the names of fields are null: name every field");
        assertThatThrownBy(() -> Bolts.window(Windows.tumbling(Duration.ofMillis(1)), "key")
                        .eventTime("time")
                        .lateTo("late", (String[]) null))
                .hasMessageContaining("the stream of late tuples is null, or has no fields");
        assertThatThrownBy(() -> Windows.sliding(Duration.ofMillis(1), Duration.ofMillis(2)))
                .hasMessageContaining("leave times out");
        assertThatThrownBy(() -> Bolts.window(Windows.count(3))).hasMessageContaining("it has no key");
        assertThatThrownBy(() -> Bolts.window(Windows.same()).eventTime("time"))
                .hasMessageContaining("go by its event time");
        WindowBolt bolt = Bolts.window(Windows.count(3), "key");
        assertThatThrownBy(() -> bolt.eventTime("time")).hasMessageContaining("know no time");
        assertThatThrownBy(() -> bolt.allowedLateness(Duration.ZERO)).hasMessageContaining("call eventTime before");
        assertThatThrownBy(() -> bolt.aggregate("key", Aggregates.count())).hasMessageContaining("another name");
        assertThatThrownBy(() -> bolt.aggregate("from", Aggregates.count())).hasMessageContaining("another name");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("s", Spouts.of("key", List.of("a")));
        builder.setBolt("w", bolt).fields("s", "key");
        assertThatThrownBy(builder::build).hasMessageContaining("it computes nothing: call aggregate");
    }

    private record Event(String key, long time, long value) {}

    /** Any order within the lateness gives the same results as all events in order. */
    @Test
    void resultsDoNotDependOnTheOrderWithinTheLateness() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long lateness = random.nextInt(100);
            List<Event> events = new ArrayList<>();
            long time = random.nextInt(-1_000, 1_000);
            // If events are close together, a window has so many panes that a total of them is kept
            boolean close = random.nextInt(3) == 0;
            for (int i = 0; i < (close ? 100 : 60); i++) {
                time += close ? random.nextInt(3) : random.nextInt(random.nextInt(10) == 0 ? 200 : 20);
                events.add(new Event("k" + random.nextInt(3), time - random.nextLong(lateness + 1), 1L << (i % 40)));
            }
            Windows windows = windows(random);
            boolean max = random.nextBoolean();
            WindowBolt bolt = sums(windows);
            bolt = max ? bolt.aggregate("max", Aggregates.max("value")) : bolt;
            bolt = random.nextInt(3) == 0 ? bolt.allowedLateness(Duration.ofMillis(random.nextInt(200))) : bolt;
            List<List<Object>> results = new ArrayList<>();
            try (BoltTest test = test(bolt)) {
                long latest = Long.MIN_VALUE;
                for (Event event : events) {
                    test.execute(event.key, event.time, event.value);
                    latest = Math.max(latest, event.time);
                    if (random.nextInt(4) == 0) {
                        test.watermark(latest - lateness - 1);
                    }
                }
                test.watermark(Long.MAX_VALUE);
                results.addAll(test.output());
                assertThat(test.counter("late")).as("seed %d, late", seed).isZero();
            }
            assertThat(results)
                    .as("seed %d, %s", seed, windows)
                    .containsExactlyInAnyOrderElementsOf(expected(windows, events, max));
        }
    }

    private static Windows windows(SplittableRandom random) {
        Duration size = Duration.ofMillis(1 + random.nextInt(120));
        return switch (random.nextInt(3)) {
            case 0 -> Windows.tumbling(size);
            case 1 -> Windows.sliding(size, Duration.ofMillis(1 + random.nextLong(size.toMillis())));
            default -> Windows.session(size);
        };
    }

    private static List<List<Object>> expected(Windows windows, List<Event> events, boolean max) {
        TreeMap<String, List<Event>> byKey = new TreeMap<>();
        events.stream()
                .sorted(Comparator.comparingLong(Event::time))
                .forEach(event -> byKey.computeIfAbsent(event.key, none -> new ArrayList<>())
                        .add(event));
        List<List<Object>> expected = new ArrayList<>();
        byKey.forEach((key, all) -> {
            if (windows.kind() == Windows.Kind.SESSION) {
                sessions(windows.sizeMillis(), key, all, expected);
            } else {
                long first = all.get(0).time - windows.sizeMillis();
                long last = all.get(all.size() - 1).time;
                for (long from = Math.floorDiv(first, windows.slideMillis()) * windows.slideMillis();
                        from <= last;
                        from += windows.slideMillis()) {
                    result(key, from, from + windows.sizeMillis(), all, expected);
                }
            }
        });
        return max
                ? expected
                : expected.stream().map(each -> each.subList(0, 5)).toList();
    }

    private static void sessions(long gap, String key, List<Event> all, List<List<Object>> expected) {
        long from = all.get(0).time;
        long end = from + gap;
        for (Event event : all) {
            if (event.time >= end) {
                result(key, from, end, all, expected);
                from = event.time;
            }
            end = event.time + gap;
        }
        result(key, from, end, all, expected);
    }

    private static void result(String key, long from, long to, List<Event> all, List<List<Object>> expected) {
        List<Event> inside = all.stream()
                .filter(event -> event.time >= from && event.time < to)
                .toList();
        if (!inside.isEmpty()) {
            long sum = inside.stream().mapToLong(Event::value).sum();
            long greatest = inside.stream().mapToLong(Event::value).max().orElseThrow();
            expected.add(List.of(key, from, to, (long) inside.size(), sum, greatest));
        }
    }
}
