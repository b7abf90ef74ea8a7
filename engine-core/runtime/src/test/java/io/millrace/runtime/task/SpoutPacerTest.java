// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpoutPacerTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long START = 7 * SECOND;
    private static final long POLL = 3 * MILLI;

    private final SpoutPacer pacer = new SpoutPacer(POLL);

    private void isDueAt(long time) {
        assertThat(pacer.isQuiet()).isTrue();
        assertThat(pacer.nextCall()).isEqualTo(time);
        assertThat(pacer.mayCall(time - 1)).isFalse();
        assertThat(pacer.mayCall(time)).isTrue();
    }

    @Test
    void aSourceThatFindsNothingIsAskedAtOnePaceHoweverLongThatLasts() {
        assertThat(pacer.mayCall(Long.MIN_VALUE)).isTrue();
        for (long now = START; now < START + 1_000 * POLL; now += POLL) {
            pacer.emittedNothing(now, false);
            isDueAt(now + POLL);
        }
    }

    @Test
    void oneThatHasFinishedIsAskedOnceASecondUnlessThePaceIsSlower() {
        pacer.emittedNothing(START, true);
        isDueAt(START + SECOND);
        SpoutPacer slow = new SpoutPacer(5 * SECOND);
        slow.emittedNothing(START, true);
        assertThat(slow.nextCall()).isEqualTo(START + 5 * SECOND);
    }

    @Test
    void aSourceThatSaysWhenItHasSomethingIsAskedThen() {
        pacer.emittedNothing(START, false);
        pacer.idleUntil(START + 500 * MILLI, START);
        isDueAt(START + 500 * MILLI);
        pacer.reset();
        pacer.idleUntil(START + 501 * MILLI, START + 500 * MILLI);
        isDueAt(START + 501 * MILLI);
        pacer.emittedNothing(START + 501 * MILLI, false);
        isDueAt(START + 501 * MILLI + POLL);
    }

    @Test
    void aResetLetsItBeAskedAtOnce() {
        pacer.emittedNothing(START, false);
        pacer.reset();
        assertThat(pacer.isQuiet()).isFalse();
        assertThat(pacer.mayCall(START)).isTrue();
    }

    @Test
    void aTimeInThePastSaysNothing() {
        pacer.idleUntil(START, START);
        assertThat(pacer.isQuiet()).isFalse();
        pacer.emittedNothing(START, false);
        pacer.idleUntil(START, START);
        isDueAt(START + POLL);
        pacer.emittedNothing(START + 8 * MILLI, false);
        pacer.idleUntil(Long.MIN_VALUE, START + 8 * MILLI);
        isDueAt(START + 8 * MILLI + POLL);
    }
}
