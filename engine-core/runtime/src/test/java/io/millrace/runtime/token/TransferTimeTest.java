// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TransferTimeTest {

    private final TransferTime time = new TransferTime();

    @Test
    void beginsWithThriceTheFirstOne() {
        assertThat(time.nanos()).isZero();
        time.add(100);
        assertThat(time.nanos()).isEqualTo(300);
    }

    @Test
    void comesCloseToTimesThatDoNotVary() {
        for (int i = 0; i < 30; i++) {
            time.add(100);
        }
        assertThat(time.nanos()).isBetween(100L, 101L);
    }

    @Test
    void oneThatWasHeldUpForLongIsNotBelieved() {
        for (int i = 0; i < 30; i++) {
            time.add(100);
        }
        time.add(1_000_000);
        assertThat(time.nanos()).isBetween(400L, 500L);
    }

    @Test
    void isAboveMostOfThoseThatVary() {
        for (int i = 0; i < 200; i++) {
            time.add(i % 2 == 0 ? 100 : 200);
        }
        assertThat(time.nanos()).isBetween(330L, 370L);
    }
}
