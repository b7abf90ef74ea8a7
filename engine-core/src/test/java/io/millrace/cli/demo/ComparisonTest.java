package io.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    @Test
    void equalCountsAreExact() {
        Comparison comparison = Comparison.of(Map.of("b", 2L, "a", 2L, "c", 5L), Map.of("a", 2L, "b", 2L, "c", 5L));

        assertThat(comparison.exact()).isTrue();
        assertThat(comparison.words()).isEqualTo(9);
        assertThat(comparison.top()).extracting(Comparison.Top::word).containsExactly("c", "a", "b");
    }

    @Test
    void oneWordTooManyTooFewOrMissingIsNamed() {
        Comparison comparison = Comparison.of(Map.of("a", 1L, "b", 3L), Map.of("a", 2L, "b", 3L, "c", 1_000L));

        assertThat(comparison.exact()).isFalse();
        assertThat(comparison.difference())
                .containsExactly("'a' was counted 1 times, not 2", "'c' was counted 0 times, not 1,000");
    }
}
