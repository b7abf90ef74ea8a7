package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest {

    @Test
    void bucketsFollowEachOtherWithoutGapAndAreNarrow() {
        for (int i = 0; i < LatencyBuckets.COUNT; i++) {
            long lowest = LatencyBuckets.lowest(i);
            long next = i + 1 < LatencyBuckets.COUNT ? LatencyBuckets.lowest(i + 1) : LatencyBuckets.MAX_NANOS + 1;
            assertThat(LatencyBuckets.indexOf(lowest)).isEqualTo(i);
            assertThat(LatencyBuckets.indexOf(next - 1)).isEqualTo(i);
            assertThat(LatencyBuckets.indexOf(LatencyBuckets.middle(i))).isEqualTo(i);
            assertThat((double) (next - 1 - lowest)).isLessThanOrEqualTo(0.032 * lowest);
        }
    }

    @Test
    void valuesBeyondTheEndsCountAtTheEnds() {
        assertThat(LatencyBuckets.indexOf(-5)).isZero();
        assertThat(LatencyBuckets.indexOf(Long.MIN_VALUE)).isZero();
        assertThat(LatencyBuckets.indexOf(Long.MAX_VALUE)).isEqualTo(LatencyBuckets.COUNT - 1);
    }

    @Test
    void theMiddleIsWithinSixteenThousandths() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            long value = random.nextLong() >>> 19 + random.nextInt(44);
            long middle = LatencyBuckets.middle(LatencyBuckets.indexOf(value));
            assertThat((double) Math.abs(middle - value)).isLessThanOrEqualTo(0.016 * value);
        }
    }
}
