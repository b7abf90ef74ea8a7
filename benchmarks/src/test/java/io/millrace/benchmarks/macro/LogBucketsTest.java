// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogBucketsTest {

    @Test
    void everyValueIsInABucketThatEndsAtMostAThirtySecondAboveIt() {
        for (long value = 0; value < 1L << 35; value = value * 9 / 8 + 1) {
            long highest = LogBuckets.highest(LogBuckets.index(value));

            assertThat(highest).isBetween(value, value + value / 32);
        }
    }

    @Test
    void bucketsFollowEachOther() {
        for (int index = 1; index < LogBuckets.COUNT; index++) {
            assertThat(LogBuckets.index(LogBuckets.highest(index))).isEqualTo(index);
            assertThat(LogBuckets.index(LogBuckets.highest(index - 1) + 1)).isEqualTo(index);
        }
    }

    @Test
    void whatIsOutsideCountsInTheFirstAndTheLast() {
        assertThat(LogBuckets.index(-5)).isZero();
        assertThat(LogBuckets.index(Long.MAX_VALUE)).isEqualTo(LogBuckets.COUNT - 1);
    }
}
