package io.millrace.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpoutPacerTest {

    private static final long MILLI = 1_000_000;
    private static final long START = 7_000_000_000L;

    private final SpoutPacer pacer = new SpoutPacer();

    /** Calls the spout whenever that is allowed, and returns how often within some time. */
    private int asked(long from, long until, boolean finished) {
        int asked = 0;
        long now = from;
        while (now < until) {
            assertThat(pacer.mayCall(now)).isTrue();
            pacer.emittedNothing(now, finished);
            assertThat(pacer.mayCall(pacer.nextCall() - 1)).isFalse();
            now = pacer.nextCall();
            asked++;
        }
        return asked;
    }

    @Test
    void aSourceIsAskedWithinAnEighthOfTheTimeForWhichItHasBeenQuiet() {
        pacer.emittedNothing(START, false);
        assertThat(pacer.nextCall()).isEqualTo(START + 10_000);
        pacer.emittedNothing(START + 8 * MILLI, false);
        assertThat(pacer.nextCall()).isEqualTo(START + 9 * MILLI);
    }

    @Test
    void aSourceThatIsQuietForLongIsAskedFiftyTimesASecond() {
        asked(START, START + 10_000 * MILLI, false);
        assertThat(asked(pacer.nextCall(), pacer.nextCall() + 1_000 * MILLI, false))
                .isEqualTo(50);
    }

    @Test
    void oneThatHasFinishedIsAskedOnceASecond() {
        asked(START, START + 60_000 * MILLI, true);
        assertThat(asked(pacer.nextCall(), pacer.nextCall() + 10_000 * MILLI, true))
                .isEqualTo(10);
    }

    @Test
    void aSourceThatSaysWhenItHasSomethingIsAskedThenAndOftenFromThenOn() {
        pacer.emittedNothing(START, false);
        pacer.idleUntil(START + 500 * MILLI, START);
        assertThat(pacer.mayCall(START + 500 * MILLI - 1)).isFalse();
        assertThat(pacer.nextCall()).isEqualTo(START + 500 * MILLI);
        assertThat(pacer.mayCall(START + 500 * MILLI)).isTrue();
        pacer.reset();
        pacer.idleUntil(START + 600 * MILLI, START + 500 * MILLI);
        assertThat(pacer.mayCall(START + 503 * MILLI)).isFalse();
        pacer.reset();
        assertThat(pacer.mayCall(START + 503 * MILLI)).isTrue();
    }

    @Test
    void whatItEmitsMakesItBusyAgain() {
        asked(START, START + 1_000 * MILLI, false);
        pacer.reset();
        assertThat(pacer.mayCall(START + 1_000 * MILLI + 1)).isTrue();
        pacer.emittedNothing(START + 1_000 * MILLI + 1, false);
        assertThat(pacer.nextCall()).isEqualTo(START + 1_000 * MILLI + 10_001);
    }

    @Test
    void aTimeInThePastSaysNothing() {
        pacer.idleUntil(START, START);
        assertThat(pacer.isQuiet()).isFalse();
        pacer.emittedNothing(START, false);
        pacer.idleUntil(START, START);
        assertThat(pacer.isQuiet()).isTrue();
        assertThat(pacer.nextCall()).isEqualTo(START + 10_000);
        pacer.emittedNothing(START + 8 * MILLI, false);
        pacer.idleUntil(Long.MIN_VALUE, START + 8 * MILLI);
        assertThat(pacer.nextCall()).isEqualTo(START + 9 * MILLI);
    }
}
