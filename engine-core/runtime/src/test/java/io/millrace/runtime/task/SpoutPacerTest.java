// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpoutPacerTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long START = 7 * SECOND;
    private static final long POLL = 8 * MILLI;
    private static final long SHORTEST = MILLI;

    private final SpoutPacer pacer = new SpoutPacer(POLL);

    private void isDueAt(long time) {
        assertThat(pacer.isQuiet()).isTrue();
        assertThat(pacer.nextCall()).isEqualTo(time);
        assertThat(pacer.mayCall(time - 1)).isFalse();
        assertThat(pacer.mayCall(time)).isTrue();
    }

    @Test
    void aSourceIsAskedAfterAQuarterOfTheTimeForWhichItHasFoundNothing() {
        assertThat(pacer.mayCall(Long.MIN_VALUE)).isTrue();
        foundNothing(START, SHORTEST);
        foundNothing(START + 4 * MILLI, SHORTEST);
        foundNothing(START + 12 * MILLI, 3 * MILLI);
        foundNothing(START + 32 * MILLI, POLL);
        foundNothing(START + 1_000 * SECOND, POLL);
    }

    @Test
    void theTimeForWhichItHasFoundNothingBeginsWithTheFirstCallAfterAnEmission() {
        foundNothing(START, SHORTEST);
        foundNothing(START + SECOND, POLL);
        pacer.emitted();
        assertThat(pacer.isQuiet()).isFalse();
        foundNothing(START + 2 * SECOND, SHORTEST);
        foundNothing(START + 2 * SECOND + 20 * MILLI, 5 * MILLI);
    }

    private void foundNothing(long now, long pause) {
        pacer.emittedNothing(now, false);
        isDueAt(now + pause);
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
    void aResetLetsItBeAskedAtOnceAndIsNoEmission() {
        pacer.emittedNothing(START, false);
        pacer.reset();
        assertThat(pacer.isQuiet()).isFalse();
        assertThat(pacer.mayCall(START)).isTrue();
        foundNothing(START + 16 * MILLI, 4 * MILLI);
    }

    @Test
    void aTimeInThePastSaysNothing() {
        pacer.idleUntil(START, START);
        assertThat(pacer.isQuiet()).isFalse();
        pacer.emittedNothing(START, false);
        pacer.idleUntil(START, START);
        isDueAt(START + SHORTEST);
        pacer.emittedNothing(START + 8 * MILLI, false);
        pacer.idleUntil(Long.MIN_VALUE, START + 8 * MILLI);
        isDueAt(START + 8 * MILLI + 2 * MILLI);
    }
}
