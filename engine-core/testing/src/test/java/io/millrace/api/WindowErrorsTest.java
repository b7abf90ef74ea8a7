// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregate;
import io.millrace.operators.window.WindowBolt;
import io.millrace.operators.window.Windows;
import io.millrace.testing.TopologyTest;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Aggregates that throw when a window is emitted: that result is lost and counted, and all other windows of the key are
 * emitted.
 */
@Timeout(60)
class WindowErrorsTest {

    private static final long BAD = 13;

    /** The sum of the values, which throws if one is bad. */
    private static final class Sum implements Aggregate<List<Long>> {
        private static final long serialVersionUID = 1L;

        @Override
        public List<Long> init() {
            return List.of();
        }

        @Override
        public List<Long> add(List<Long> accumulator, Tuple input) {
            return merge(accumulator, List.of(input.getLong("value")));
        }

        @Override
        public List<Long> merge(List<Long> first, List<Long> second) {
            return Stream.concat(first.stream(), second.stream()).toList();
        }

        @Override
        public Object result(List<Long> accumulator) {
            if (accumulator.contains(BAD)) {
                throw new IllegalStateException("no result");
            }
            return accumulator.stream().mapToLong(Long::longValue).sum();
        }
    }

    private static WindowBolt bolt(Windows windows) {
        return Bolts.window(windows, "key").eventTime("time").aggregate("sum", new Sum());
    }

    private static TopologyTest start(WindowBolt bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                        "source",
                        Spouts.from(
                                Fields.of("key", "time", "value"),
                                context -> List.<List<?>>of().iterator()))
                .eventTime("time", Duration.ZERO);
        builder.setBolt("windows", bolt).fields("source", "key");
        return TopologyTest.of(builder.build()).replaceSpout("source").start();
    }

    private static void goTo(TopologyTest test, long millis) {
        test.watermark("windows", millis);
        test.advance(Duration.ofMillis(1));
    }

    private static long open(TopologyTest test) {
        test.advance(Duration.ofSeconds(2));
        return test.metrics()
                .sum("windows", task -> task.gauges().get("windows.open").longValue());
    }

    @Test
    void theWindowsBehindOneWithoutAResultAreEmitted() {
        for (Duration slide : List.of(Duration.ofMillis(10), Duration.ofMillis(5))) {
            try (TopologyTest test = start(bolt(Windows.sliding(Duration.ofMillis(10), slide)))) {
                test.feed("source", "a", 1L, BAD);
                test.feed("source", "a", 11L, 1L);
                test.feed("source", "a", 31L, 2L);
                test.run();
                for (long millis = 0; millis < 60; millis++) {
                    goTo(test, millis);
                }
                assertThat(test.output("windows"))
                        .contains(List.of("a", 10L, 20L, 1L), List.of("a", 30L, 40L, 2L))
                        .noneMatch(row -> row.get(1).equals(0L));
                assertThat(test.errors("windows")).isNotEmpty().hasSizeLessThanOrEqualTo(2);
                assertThat(open(test)).isZero();
            }
        }
    }

    @Test
    void aSessionWithoutAResultEnds() {
        WindowBolt session = bolt(Windows.session(Duration.ofMillis(10))).allowedLateness(Duration.ofMillis(20));
        for (WindowBolt bolt : List.of(session, bolt(Windows.session(Duration.ofMillis(10))))) {
            try (TopologyTest test = start(bolt)) {
                test.feed("source", "a", 1L, BAD);
                test.feed("source", "a", 31L, 1L);
                test.run();
                for (long millis = 0; millis < 100; millis++) {
                    goTo(test, millis);
                }
                assertThat(test.output("windows")).containsExactly(List.of("a", 31L, 41L, 1L));
                assertThat(test.errors("windows")).hasSize(1);
                assertThat(open(test)).isZero();
            }
        }
    }

    /** A late tuple of a window that has been emitted emits it again, in its own call. */
    @Test
    void aLateTupleWhoseResultThrowsLetsItsWindowGo() {
        for (Windows windows :
                List.of(Windows.tumbling(Duration.ofMillis(10)), Windows.session(Duration.ofMillis(10)))) {
            try (TopologyTest test = start(bolt(windows).allowedLateness(Duration.ofMillis(20)))) {
                goTo(test, 25);
                test.feed("source", "a", 11L, BAD);
                test.run();
                assertThat(test.errors("windows")).hasSize(1);
                test.feed("source", "a", 50L, 1L);
                test.run();
                for (long millis = 26; millis < 100; millis++) {
                    goTo(test, millis);
                }
                assertThat(test.output("windows")).hasSize(1);
                assertThat(open(test)).isZero();
            }
        }
    }
}
