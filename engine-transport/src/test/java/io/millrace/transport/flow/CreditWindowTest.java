// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CreditWindowTest {

    private static final long MILLI = 1_000_000L;
    private static final long MIN = 256 << 10;
    private static final long MAX = 64 << 20;
    private static final long FRAME = 64 << 10;

    private final CreditWindow window = new CreditWindow(MIN, MAX, FRAME);
    private long now;

    @Test
    void beginsWithTheLeast() {
        assertThat(window.bytes()).isEqualTo(MIN);
    }

    @Test
    void followsTheDrainRate() {
        drain(100, 20e6, 1000);
        assertThat((double) window.bytes()).isCloseTo(1.15 * 20e6 * 0.105 + 2 * FRAME, Percentage.withPercentage(3));
    }

    @Test
    void staysAtTheLeastForASlowReceiver() {
        drain(1, 1e5, 100);
        assertThat(window.bytes()).isEqualTo(MIN);
    }

    @Test
    void neverExceedsTheMost() {
        drain(200, 1e10, 2000);
        assertThat(window.bytes()).isEqualTo(MAX);
    }

    @Test
    void fallsEightRoundsAfterThePeak() {
        drain(10, 50e6, 200);
        long fast = window.bytes();
        drain(10, 1e6, 60);
        assertThat(window.bytes()).isEqualTo(fast);
        drain(10, 1e6, 50);
        assertThat(window.bytes()).isEqualTo(MIN);
    }

    @Test
    void growsToWhatWouldHaveFilledTheGap() {
        window.onDrained(now, 0, 100 * MILLI);
        now += 100 * MILLI;
        window.onIdle(now, 50 * MILLI);
        assertThat(window.bytes()).isEqualTo((long) (MIN * 1.15 / 0.5));
    }

    @Test
    void growsAtMostByFour() {
        window.onDrained(now, 0, 100 * MILLI);
        now += 100 * MILLI;
        window.onIdle(now, 99 * MILLI);
        assertThat(window.bytes()).isEqualTo(4 * MIN);
        // The next gap is still that of the old window.
        now += 100 * MILLI;
        window.onIdle(now, 99 * MILLI);
        assertThat(window.bytes()).isEqualTo(4 * MIN);
        now += 100 * MILLI;
        window.onIdle(now, 99 * MILLI);
        assertThat(window.bytes()).isEqualTo(16 * MIN);
    }

    @Test
    void aSmallGapIsNoEvidence() {
        window.onDrained(now, 0, 100 * MILLI);
        now += 100 * MILLI;
        window.onIdle(now, 12 * MILLI);
        assertThat(window.bytes()).isEqualTo(MIN);
    }

    @Test
    void aGrownWindowThatTheRateDoesNotProveIsTakenBack() {
        window.onDrained(now, 0, 10 * MILLI);
        now += 10 * MILLI;
        window.onIdle(now, 9 * MILLI);
        assertThat(window.bytes()).isEqualTo(4 * MIN);
        drain(10, 1e6, 50);
        assertThat(window.bytes()).isEqualTo(MIN);
    }

    @Test
    void goesBackAtOnceAfterADip() {
        drain(100, 20e6, 1000);
        long before = window.bytes();
        now += 4_000 * MILLI;
        window.onDrained(now, MIN, 100 * MILLI);
        assertThat(window.bytes()).isEqualTo(MIN);
        now += 100 * MILLI;
        window.onIdle(now, 90 * MILLI);
        assertThat((double) window.bytes()).isCloseTo(before, Percentage.withPercentage(1));
    }

    /** Drains at a rate, a millisecond at a time. */
    private void drain(long rttMillis, double bytesPerSecond, int millis) {
        for (int i = 0; i < millis; i++) {
            window.onDrained(now, (long) (bytesPerSecond / 1000), rttMillis * MILLI);
            now += MILLI;
        }
    }
}
