// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The sample of a clock that counts, for how long, and how its error grows. */
class ClockOffsetTest {

    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final long HOUR = 3_600 * SECOND;

    private final ClockOffset clock = new ClockOffset();

    /** Takes a sample of a ping at {@code at} by this clock, which the other end, an hour ahead, held for 1 ms. */
    private void sample(long at, long forth, long back) {
        long received = at + forth + HOUR;
        clock.sample(at, received, received + MILLI, at + forth + MILLI + back);
    }

    @Test
    void theTimeForWhichAPingIsHeldIsNotPartOfTheRoundTrip() {
        sample(0, 2 * MILLI, 2 * MILLI);
        assertThat(clock.isKnown()).isTrue();
        assertThat(clock.nanos()).isEqualTo(HOUR);
        assertThat(clock.errorNanos(5 * MILLI)).isBetween(2 * MILLI, 2 * MILLI + 1_000);
    }

    @Test
    void theErrorGrowsBy100MicrosecondsASecond() {
        sample(0, MILLI, MILLI);
        assertThat(clock.errorNanos(4 * SECOND) - clock.errorNanos(3 * SECOND)).isEqualTo(100_000);
    }

    @Test
    void theShortestRoundTripCountsUntilItIs15SecondsOld() {
        sample(0, MILLI, MILLI);
        long at = 0;
        while (at < ClockOffset.PERIOD_NANOS - SECOND) {
            sample(at += SECOND / 2, MILLI, 60 * MILLI);
            assertThat(clock.nanos()).isEqualTo(HOUR);
        }
        while (at < 2 * ClockOffset.PERIOD_NANOS + SECOND) {
            sample(at += SECOND / 2, MILLI, 60 * MILLI);
        }
        assertThat(clock.nanos()).isEqualTo(HOUR - 59 * MILLI / 2);
        assertThat(clock.errorNanos(at)).isGreaterThanOrEqualTo(61 * MILLI / 2);
    }

    @Test
    void aFresherSampleCountsIfTheDriftSinceTheOlderOneMayBeMore() {
        sample(0, MILLI, MILLI);
        sample(SECOND, MILLI, MILLI + 150_000);
        assertThat(clock.nanos()).isEqualTo(HOUR - 75_000);
    }

    @Test
    void anOffsetThatMayBe0Is0AndItsErrorContainsTheDifference() {
        clock.sample(0, 30_000, 30_000, 40_000);
        assertThat(clock.nanos()).isZero();
        assertThat(clock.errorNanos(40_000)).isBetween(30_000L, 30_010L);
        clock.sample(SECOND, SECOND + 30_000, SECOND + 30_000, SECOND + 20_000);
        assertThat(clock.nanos()).isEqualTo(20_000);
    }

    @Test
    void anAnswerThatNoClockGivesIsIgnored() {
        clock.sample(0, HOUR, HOUR - 1, MILLI);
        clock.sample(0, HOUR, HOUR + 2 * MILLI, MILLI);
        clock.sample(0, Long.MIN_VALUE, Long.MAX_VALUE, MILLI);
        assertThat(clock.isKnown()).isFalse();
    }
}
