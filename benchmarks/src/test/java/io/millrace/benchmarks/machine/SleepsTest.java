// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SleepsTest {

    @Test
    void aPercentileIsTheLatenessOfTheSleepAtItsRank() {
        Sleeps sleeps = new Sleeps(
                50_000,
                LongStream.rangeClosed(1, 1000).map(i -> 1_001_000 - i * 1000).toArray(),
                20_000_000);
        assertThat(sleeps.micros(50)).isEqualTo(500);
        assertThat(sleeps.micros(99.9)).isEqualTo(999);
        assertThat(sleeps.micros(100)).isEqualTo(1000);
        assertThat(sleeps.describe())
                .isEqualTo(
                        "sleeps of 50 µs end late by: p50 500.0 µs, p90 900.0 µs, p99 990.0 µs, p99.9 999.0 µs; each takes"
                                + " 20.0 µs of a processor");
        assertThat(new Sleeps(50_000, new long[] {-3_000}, 0).micros(1)).isEqualTo(-3);
    }
}
