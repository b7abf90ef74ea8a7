// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest {

    @Test
    void bucketsFollowEachOtherWithoutGapAndAreNarrow() {
        check(LatencyBuckets.FINE, 1.0 / 32);
        check(LatencyBuckets.COARSE, 1.0 / 8);
    }

    private static void check(LatencyBuckets buckets, double width) {
        for (int i = 0; i < buckets.count; i++) {
            long lowest = buckets.lowest(i);
            long next = i + 1 < buckets.count ? buckets.lowest(i + 1) : LatencyBuckets.MAX_NANOS + 1;
            assertThat(buckets.indexOf(lowest)).isEqualTo(i);
            assertThat(buckets.indexOf(next - 1)).isEqualTo(i);
            assertThat(buckets.indexOf(buckets.middle(i))).isEqualTo(i);
            assertThat((double) (next - 1 - lowest)).isLessThanOrEqualTo(width * lowest);
        }
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            long value = random.nextLong() >>> 19 + random.nextInt(44);
            long middle = buckets.middle(buckets.indexOf(value));
            assertThat((double) Math.abs(middle - value)).isLessThanOrEqualTo(width / 2 * value);
        }
    }

    @Test
    void valuesBeyondTheEndsCountAtTheEnds() {
        assertThat(LatencyBuckets.FINE.indexOf(-5)).isZero();
        assertThat(LatencyBuckets.FINE.indexOf(Long.MIN_VALUE)).isZero();
        assertThat(LatencyBuckets.FINE.indexOf(Long.MAX_VALUE)).isEqualTo(LatencyBuckets.FINE.count - 1);
    }
}
