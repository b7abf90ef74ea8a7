// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {

    @Test
    void pausesDoubleFromTheFirstToTheLongest() {
        Backoff backoff = new Backoff(100, 1_000);
        assertThat(backoff.after(0)).isZero();
        assertThat(backoff.after(1)).isEqualTo(100);
        assertThat(backoff.after(2)).isEqualTo(200);
        assertThat(backoff.after(3)).isEqualTo(400);
        assertThat(backoff.after(4)).isEqualTo(800);
        assertThat(backoff.after(5)).isEqualTo(1_000);
    }

    @Test
    void manyFailuresDoNotOverflow() {
        for (long first : new long[] {1, 3, 10_000_000, Long.MAX_VALUE / 2}) {
            Backoff backoff = new Backoff(first, Long.MAX_VALUE / 2);
            for (long failures = 1; failures < 200; failures++) {
                assertThat(backoff.after(failures + 1)).isBetween(backoff.after(failures), Long.MAX_VALUE / 2);
            }
            assertThat(backoff.after(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE / 2);
        }
    }

    @Test
    void aFirstPauseOfZeroStaysZeroAndALongerOneThanTheLongestIsCut() {
        assertThat(new Backoff(0, 10).after(100)).isZero();
        assertThat(new Backoff(20, 10).after(1)).isEqualTo(10);
    }
}
