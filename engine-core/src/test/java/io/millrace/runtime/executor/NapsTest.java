package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NapsTest {

    private static final long SECOND = 1_000_000_000;
    private static final long AT = -3 * SECOND;
    private static final long IN_TIME = 40_000;
    private static final long LATE = 40_001;

    private final Naps naps = new Naps(20_000);
    private long usualNanos;

    @Test
    void getLongerWhileManyAreLateAndShorterWhenHardlyAnyIs() {
        assertThat(naps.stretch()).isEqualTo(1);
        assertThat(stretchAfter(56, 8)).isEqualTo(1);
        assertThat(stretchAfter(55, 9)).isEqualTo(2);
        assertThat(stretchAfter(55, 9)).isEqualTo(4);
        assertThat(stretchAfter(4, 60)).isEqualTo(8);
        assertThat(stretchAfter(4, 60)).isEqualTo(8);
        assertThat(stretchAfter(59, 5)).isEqualTo(8);
        assertThat(stretchAfter(60, 4)).isEqualTo(4);
        assertThat(stretchAfter(64, 0)).isEqualTo(2);
        assertThat(stretchAfter(64, 0)).isEqualTo(1);
        assertThat(stretchAfter(64, 0)).isEqualTo(1);
        assertThat(naps.endInTime(AT)).isTrue();
    }

    @Test
    void areNotWorthTheirNameIfNearlyAllAreLateHoweverLong() {
        stretchAfter(3, 61);
        stretchAfter(3, 61);
        stretchAfter(3, 61);
        assertThat(naps.endInTime(AT)).isTrue();
        assertThat(stretchAfter(3, 61)).isEqualTo(1);
        assertThat(naps.endInTime(AT)).isFalse();
    }

    @Test
    void areNotWorthTheirNameIfMostAreLaterThanTheyTake() {
        usualNanos = 20_000;
        stretchAfter(64, 0);
        assertThat(naps.endInTime(AT)).isTrue();
        usualNanos++;
        assertThat(stretchAfter(64, 0)).isEqualTo(1);
        assertThat(naps.endInTime(AT)).isFalse();

        // Those that are taken all the same do not put off the next trial
        ended(AT + SECOND - 1, 64, IN_TIME);
        assertThat(naps.endInTime(AT + SECOND)).isTrue();
    }

    @Test
    void areTriedAgainLessAndLessOften() {
        long now = AT;
        for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 64, 64}) {
            ended(now, 4 * 64, LATE);
            assertThat(naps.endInTime(now + seconds * SECOND - 1)).isFalse();
            now += seconds * SECOND;
            assertThat(naps.endInTime(now)).isTrue();
        }
        ended(now, 64, IN_TIME);
        ended(now, 4 * 64, LATE);
        assertThat(naps.endInTime(now + SECOND)).isTrue();
    }

    private int stretchAfter(int inTime, int late) {
        ended(AT, inTime, IN_TIME);
        ended(AT, late, LATE);
        return naps.stretch();
    }

    private void ended(long now, int count, long lateNanos) {
        for (int i = 0; i < count; i++) {
            naps.ended(now, lateNanos, usualNanos);
        }
    }
}
