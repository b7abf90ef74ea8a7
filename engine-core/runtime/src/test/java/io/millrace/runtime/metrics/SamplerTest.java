// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplerTest {

    private static final long MILLI = 1_000_000;

    private Sampler sampler = new Sampler(7);
    private long now = -5;

    /** Returns how many of {@code tuples} that are {@code apart} nanoseconds apart are picked. */
    private int picked(int tuples, long apart) {
        int picked = 0;
        for (int i = 0; i < tuples; i++) {
            now += apart;
            picked += sampler.picks(now) ? 1 : 0;
        }
        return picked;
    }

    @Test
    void theFirstIsPickedAndOfASlowStreamAll() {
        for (int seed = 0; seed < 100; seed++) {
            sampler = new Sampler(seed);
            assertThat(picked(1, 0)).isEqualTo(1);
            assertThat(picked(100, 3 * MILLI)).isEqualTo(100);
        }
    }

    @Test
    void ofAFastStreamEnoughArePickedAndNotMore() {
        picked(10_000, 1_000);
        assertThat(picked(1_000_000, 1_000)).as("a million in a second").isBetween(500, 2_500);
        assertThat(picked(1_000_000, 100)).as("ten million in a second").isBetween(1_700, 2_300);
        assertThat(picked(100_000, 100_000)).as("ten thousand in a second").isBetween(5_000, 20_000);
    }

    @Test
    void aStreamThatBecameSlowIsPickedAgainAtOnce() {
        picked(1_000_000, 100);
        assertThat(picked(10, 200 * MILLI)).isEqualTo(10);
    }

    @Test
    void noPatternInTheStreamHidesFromIt() {
        for (int period : new int[] {2, 3, 7, 16, 127, 128}) {
            int[] picks = new int[period];
            for (int i = 0; i < 4_000 * period; i++) {
                picks[i % period] += sampler.picks(now) ? 1 : 0;
            }
            assertThat(picks).as("period %s", period).doesNotContain(0);
        }
    }
}
