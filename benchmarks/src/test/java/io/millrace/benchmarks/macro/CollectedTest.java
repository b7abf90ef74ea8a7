// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Tuple;
import io.millrace.testing.BoltTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectedTest {

    private static final String WORKLOAD = new Workload(Shape.YAHOO_JSON, 10, 2, Promise.atMostOnce(), 1, 1).encode();

    /** Every arrival makes the way longer by one. */
    private record Steps() implements Trace, Trace.Open {

        @Override
        public boolean hasWay() {
            return true;
        }

        @Override
        public Path directory() {
            return Path.of("none");
        }

        @Override
        public Open open() {
            return this;
        }

        @Override
        public Object begin() {
            return 0L;
        }

        @Override
        public Object arrive(Tuple tuple) {
            return tuple.getLong(2) + 1;
        }

        @Override
        public Recorder recorder(int task) {
            return (due, way) -> {};
        }
    }

    @Test
    void whatCameDuringTheIntervalIsPassedOnAtItsEndWithItsWay() {
        try (BoltTest test = BoltTest.of(Collected.during(Duration.ofSeconds(5), WORKLOAD, new Steps()))
                .fields("event", "due", "way", "time")
                .start()) {
            test.execute("a", 1L, 7L, 10L);
            test.advance(Duration.ofSeconds(3));
            test.execute("b", 2L, 8L, 11L);
            assertThat(test.output()).isEmpty();

            test.advance(Duration.ofSeconds(2));

            assertThat(test.output()).containsExactly(List.of("a", 1L, 8L, 10L), List.of("b", 2L, 9L, 11L));
            assertThat(test.acked()).hasSize(2);
        }
    }
}
