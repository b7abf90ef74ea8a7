// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.demo.CountFiles.Counted;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    @Test
    void equalCountsAreExact() {
        Comparison comparison =
                Comparison.of(Map.of("b", once(2), "a", once(2), "c", once(5)), Map.of("a", 2L, "b", 2L, "c", 5L));

        assertThat(comparison.exact()).isTrue();
        assertThat(comparison.words()).isEqualTo(9);
        assertThat(comparison.top()).extracting(Comparison.Top::word).containsExactly("c", "a", "b");
    }

    @Test
    void oneWordTooManyTooFewOrMissingIsNamed() {
        Comparison comparison =
                Comparison.of(Map.of("a", once(1), "b", once(3)), Map.of("a", 2L, "b", 3L, "c", 1_000L));

        assertThat(comparison.exact()).isFalse();
        assertThat(comparison.difference())
                .containsExactly("'a' was counted 1 times, not 2", "'c' was counted 0 times, not 1,000");
    }

    @Test
    void aWordThatWasWrittenTwiceIsNamedThoughItsCountIsRight() {
        Comparison comparison = Comparison.of(Map.of("a", new Counted(2, 3)), Map.of("a", 2L));

        assertThat(comparison.exact()).isFalse();
        assertThat(comparison.difference()).containsExactly("'a' was written 3 times, not 2");
    }

    private static Counted once(long count) {
        return new Counted(count, count);
    }
}
