package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdlingTest {

    private static final long NAP = 20_000;
    private static final long LINGER = 140_000;
    private static final long SPINNING_LINGER = 2_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private static final long AT = -5_000_000_000L;

    @Test
    void looksAgainAtOnceThenNapsThenBlocks() {
        Idling idling = hot(Idling.of(NAP, LINGER, nap -> true));

        assertThat(idling.next(AT, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 4_999, 0, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 5_000, NEVER, true)).isEqualTo(NAP);
        assertThat(idling.next(AT + 139_999, 0, true)).isEqualTo(NAP);
        assertThat(idling.next(AT + 140_000, NEVER, true)).isEqualTo(Idling.BLOCK);
        assertThat(idling.next(AT + 60_000_000_000L, 200_001, true)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void workThatComesSeldomIsNotWaitedFor() {
        Idling idling = hot(Idling.of(NAP, LINGER, nap -> true));
        long now = spun(idling, AT, 250_000, 40);
        assertThat(idling.next(now, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, NEVER, true)).isEqualTo(Idling.BLOCK);

        // One that follows another closely does not make it hot
        idling.worked(now + 30_000);
        assertThat(idling.next(now + 35_000, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 40_000, NEVER, true)).isEqualTo(Idling.BLOCK);

        idling.worked(now + 300_000);
        now = spun(idling, now + 300_000, 20_000, 8);
        assertThat(idling.next(now, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, NEVER, true)).isEqualTo(NAP);

        // Nor does one pause keep it from being so for long
        idling.worked(now + 60_000_000_000L);
        now = spun(idling, now + 60_000_000_000L, 20_000, 8);
        assertThat(idling.next(now, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, NEVER, true)).isEqualTo(NAP);
    }

    @Test
    void aWakingWithoutWorkIsNotWork() {
        Idling idling = hot(Idling.of(NAP, LINGER, nap -> true));

        idling.next(AT, NEVER, true);
        for (long later = 2_000_000; later < 2_000_000_000; later += 20_000_000) {
            assertThat(idling.next(AT + later, 1_000_000, true)).isEqualTo(Idling.BLOCK);
        }
    }

    @Test
    void napsUntilWhatIsDueSoon() {
        Idling idling = hot(Idling.of(NAP, LINGER, nap -> true));

        idling.next(AT, NEVER, true);
        assertThat(idling.next(AT + 5_000_000, 150_000, true)).isEqualTo(100_000);
        assertThat(idling.next(AT + 5_000_000, 80_000, true)).isEqualTo(80_000);
        assertThat(idling.next(AT + 5_000_000, 3, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 5_000_000, -1, true)).isEqualTo(NAP);
        assertThat(idling.next(AT + 10_000, 15_000, true)).isEqualTo(NAP);
    }

    @Test
    void sleepsUntilWhatIsDueWhereNothingElseMayArrive() {
        Idling idling = hot(Idling.of(NAP, LINGER, nap -> true));

        assertThat(idling.next(AT, 300_000, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT, 300_000, false)).isEqualTo(300_000);
        assertThat(idling.next(AT + 5_000, 295_000, true)).isEqualTo(NAP);
        assertThat(idling.next(AT + 5_000, 295_000, false)).isEqualTo(295_000);
        assertThat(idling.next(AT + 299_000, 1_000, false)).isEqualTo(Idling.SPIN);
        // Where one is due in each nap, several are taken at once
        assertThat(idling.next(AT + 50_000, 15_000, false)).isEqualTo(NAP);
        assertThat(idling.next(AT + 3_000_000, 1_000_001, false)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void endsASleepSoMuchEarlierAsSleepsEndLate() {
        Idling idling = hot(Idling.of(NAP, LINGER, nap -> true));
        long now = AT;
        long sleep = 0;
        for (int i = 0; i < 200; i++) {
            sleep = idling.next(now, 300_000, false);
            now += sleep + 20_000;
            idling.worked(now);
        }
        // One and a half times as late as they were
        assertThat(sleep).isBetween(269_900L, 270_100L);
        // One that was disturbed does not count as much
        idling.next(now, 300_000, false);
        idling.worked(now + 50_000_000);
        assertThat(idling.next(now + 50_000_000, 300_000, false)).isBetween(264_000L, 265_000L);
    }

    @Test
    void napsNoLongerThanUntilASourceIsDue() {
        Idling seldom = Idling.of(NAP, LINGER, nap -> true);
        long now = spun(seldom, AT, 100_000, 40);
        assertThat(seldom.next(now, 30_000, true)).isEqualTo(Idling.SPIN);
        assertThat(seldom.next(now + 5_000, 25_000, true)).isEqualTo(NAP);
        assertThat(seldom.next(now + 10_000, 15_000, true)).isEqualTo(15_000);
        assertThat(seldom.next(now + 24_000, 1_000, true)).isEqualTo(Idling.SPIN);

        Idling often = Idling.of(NAP, LINGER, nap -> true);
        now = spun(often, AT, 30_000, 40);
        often.next(now, 30_000, true);
        assertThat(often.next(now + 10_000, 15_000, true)).isEqualTo(NAP);
    }

    @Test
    void lingersAsLongAsItIsTold() {
        Idling idling = hot(Idling.of(NAP, 10 * LINGER, nap -> true));
        assertThat(idling.next(AT, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 10 * LINGER - 1, NEVER, true)).isEqualTo(NAP);
        assertThat(idling.next(AT + 10 * LINGER, NEVER, true)).isEqualTo(Idling.BLOCK);

        idling = hot(Idling.of(NAP, 0, nap -> true));
        assertThat(idling.next(AT, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 5_000, NEVER, true)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void spinsAsLongAsMoreMayComeIfItShallNotNap() {
        Idling idling = hot(Idling.of(0, SPINNING_LINGER, nap -> true));

        assertThat(idling.next(AT, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 1_999_999, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 2_000_000, 200_000, true)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(AT + 2_000_000, NEVER, true)).isEqualTo(Idling.BLOCK);

        long now = spun(idling, AT + 9_000_000, 9_000_000, 8);
        assertThat(idling.next(now, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 20_000, NEVER, true)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void spinsWhereNapsEndLate() {
        Idling idling = hot(Idling.of(NAP, LINGER, nap -> nap > NAP));

        assertThat(idling.next(AT, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 139_999, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 139_999, 295_000, false)).isEqualTo(295_000);
        assertThat(idling.next(AT + 140_000, NEVER, true)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void leavesACoreAloneThatOthersWant() {
        Idling idling = Idling.of(0, SPINNING_LINGER, nap -> true);
        long now = spun(idling, AT, 1_000, 86_000);
        now = spun(idling, now, 1_900_000, 8);

        assertThat(idling.next(now, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 20_000, NEVER, true)).isEqualTo(Idling.BLOCK);
        assertThat(idling.next(now + 30_000, 3, true)).isEqualTo(100_000);
        assertThat(idling.next(now + 30_000, 150_000, true)).isEqualTo(150_000);
    }

    @Test
    void doesNotNapEitherWhereTheCoreIsCrowded() {
        Idling idling = Idling.of(NAP, LINGER, nap -> true);
        long now = AT;
        for (int i = 0; i < 500; i++) {
            now = spun(idling, now, 20_000, 8);
            now = spun(idling, now, 300_000, 1);
        }
        assertThat(idling.next(now, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, NEVER, true)).isEqualTo(Idling.BLOCK);
        assertThat(idling.next(now + 5_000, 3, true)).isEqualTo(100_000);
    }

    @Test
    void spinsOnWhereLittleIsLost() {
        Idling idling = Idling.of(0, SPINNING_LINGER, nap -> true);
        long now = spun(idling, AT, 1_000, 91_000);
        now = spun(idling, now, 1_900_000, 6);

        assertThat(idling.next(now, NEVER, true)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 20_000, NEVER, true)).isEqualTo(Idling.SPIN);
    }

    /** Finds work so many times, each time by the second look, which is so much later than the first. */
    private static long spun(Idling idling, long from, long nanos, int times) {
        long now = from;
        for (int i = 0; i < times; i++) {
            idling.next(now, NEVER, true);
            now += nanos;
            idling.next(now, NEVER, true);
            idling.worked(now);
        }
        return now;
    }

    /** After work that came soon after other work. */
    private static Idling hot(Idling idling) {
        idling.next(AT - 1_000, NEVER, true);
        idling.worked(AT);
        return idling;
    }
}
