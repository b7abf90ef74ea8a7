package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ForesightTest {

    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final Foresight foresight = new Foresight();
    private long now = 5 * SECOND;

    @Test
    void nothingArrivesWhileAllOthersRest() {
        assertThat(foresight.nothingArrivesUntil(now, now + 3, NEVER)).isEqualTo(now + 3);
        assertThat(foresight.nothingArrivesUntil(now + 1, now + 3, NEVER)).isEqualTo(now + 3);
        assertThat(foresight.nothingArrivesUntil(now + 3, now + 3, NEVER)).isLessThanOrEqualTo(now + 3);
        assertThat(foresight.nothingArrivesUntil(now + 4, 0, NEVER)).isZero();
        assertThat(foresight.nothingArrivesUntil(now + 5, NEVER, now + 10)).isEqualTo(NEVER);
    }

    @Test
    void restsThatEndForOthersAreNotAwaited() {
        rests(7, 57);
        assertThat(isAwaited()).isFalse();
        // What it has to be awake for anyway may be known
        assertThat(foresight.nothingArrivesUntil(now, now + 2 * MILLI, now + MILLI))
                .isEqualTo(now + 2 * MILLI);
    }

    @Test
    void restsAreAwaitedIfAnEighthBringsSomething() {
        rests(8, 56);
        assertThat(isAwaited()).isTrue();
        rests(64, 0);
        assertThat(isAwaited()).isTrue();
    }

    @Test
    void awaitsThemAgainAfterAWhileThatDoubles() {
        rests(0, 64);
        now += SECOND - 1;
        assertThat(isAwaited()).isFalse();
        now += 1;
        assertThat(isAwaited()).isTrue();
        rests(0, 64);
        now += 2 * SECOND - 1;
        assertThat(isAwaited()).isFalse();
        now += 1;
        rests(8, 56);
        rests(0, 64);
        now += SECOND;
        assertThat(isAwaited()).isTrue();
    }

    @Test
    void aRestThatIsPutOffHasNotEnded() {
        for (int i = 0; i < 200; i++) {
            foresight.nothingArrivesUntil(now, now + MILLI, NEVER);
            now += MILLI - 1;
        }
        assertThat(isAwaited()).isTrue();
    }

    @Test
    void whatComesWhileAllRestSaysNothingOfTheirEnds() {
        for (int i = 0; i < 200; i++) {
            foresight.nothingArrivesUntil(now, now + MILLI, NEVER);
            foresight.worked(now + MILLI - 1);
            now += MILLI;
        }
        rests(0, 63);
        assertThat(isAwaited()).isTrue();
        rests(0, 1);
        assertThat(isAwaited()).isFalse();
    }

    /** Ends of rests, with something that arrives or without. */
    private void rests(int brought, int missed) {
        for (int i = 0; i < brought + missed; i++) {
            foresight.nothingArrivesUntil(now, now + MILLI, NEVER);
            now += MILLI;
            if (i < brought) {
                foresight.worked(now);
            }
        }
        // The last one is over when others rest again
        foresight.nothingArrivesUntil(now, now + 1, now + 1);
    }

    private boolean isAwaited() {
        return foresight.nothingArrivesUntil(now, now + 1, NEVER) == now + 1 && forget();
    }

    private boolean forget() {
        foresight.worked(now);
        return true;
    }
}
