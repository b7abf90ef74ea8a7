package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pauses of a consumer, from what its polls have found. */
class SlipTest {
    private static final int MAX_PAUSES = 256;

    private final Slip slip = new Slip();

    @Test
    void aNewConsumerDoesNotPause() {
        assertThat(pausesBeforePoll()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 127, 128, 1000})
    void itDoesNotPauseWhilePollsFindMessages(int found) {
        fallBehind();
        for (int i = 0; i < 1000; i++) {
            slip.afterPoll(found);
            assertThat(pausesBeforePoll()).isZero();
        }
    }

    @Test
    void pausesGrowWhileMessagesComeFasterThanThePause() {
        int before = 0;
        for (int i = 0; i < 4; i++) {
            int now = pausesAfterNothing();
            assertThat(now).isGreaterThanOrEqualTo(before);
            before = now;
            slip.afterPoll(100);
        }
        assertThat(before).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 20, 127})
    void pausesAreBounded(int found) {
        int longest = 0;
        for (int i = 0; i < 1000; i++) {
            longest = Math.max(longest, pausesAfterNothing());
            slip.afterPoll(found);
        }
        assertThat(longest).isEqualTo(MAX_PAUSES);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void aPauseIsNotWorthFewMessages(int found) {
        fallBehind();
        for (int i = 0; i < 1000; i++) {
            int pauses = pausesAfterNothing();
            slip.afterPoll(found);
            if (i > 10) {
                assertThat(pauses).isLessThanOrEqualTo(2 * 16 * found + 1);
            }
        }
    }

    @Test
    void farEnoughBehindIsFarEnough() {
        slip.afterPoll(0);
        slip.afterPoll(100);
        int pauses = pausesAfterNothing();
        slip.afterPoll(128);
        assertThat(pauses).isPositive();
        assertThat(pausesAfterNothing()).isEqualTo(pauses);
    }

    @Test
    void findingNothingAfterAPauseEndsThePauses() {
        fallBehind();
        assertThat(pausesAfterNothing()).isPositive();
        slip.afterPoll(0);
        for (int i = 0; i < 1000; i++) {
            assertThat(pausesBeforePoll()).isZero();
            slip.afterPoll(0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 10, 1001})
    void messagesFarApartAreHardlyEverWaitedFor(int emptyPolls) {
        for (int message = 0; message < 1000; message++) {
            int pauses = 0;
            for (int i = 0; i < emptyPolls; i++) {
                pauses += pausesAfterNothing();
            }
            slip.afterPoll(1);
            assertThat(pauses).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void whoIsAboutToSleepDoesNotPause() {
        fallBehind();
        assertThat(pausesAfterNothing()).isPositive();
        assertThat(slip.pausesDue(true)).isZero();
    }

    private void fallBehind() {
        for (int i = 0; i < 20; i++) {
            slip.afterPoll(0);
            slip.afterPoll(100);
        }
    }

    private int pausesAfterNothing() {
        slip.afterPoll(0);
        return pausesBeforePoll();
    }

    private int pausesBeforePoll() {
        return slip.pausesDue(false);
    }
}
