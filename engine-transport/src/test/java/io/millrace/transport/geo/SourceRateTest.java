// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SourceRateTest {

    private static final long MILLI = 1_000_000L;
    private static final int BYTES = 100;

    private final SourceRate rate = new SourceRate();
    private long now = 5 * MILLI;

    private void offer(int perMilli, int millis) {
        for (int i = 0; i < millis; i++) {
            for (int j = 0; j < perMilli; j++) {
                rate.add(now, BYTES);
            }
            now += MILLI;
            rate.look(now);
        }
    }

    @Test
    void isKnownAfterATenthOfASecond() {
        offer(1, 99);
        assertThat(rate.isKnown()).isFalse();
        offer(1, 1);
        assertThat(rate.eventsPerSecond()).isCloseTo(1_000, within(20.0));
        assertThat(rate.eventBytes()).isEqualTo(BYTES);
    }

    @Test
    void aFloodIsKnownEarlier() {
        offer(1, 100);
        offer(50, 20);
        assertThat(rate.eventsPerSecond()).isCloseTo(50_000, within(500.0));
    }

    @Test
    void whatComesAtOnceIsNoFlood() {
        for (int i = 0; i < 10_000; i++) {
            rate.add(now, BYTES);
            rate.look(now);
        }
        assertThat(rate.isKnown()).isFalse();
        now += 100 * MILLI;
        rate.look(now);
        assertThat(rate.eventsPerSecond()).isEqualTo(100_000);
    }
}
