// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.testing.BoltTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class IntervalJoinTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 10_000 : 100;

    private static IntervalJoin join(long before, long after) {
        return Bolts.join("orders", "payments", Duration.ofMillis(before), Duration.ofMillis(after))
                .eventTime("time", "paid")
                .left("key", "item")
                .right("cents");
    }

    private static BoltTest test(IntervalJoin join) {
        return BoltTest.of(join)
                .input("orders", Fields.of("key", "time", "item"))
                .input("payments", Fields.of("key", "paid", "cents"))
                .groupedBy("key")
                .start();
    }

    @Test
    void tuplesOfOneKeyAreJoinedIfTheirTimesAreNear() {
        try (BoltTest test = test(join(5, 10))) {
            test.executeFrom("orders", "a", 100L, "pen");
            test.executeFrom("payments", "a", 94L, 1L);
            test.executeFrom("payments", "a", 95L, 2L);
            test.executeFrom("payments", "a", 110L, 3L);
            test.executeFrom("payments", "a", 111L, 4L);
            test.executeFrom("payments", "b", 100L, 5L);
            test.executeFrom("orders", "a", 101L, null);
            assertThat(test.output())
                    .containsExactly(
                            List.of("a", "pen", 2L),
                            List.of("a", "pen", 3L),
                            Arrays.asList("a", null, 3L),
                            Arrays.asList("a", null, 4L));
        }
    }

    @Test
    void whatIsLateIsCounted() {
        try (BoltTest test = test(join(0, 10))) {
            test.executeFrom("orders", "a", 100L, "pen");
            test.watermark(105);
            test.executeFrom("payments", "a", 105L, 1L);
            test.executeFrom("payments", "a", 106L, 2L);
            assertThat(test.output()).containsExactly(List.of("a", "pen", 2L));
            assertThat(test.counter("late")).isEqualTo(1);
        }
    }

    @Test
    void whatIsLateGoesToItsOwnStream() {
        try (BoltTest test = test(join(0, 10).lateTo("late", "key", "cents"))) {
            test.watermark(105);
            test.executeFrom("payments", "a", 105L, 1L);
            test.executeFrom("orders", "b", 104L, "pen");
            test.executeFrom("orders", "a", 106L, "pen");
            assertThat(test.output("late"))
                    .containsExactly(List.of("payments", "a", 1L), Arrays.asList("orders", "b", null));
            assertThat(test.counter("late")).isEqualTo(2);
        }
    }

    @Test
    void whatCannotBeMeantIsRefused() {
        assertThatThrownBy(() -> Bolts.join("a", "a", Duration.ZERO, Duration.ZERO))
                .hasMessageContaining("it joins two components");
        assertThatThrownBy(() -> Bolts.join("a", "b", Duration.ofMillis(-1), Duration.ZERO))
                .hasMessageContaining("the time before is -1 ms");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("a", Spouts.of("key", List.of("a")));
        builder.setBolt("join", Bolts.join("a", "b", Duration.ZERO, Duration.ZERO))
                .fields("a", "key");
        assertThatThrownBy(builder::build).hasMessageContaining("it knows no event times: call eventTime");
        IntervalJoin join = Bolts.join("a", "b", Duration.ZERO, Duration.ZERO);
        assertThatThrownBy(() -> join.lateTo("late", (String[]) null)).hasMessageContaining("or has no fields");
        TopologyBuilder late = new TopologyBuilder();
        late.setSpout("a", Spouts.of("key", List.of("a"))).eventTime("key", Duration.ZERO);
        late.setSpout("b", Spouts.of("key", List.of("a"))).eventTime("key", Duration.ZERO);
        late.setBolt("join", join.eventTime("key", "key").left("key").right().lateTo("late", "key", "keys"))
                .fields("a", "key")
                .fields("b", "key");
        assertThatThrownBy(late::build)
                .hasMessageContaining("it emits late tuples with the field 'keys', which none of its inputs has");
    }

    private record Event(boolean order, String key, long time, long number) {}

    /** Each pair comes once, in whatever order its tuples come within the lateness. */
    @Test
    void eachPairIsEmittedOnce() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long before = random.nextInt(30);
            long after = random.nextInt(30);
            long lateness = random.nextInt(50);
            List<Event> events = new ArrayList<>();
            long time = random.nextInt(-200, 200);
            for (int i = 0; i < 60; i++) {
                time += random.nextInt(10);
                events.add(new Event(
                        random.nextBoolean(), "k" + random.nextInt(2), time - random.nextLong(lateness + 1), i));
            }
            List<List<Object>> expected = new ArrayList<>();
            for (Event order : events) {
                for (Event payment : events) {
                    boolean near = payment.time >= order.time - before && payment.time <= order.time + after;
                    if (order.order && !payment.order && order.key.equals(payment.key) && near) {
                        expected.add(List.of(order.key, order.number, payment.number));
                    }
                }
            }
            try (BoltTest test = test(join(before, after))) {
                long latest = Long.MIN_VALUE;
                for (Event event : events) {
                    test.executeFrom(event.order ? "orders" : "payments", event.key, event.time, event.number);
                    latest = Math.max(latest, event.time);
                    if (random.nextInt(4) == 0) {
                        test.watermark(latest - lateness - 1);
                    }
                }
                test.watermark(Long.MAX_VALUE);
                assertThat(test.output()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
                assertThat(test.counter("late")).as("seed %d, late", seed).isZero();
            }
        }
    }
}
