// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HiccupsTest {

    private static final long MILLISECOND = 1_000_000;

    @Test
    void withoutGapsNothingIsLate() {
        assertThat(new Hiccups(1_000 * MILLISECOND, new long[0]).micros(99.9)).isZero();
    }

    @Test
    void whoArrivesWithinAGapWaitsForItsEnd() {
        // 20 ms of 1,000: the first half of those that arrive in it, 1 % of all, wait for more than 10 ms
        Hiccups one = new Hiccups(1_000 * MILLISECOND, new long[] {20 * MILLISECOND});

        assertThat(one.micros(99)).isCloseTo(10_000, within(1e-6));
        assertThat(one.micros(98)).isCloseTo(0, within(1e-6));
    }

    @Test
    void shortGapsCountOnlyIfLongOnesDoNotSuffice() {
        long[] gaps = {MILLISECOND, 4 * MILLISECOND, MILLISECOND, 8 * MILLISECOND};
        Hiccups hiccups = new Hiccups(1_000 * MILLISECOND, gaps);

        // Later than d are (8 - d) + (4 - d) ms of 1,000
        assertThat(hiccups.micros(99)).isCloseTo(1_000, within(1e-6));
        assertThat(hiccups.micros(99.8)).isCloseTo(6_000, within(1e-6));
        assertThat(hiccups.micros(98.8)).isCloseTo(500, within(1e-6));
    }
}
