// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.testing.BoltTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CachedFunctionTest {

    private static final List<CompletableFuture<Object>> CALLS = new ArrayList<>();

    @AfterEach
    void forget() {
        CALLS.clear();
    }

    /** Completes when the test says so. */
    private static final class Lookup implements AsyncFunction<Object> {

        private static final long serialVersionUID = 1L;

        @Override
        public CompletableFuture<Object> call(Tuple input) {
            CALLS.add(new CompletableFuture<>());
            return CALLS.get(CALLS.size() - 1);
        }
    }

    private static BoltTest test(int size) {
        AsyncFunction<Object> cached = Bolts.cached(new Lookup(), size, Duration.ofSeconds(10), "user");
        return BoltTest.of(Bolts.async("name", cached, 100, Duration.ofSeconds(1)))
                .fields("user", "number")
                .start();
    }

    @Test
    void aKeyIsAskedForOnceWhileItsResultIsUsed() {
        try (BoltTest test = test(2)) {
            test.execute("a", 1);
            test.execute("a", 2);
            assertThat(CALLS).as("the second waits for the first").hasSize(1);
            CALLS.get(0).complete("Ada");
            test.execute("a", 3);
            assertThat(test.output()).containsExactly(List.of("Ada"), List.of("Ada"), List.of("Ada"));
            test.advance(Duration.ofSeconds(11));
            test.execute("a", 4);
            assertThat(CALLS).as("it is too old").hasSize(2);
            assertThat(test.counter("cache.hits")).isEqualTo(2);
            assertThat(test.counter("cache.misses")).isEqualTo(2);
        }
    }

    @Test
    void theLeastRecentlyUsedGoesFirst() {
        try (BoltTest test = test(2)) {
            for (String user : List.of("a", "b", "a", "c", "a", "b")) {
                test.execute(user, 1);
                CALLS.forEach(call -> call.complete("someone"));
            }
            assertThat(CALLS).as("a, b, c, and b again").hasSize(4);
        }
    }

    @Test
    void whatFailsOrTakesTooLongIsAskedForAgain() {
        try (BoltTest test = test(2)) {
            test.execute("a", 1);
            test.execute("a", 2);
            CALLS.get(0).completeExceptionally(new IllegalStateException("no database"));
            test.run();
            assertThat(test.failed()).hasSize(2);
            test.execute("a", 3);
            assertThat(CALLS).hasSize(2);
            test.advance(Duration.ofSeconds(2));
            assertThat(test.failed()).as("its time was over").hasSize(3);
            test.execute("a", 4);
            assertThat(CALLS).hasSize(3);
            CALLS.get(2).complete("Ada");
            test.run();
            assertThat(test.output()).containsExactly(List.of("Ada"));
        }
    }

    @Test
    void whatCannotBeMeantIsRefused() {
        assertThatThrownBy(() -> Bolts.cached(new Lookup(), 0, Duration.ofSeconds(1), "user"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("it keeps 0 results");
        assertThatThrownBy(() -> Bolts.cached(new Lookup(), 1, Duration.ZERO, "user"))
                .hasMessageContaining("a result is used for 0 ns");
        assertThatThrownBy(() -> Bolts.cached(new Lookup(), 1, Duration.ofSeconds(1)))
                .hasMessageContaining("it has no key");
    }
}
