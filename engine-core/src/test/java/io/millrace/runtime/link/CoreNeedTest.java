package io.millrace.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CoreNeedTest {

    private static final long[] TIMES = {-7_000_000_000_000_000L, -1, 0, 1, 123_456_789_012_345L, Long.MAX_VALUE / 2};

    @Test
    void whatIsToldIsHeard() {
        for (long now : TIMES) {
            assertThat(CoreNeed.need(CoreNeed.word(251, true, now), now)).isEqualTo(251);
            assertThat(CoreNeed.shares(CoreNeed.word(251, true, now), now)).isTrue();
            assertThat(CoreNeed.shares(CoreNeed.word(251, false, now), now)).isFalse();
            assertThat(CoreNeed.need(CoreNeed.word(0, true, now), now)).isZero();
            assertThat(CoreNeed.shares(CoreNeed.word(0, true, now), now)).isTrue();
            assertThat(CoreNeed.need(CoreNeed.word(5_000, true, now), now)).isEqualTo(1000);
        }
    }

    @Test
    void nothingToldIsNothingWanted() {
        for (long now : TIMES) {
            assertThat(CoreNeed.shares(CoreNeed.NONE, now)).isFalse();
            assertThat(CoreNeed.need(CoreNeed.NONE, now)).isZero();
        }
    }

    @Test
    void whoHasNotSaidSoForHalfASecondIsNotBelieved() {
        for (long now : TIMES) {
            long word = CoreNeed.word(100, true, now);
            assertThat(CoreNeed.shares(word, now + 400_000_000)).isTrue();
            assertThat(CoreNeed.need(word, now + 400_000_000)).isEqualTo(100);
            assertThat(CoreNeed.shares(word, now + 600_000_000)).isFalse();
            assertThat(CoreNeed.need(word, now + 600_000_000)).isZero();
        }
    }

    @Test
    void garbageNeverNeedsLessThanNothingOrMoreThanACore() {
        Random random = new Random(5);
        for (int i = 0; i < 1_000_000; i++) {
            long now = random.nextLong();
            long when = i % 2 == 0 ? random.nextLong() : now;
            long word = when >> 20 << 12 | random.nextInt(1 << 12);
            assertThat(CoreNeed.need(word, now)).isBetween(0, 1000);
        }
    }
}
