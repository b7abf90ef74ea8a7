package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdlingTest {

    private static final long NAP = 10_000;
    private static final long NEVER = Long.MAX_VALUE;

    private static final long AT = -5_000_000_000L;

    @Test
    void looksAgainAtOnceThenNapsThenBlocks() {
        Idling idling = hot(Idling.of(NAP, nap -> true));

        assertThat(idling.next(AT, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 4_999, 0)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 5_000, NEVER)).isEqualTo(NAP);
        assertThat(idling.next(AT + 1_999_999, 0)).isEqualTo(NAP);
        assertThat(idling.next(AT + 2_000_000, NEVER)).isEqualTo(Idling.BLOCK);
        assertThat(idling.next(AT + 60_000_000_000L, 200_001)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void workThatComesSeldomIsNotWaitedFor() {
        Idling idling = hot(Idling.of(NAP, nap -> true));
        idling.next(AT, NEVER);
        idling.worked(AT + 2_000_000);

        assertThat(idling.next(AT + 2_000_000, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 2_005_000, NEVER)).isEqualTo(Idling.BLOCK);
        idling.worked(AT + 3_000_000);
        assertThat(idling.next(AT + 3_000_000, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 3_005_000, NEVER)).isEqualTo(NAP);
    }

    @Test
    void aWakingWithoutWorkIsNotWork() {
        Idling idling = hot(Idling.of(NAP, nap -> true));

        idling.next(AT, NEVER);
        for (long later = 2_000_000; later < 2_000_000_000; later += 20_000_000) {
            assertThat(idling.next(AT + later, 1_000_000)).isEqualTo(Idling.BLOCK);
        }
    }

    @Test
    void napsUntilWhatIsDueSoon() {
        Idling idling = hot(Idling.of(NAP, nap -> true));

        idling.next(AT, NEVER);
        assertThat(idling.next(AT + 5_000_000, 150_000)).isEqualTo(150_000);
        assertThat(idling.next(AT + 5_000_000, 3)).isEqualTo(NAP);
        assertThat(idling.next(AT + 5_000_000, -1)).isEqualTo(NAP);
    }

    @Test
    void spinsAsLongAsMoreMayComeIfItShallNotNap() {
        Idling idling = hot(Idling.of(0, nap -> true));

        assertThat(idling.next(AT, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 1_999_999, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 2_000_000, 200_000)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(AT + 2_000_000, NEVER)).isEqualTo(Idling.BLOCK);

        idling.worked(AT + 9_000_000);
        assertThat(idling.next(AT + 9_000_000, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 9_020_000, NEVER)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void spinsWhereNapsEndLate() {
        Idling idling = hot(Idling.of(NAP, nap -> nap > NAP));

        assertThat(idling.next(AT, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 1_999_999, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 2_000_000, NEVER)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void leavesACoreAloneThatOthersWant() {
        Idling idling = Idling.of(0, nap -> true);
        long now = spun(idling, AT, 1_000, 86_000);
        now = spun(idling, now, 1_900_000, 8);

        assertThat(idling.next(now, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 20_000, NEVER)).isEqualTo(Idling.BLOCK);
        assertThat(idling.next(now + 30_000, 3)).isEqualTo(100_000);
        assertThat(idling.next(now + 30_000, 150_000)).isEqualTo(150_000);
    }

    @Test
    void doesNotNapEitherWhereTheCoreIsCrowded() {
        Idling idling = Idling.of(NAP, nap -> true);
        long now = AT;
        for (int i = 0; i < 60; i++) {
            idling.next(now - 10_000, NEVER);
            idling.next(now, NEVER);
            now += 1_900_000;
            idling.next(now, NEVER);
            idling.worked(now);
        }
        assertThat(idling.next(now, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, NEVER)).isEqualTo(Idling.BLOCK);
        assertThat(idling.next(now + 5_000, 3)).isEqualTo(100_000);
    }

    @Test
    void spinsOnWhereLittleIsLost() {
        Idling idling = Idling.of(0, nap -> true);
        long now = spun(idling, AT, 1_000, 91_000);
        now = spun(idling, now, 1_900_000, 6);

        assertThat(idling.next(now, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 20_000, NEVER)).isEqualTo(Idling.SPIN);
    }

    /** Finds work so many times, each time by the second look, which is so much later than the first. */
    private static long spun(Idling idling, long from, long nanos, int times) {
        long now = from;
        for (int i = 0; i < times; i++) {
            idling.next(now, NEVER);
            now += nanos;
            idling.next(now, NEVER);
            idling.worked(now);
        }
        return now;
    }

    /** After work that came soon after other work. */
    private static Idling hot(Idling idling) {
        idling.next(AT - 1_000, NEVER);
        idling.worked(AT);
        return idling;
    }
}
