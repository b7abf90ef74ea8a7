// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecondsPercentilesTest {

    private final SecondsPercentiles seconds = new SecondsPercentiles();

    private void second(long usual, long late, int lateOnes) {
        for (int i = 0; i < 1000; i++) {
            seconds.record(i < lateOnes ? late : usual);
        }
        seconds.end();
    }

    @Test
    void eachSecondHasItsOwn() {
        second(5_000, 9_000_000, 9);
        second(5_000, 9_000_000, 11);
        seconds.end();

        assertThat(SecondsPercentiles.decode(seconds.encode()))
                .satisfiesExactly(
                        calm -> assertThat(calm).isBetween(4_900L, 5_100L),
                        disturbed -> assertThat(disturbed).isBetween(8_900_000L, 9_100_000L));
        seconds.clear();
        assertThat(SecondsPercentiles.decode(seconds.encode())).isEmpty();
    }
}
