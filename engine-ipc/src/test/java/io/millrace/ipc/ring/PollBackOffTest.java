// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The delays of a consumer, by what its polls have found. */
class PollBackOffTest {
    private static final int MAX_SPINS = 256;

    private final PollBackOff backOff = new PollBackOff();

    @Test
    void aNewConsumerIsNotDelayed() {
        assertThat(spinsBeforePoll()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 127, 128, 1000})
    void pollsAreNotDelayedWhileTheyFindMessages(int found) {
        growDelay();
        for (int i = 0; i < 1000; i++) {
            backOff.afterPoll(found);
            assertThat(spinsBeforePoll()).isZero();
        }
    }

    @Test
    void delaysGrowWhileMessagesComeFasterThanTheDelay() {
        int before = 0;
        for (int i = 0; i < 4; i++) {
            int now = spinsAfterEmptyPoll();
            assertThat(now).isGreaterThanOrEqualTo(before);
            before = now;
            backOff.afterPoll(100);
        }
        assertThat(before).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 20, 127})
    void delaysAreBounded(int found) {
        int longest = 0;
        for (int i = 0; i < 1000; i++) {
            longest = Math.max(longest, spinsAfterEmptyPoll());
            backOff.afterPoll(found);
        }
        assertThat(longest).isEqualTo(MAX_SPINS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void delaysShrinkIfTheyYieldFewMessages(int found) {
        growDelay();
        for (int i = 0; i < 1000; i++) {
            int spins = spinsAfterEmptyPoll();
            backOff.afterPoll(found);
            if (i > 10) {
                assertThat(spins).isLessThanOrEqualTo(2 * 16 * found + 1);
            }
        }
    }

    @Test
    void aDelayThatYieldsEnoughMessagesStays() {
        backOff.afterPoll(0);
        backOff.afterPoll(100);
        int spins = spinsAfterEmptyPoll();
        backOff.afterPoll(128);
        assertThat(spins).isPositive();
        assertThat(spinsAfterEmptyPoll()).isEqualTo(spins);
    }

    @Test
    void anEmptyPollAfterADelayEndsTheDelays() {
        growDelay();
        assertThat(spinsAfterEmptyPoll()).isPositive();
        backOff.afterPoll(0);
        for (int i = 0; i < 1000; i++) {
            assertThat(spinsBeforePoll()).isZero();
            backOff.afterPoll(0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 10, 1001})
    void pollsForRareMessagesAreHardlyDelayed(int emptyPolls) {
        for (int message = 0; message < 1000; message++) {
            int spins = 0;
            for (int i = 0; i < emptyPolls; i++) {
                spins += spinsAfterEmptyPoll();
            }
            backOff.afterPoll(1);
            assertThat(spins).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void theLastPollBeforeASleepIsNotDelayed() {
        growDelay();
        assertThat(spinsAfterEmptyPoll()).isPositive();
        assertThat(backOff.spinsDue(true)).isZero();
    }

    private void growDelay() {
        for (int i = 0; i < 20; i++) {
            backOff.afterPoll(0);
            backOff.afterPoll(100);
        }
    }

    private int spinsAfterEmptyPoll() {
        backOff.afterPoll(0);
        return spinsBeforePoll();
    }

    private int spinsBeforePoll() {
        return backOff.spinsDue(false);
    }
}
