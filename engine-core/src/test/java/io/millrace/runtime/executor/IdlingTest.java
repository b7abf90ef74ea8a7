package io.millrace.runtime.executor;

import static io.millrace.runtime.executor.Expecting.COMMANDS;
import static io.millrace.runtime.executor.Expecting.NOTHING;
import static io.millrace.runtime.executor.Expecting.TUPLES;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.cores.SharedCore;
import org.junit.jupiter.api.Test;

class IdlingTest {

    private static final long NAP = 20_000;
    private static final long LINGER = 140_000;
    private static final long SPINNING_LINGER = 2_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private static final long AT = -5_000_000_000L;

    private static final CoreSharing.Others NOBODY = new CoreSharing.Others() {
        @Override
        public void tell(long need) {}

        @Override
        public int sharers(long now) {
            return 0;
        }

        @Override
        public int need(long now) {
            return 0;
        }
    };

    @Test
    void looksAgainAtOnceThenNapsThenBlocks() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));

        assertThat(idling.next(AT, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 4_999, 0, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 5_000, NEVER, TUPLES)).isEqualTo(NAP);
        assertThat(idling.next(AT + 139_999, 0, TUPLES)).isBetween(NAP - 500, NAP);
        assertThat(idling.next(AT + 140_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
        assertThat(idling.next(AT + 60_000_000_000L, 200_001, TUPLES)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void workThatComesSeldomIsNotWaitedFor() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));
        long now = spun(idling, AT, 250_000, 40);
        assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);

        // One that follows another closely does not make it hot
        idling.worked(now + 30_000);
        assertThat(idling.next(now + 35_000, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 40_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);

        idling.worked(now + 300_000);
        now = spun(idling, now + 300_000, 20_000, 8);
        assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, NEVER, TUPLES)).isEqualTo(NAP);

        // Nor does one pause keep it from being so for long
        idling.worked(now + 60_000_000_000L);
        now = spun(idling, now + 60_000_000_000L, 20_000, 8);
        assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, NEVER, TUPLES)).isEqualTo(NAP);
    }

    @Test
    void aWakingWithoutWorkIsNotWork() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));

        idling.next(AT, NEVER, TUPLES);
        for (long later = 2_000_000; later < 2_000_000_000; later += 20_000_000) {
            assertThat(idling.next(AT + later, 1_000_000, TUPLES)).isEqualTo(Idling.BLOCK);
        }
    }

    @Test
    void napsUntilWhatIsDueSoon() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));

        idling.next(AT, NEVER, TUPLES);
        assertThat(idling.next(AT + 5_000_000, 150_000, TUPLES)).isEqualTo(100_000);
        assertThat(idling.next(AT + 5_000_000, 80_000, TUPLES)).isEqualTo(80_000 - 80_000 / 32);
        assertThat(idling.next(AT + 5_000_000, 3, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 5_000_000, -1, TUPLES)).isEqualTo(NAP);
        assertThat(idling.next(AT + 10_000, 15_000, TUPLES)).isEqualTo(NAP);
    }

    @Test
    void sleepsUntilWhatIsDueWhereNothingElseMayArrive() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));

        assertThat(idling.next(AT, 300_000, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT, 300_000, COMMANDS)).isEqualTo(300_000 - 300_000 / 32);
        assertThat(idling.next(AT + 5_000, 295_000, TUPLES)).isEqualTo(NAP);
        assertThat(idling.next(AT + 5_000, 295_000, COMMANDS)).isEqualTo(295_000 - 295_000 / 32);
        assertThat(idling.next(AT + 285_000, 1_000, COMMANDS)).isEqualTo(Idling.SPIN);
        // Where one is due in each nap, several are taken at once
        assertThat(idling.next(AT + 50_000, 15_000, COMMANDS)).isEqualTo(NAP);
        // A long sleep ends before its time, with a short one to follow
        assertThat(idling.next(AT + 3_000_000, 2_000_000, COMMANDS)).isEqualTo(1_800_000);
        assertThat(idling.next(AT + 3_000_000, 400_001, COMMANDS)).isEqualTo(200_001);
        assertThat(idling.next(AT + 3_000_000, 400_000, COMMANDS)).isBetween(380_000L, 400_000 - 400_000 / 32L);
        assertThat(idling.next(AT + 3_000_000, 2_000_001, COMMANDS)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void longNapsTakeTogetherWhatIsDueWithinThem() {
        long nap = 100_000;
        Idling often = hot(new Idling(nap, LINGER, true, alone()));
        assertThat(often.next(AT, 50_000, NOTHING)).isEqualTo(Idling.YIELD);
        assertThat(often.next(AT + 5_000, 45_000, NOTHING)).isEqualTo(nap);

        // It is awake for what is not due within one, and where work comes seldom
        assertThat(often.next(AT + 5_000, 128_000, NOTHING)).isEqualTo(124_000);
        assertThat(often.next(AT + 129_000, 4_000, NOTHING)).isEqualTo(Idling.YIELD);
        Idling seldom = hot(new Idling(nap, LINGER, true, alone()));
        long now = spun(seldom, AT, 250_000, 40);
        assertThat(seldom.next(now, 64_000, NOTHING)).isEqualTo(62_000);

        // And where no nap would follow, as it has lingered for long enough
        assertThat(often.next(AT + LINGER, 64_000, NOTHING)).isEqualTo(62_000);
    }

    @Test
    void isAwakeForAllThatIsDueWhereAllOfTheTopologyRunsOnItsThread() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));
        long now = spun(idling, AT, 10_000, 40);

        assertThat(idling.next(now, 20_000, COMMANDS)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, 15_000, COMMANDS)).isEqualTo(NAP);
        assertThat(idling.next(now + 5_000, 15_000, NOTHING)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(now + 5_000, 32_000, NOTHING)).isEqualTo(31_000);
        assertThat(idling.next(now + 16_000, 900_000, NOTHING)).isEqualTo(900_000 - 200_000);
    }

    @Test
    void looksOnWhenARestOfOthersIsOverThoughWorkComesSeldom() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));
        long now = spun(idling, AT, 500_000, 40);
        assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 400_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);

        // From then on when it was to be over
        idling.next(now + 400_000, 200_000, NOTHING);
        assertThat(idling.next(now + 604_999, NEVER, TUPLES)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(now + 605_000, NEVER, TUPLES)).isBetween(NAP - 2_000, NAP);
        assertThat(idling.next(now + 600_000 + LINGER - 1, NEVER, TUPLES)).isBetween(NAP - 2_000, NAP);
        assertThat(idling.next(now + 600_000 + LINGER, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);

        // Or was found to be
        idling.next(now + 800_000, 200_000, NOTHING);
        assertThat(idling.next(now + 900_000, NEVER, TUPLES)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(now + 905_000, NEVER, TUPLES)).isBetween(NAP - 2_000, NAP);
        assertThat(idling.next(now + 900_000 + LINGER, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);

        // And from the thread's own work on
        idling.next(now + 1_900_000, 100_000, NOTHING);
        idling.worked(now + 2_000_000);
        assertThat(idling.next(now + 2_010_000, NEVER, TUPLES)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(now + 2_015_000, NEVER, TUPLES)).isBetween(NAP - 2_000, NAP);

        // Where others do not rest any more it is as it was
        idling.worked(now + 3_000_000);
        assertThat(idling.next(now + 3_010_000, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 3_015_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void endsASleepSoMuchEarlierAsSleepsEndLate() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));
        long now = AT;
        long sleep = 0;
        for (int i = 0; i < 200; i++) {
            sleep = idling.next(now, 300_000, COMMANDS);
            now += sleep + 20_000;
            idling.worked(now);
        }
        // One and a half times as late as they were, and a part of its length
        assertThat(sleep).isBetween(269_000L - 9_375, 273_000L - 9_375);
        // One that was disturbed does not count as much
        idling.next(now, 300_000, COMMANDS);
        idling.worked(now + 50_000_000);
        assertThat(idling.next(now + 50_000_000, 300_000, COMMANDS)).isBetween(268_000L - 9_375, 273_000L - 9_375);
    }

    @Test
    void napsNoLongerThanUntilASourceIsDue() {
        Idling seldom = new Idling(NAP, LINGER, true, alone());
        long now = spun(seldom, AT, 100_000, 40);
        assertThat(seldom.next(now, 30_000, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(seldom.next(now + 5_000, 25_000, TUPLES)).isEqualTo(NAP);
        assertThat(seldom.next(now + 10_000, 15_000, TUPLES)).isEqualTo(15_000 - 15_000 / 32);
        assertThat(seldom.next(now + 24_000, 1_000, TUPLES)).isEqualTo(Idling.SPIN);

        Idling often = new Idling(NAP, LINGER, true, alone());
        now = spun(often, AT, 30_000, 40);
        often.next(now, 30_000, TUPLES);
        assertThat(often.next(now + 10_000, 15_000, TUPLES)).isEqualTo(NAP);
    }

    @Test
    void lingersAsLongAsItIsTold() {
        Idling idling = hot(new Idling(NAP, 10 * LINGER, true, alone()));
        assertThat(idling.next(AT, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 10 * LINGER - 1, NEVER, TUPLES)).isEqualTo(NAP);
        assertThat(idling.next(AT + 10 * LINGER, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);

        idling = hot(new Idling(NAP, 0, true, alone()));
        assertThat(idling.next(AT, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 5_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void spinsAsLongAsMoreMayComeIfItShallNotNap() {
        Idling idling = hot(new Idling(0, SPINNING_LINGER, true, alone()));

        assertThat(idling.next(AT, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 1_999_999, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 2_000_000, 200_000, TUPLES)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(AT + 2_000_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);

        long now = spun(idling, AT + 9_000_000, 9_000_000, 8);
        assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 20_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void spinsWhereTheKernelDoesNotEndNapsInTime() {
        Idling idling = hot(new Idling(NAP, LINGER, false, alone()));

        assertThat(idling.next(AT, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 139_999, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(AT + 139_999, 295_000, COMMANDS)).isEqualTo(295_000 - 295_000 / 32);
        assertThat(idling.next(AT + 140_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void napsLongerWhereNapsEndLateAndSpinsWhereTheyAlwaysDo() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));
        long now = AT;
        for (long nap : new long[] {NAP, 2 * NAP, 4 * NAP, 8 * NAP}) {
            for (int i = 0; i < 64; i++) {
                assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
                long asked = idling.next(now + 5_000, NEVER, TUPLES);
                // Less by what it knows that they end late
                assertThat(asked).isBetween(nap - 32_500, nap);
                now += 5_000 + asked + (nap == 8 * NAP ? 2 * NAP + 1 : oftenLate(i));
                idling.worked(now);
            }
        }
        now = spun(idling, now, 10_000, 40);
        assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 139_999, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 139_999, 295_000, COMMANDS)).isBetween(246_000L - 9_219, 248_000L - 9_219);
        assertThat(idling.next(now + 140_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void napsAlthoughNapsEndLateWhereOthersWantTheCore() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));
        long now = AT;
        for (int i = 0; i < 3 * 64; i++) {
            idling.next(now, NEVER, TUPLES);
            now += 5_000 + idling.next(now + 5_000, NEVER, TUPLES) + NAP + 10_000;
            idling.worked(now);
        }
        now = spun(idling, now, 10_000, 8);
        idling.next(now, NEVER, TUPLES);
        assertThat(idling.next(now + 50_000, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        idling.worked(now + 50_000);

        // A slice of others, now and then
        now += 50_000;
        for (int i = 0; i < 20; i++) {
            now = spun(idling, now, 4_000_000, 1);
            now = spun(idling, now, 10_000, 8_000);
        }
        idling.next(now, NEVER, TUPLES);
        assertThat(idling.next(now + 50_000, NEVER, TUPLES)).isPositive();
    }

    @Test
    void isWokenForWorkThatComesSeldomHoweverLongNapsAre() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));
        long now = AT;
        for (int i = 0; i < 3 * 64; i++) {
            idling.next(now, NEVER, TUPLES);
            now += 5_000 + idling.next(now + 5_000, NEVER, TUPLES) + oftenLate(i);
            idling.worked(now);
        }
        idling.next(now, NEVER, TUPLES);
        assertThat(idling.next(now + 5_000, NEVER, TUPLES)).isGreaterThan(4 * NAP);
        now += 400_000;
        idling.worked(now);
        now = spun(idling, now, 400_000, 40);
        idling.next(now, NEVER, TUPLES);
        assertThat(idling.next(now + 5_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void asksForShorterNapsByWhatTheyEndLate() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));
        long now = AT;
        long asked = 0;
        for (int i = 0; i < 100; i++) {
            idling.next(now, NEVER, TUPLES);
            asked = idling.next(now + 5_000, NEVER, TUPLES);
            now += 5_000 + asked + 7_000;
            idling.worked(now);
        }
        assertThat(asked).isBetween(NAP - 7_500, NAP - 5_000);
    }

    @Test
    void triesToSleepAgainWhereSleepsEndedLate() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));
        long now = AT;
        for (int i = 0; i < 1_000; i++) {
            now += Math.max(0, idling.next(now, 300_000, COMMANDS)) + 70_000;
            idling.worked(now);
        }
        long slept = idling.next(now, 50_000, COMMANDS);
        assertThat(slept).isEqualTo(Idling.SPIN);
        for (int i = 0; i < 40 && slept <= 0; i++) {
            now += 50_000;
            idling.worked(now);
            slept = idling.next(now, 50_000, COMMANDS);
        }
        assertThat(slept).isPositive();
    }

    @Test
    void whatItDoesElsewhereIsNeitherIdleNorLost() {
        Idling idling = hot(new Idling(NAP, LINGER, true, alone()));
        idling.next(AT, NEVER, TUPLES);
        idling.next(AT + 5_000, NEVER, TUPLES);
        idling.away();
        long now = AT + 60_000_000_000L;
        assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, NEVER, TUPLES)).isEqualTo(NAP);
    }

    @Test
    void leavesACoreAloneThatOthersWant() {
        Idling idling = new Idling(0, SPINNING_LINGER, true, alone());
        long now = spun(idling, AT, 1_000, 86_000);
        now = spun(idling, now, 1_900_000, 8);

        assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 20_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
        assertThat(idling.next(now + 30_000, 3, TUPLES)).isEqualTo(100_000);
        assertThat(idling.next(now + 30_000, 150_000, TUPLES)).isEqualTo(150_000);
    }

    @Test
    void doesNotNapEitherWhereTheCoreIsCrowded() {
        Idling idling = new Idling(NAP, LINGER, true, alone());
        long now = AT;
        for (int i = 0; i < 500; i++) {
            now = spun(idling, now, 20_000, 8);
            now = spun(idling, now, 300_000, 1);
        }
        assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 5_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
        assertThat(idling.next(now + 5_000, 3, TUPLES)).isEqualTo(100_000);
    }

    @Test
    void spinsOnWhereLittleIsLost() {
        Idling idling = new Idling(0, SPINNING_LINGER, true, alone());
        long now = spun(idling, AT, 1_000, 91_000);
        now = spun(idling, now, 1_900_000, 6);

        assertThat(idling.next(now, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(now + 20_000, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
    }

    @Test
    void onTheSharedCoreItLetsOthersRunBetweenLooksAndSleepsWhenAllDo() {
        TestSeat seat = new TestSeat();
        Idling idling = hot(new Idling(NAP, LINGER, true, new CoreSharing(seat, NOBODY)));
        seat.bound = true;
        long period = AT - Math.floorMod(AT, CoreSharing.PERIOD_NANOS) + 10 * CoreSharing.PERIOD_NANOS;

        long nap = period + CoreSharing.PERIOD_NANOS - CoreSharing.NAP_NANOS;
        idling.worked(nap - 60_000);
        assertThat(idling.next(nap - 59_000, NEVER, TUPLES)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(nap - 50_000, 60_000, NOTHING)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(nap - 1, NEVER, COMMANDS)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(nap, NEVER, COMMANDS)).isEqualTo(CoreSharing.NAP_NANOS);

        // What is not due for longer than that is slept for
        idling.worked(period + CoreSharing.PERIOD_NANOS);
        assertThat(idling.next(period + CoreSharing.PERIOD_NANOS + 1_000, 1_000_000, NOTHING))
                .isGreaterThan(CoreSharing.PERIOD_NANOS);
    }

    @Test
    void aSleepOfAllIsNoTimeWithoutWork() {
        TestSeat seat = new TestSeat();
        Idling idling = hot(new Idling(NAP, LINGER, true, new CoreSharing(seat, NOBODY)));
        seat.bound = true;
        long nap = AT
                - Math.floorMod(AT, CoreSharing.PERIOD_NANOS)
                + 10 * CoreSharing.PERIOD_NANOS
                - CoreSharing.NAP_NANOS;

        idling.worked(nap - 60_000);
        assertThat(idling.next(nap - 50_000, NEVER, TUPLES)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(nap, NEVER, TUPLES)).isEqualTo(CoreSharing.NAP_NANOS);
        long awake = nap + CoreSharing.NAP_NANOS;
        assertThat(idling.next(awake, NEVER, TUPLES)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(awake + LINGER - 50_000 - 1, NEVER, TUPLES)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(awake + LINGER - 50_000, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void onTheSharedCoreItStillBlocks() {
        TestSeat seat = new TestSeat();
        Idling idling = hot(new Idling(NAP, LINGER, true, new CoreSharing(seat, NOBODY)));
        seat.bound = true;

        assertThat(idling.next(AT + 1_000, NEVER, TUPLES)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(AT + 1_000 + LINGER, NEVER, TUPLES)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void whatOthersOnTheSharedCoreTakeDoesNotMakeItCrowded() {
        TestSeat seat = new TestSeat();
        Idling idling = hot(new Idling(NAP, 10 * LINGER, false, new CoreSharing(seat, NOBODY)));
        seat.bound = true;
        long now = spun(idling, AT, 200_000, 1_000);
        seat.bound = false;

        idling.next(now, NEVER, TUPLES);
        assertThat(idling.next(now + 25_000, NEVER, TUPLES)).isEqualTo(Idling.SPIN);
    }

    /** Of a thread that has a core of its own. */
    private static CoreSharing alone() {
        return new CoreSharing(SharedCore.Seat.NONE, NOBODY);
    }

    /** Finds work so many times, each time by the second look, which is so much later than the first. */
    private static long spun(Idling idling, long from, long nanos, int times) {
        long now = from;
        for (int i = 0; i < times; i++) {
            idling.next(now, NEVER, TUPLES);
            now += nanos;
            idling.next(now, NEVER, TUPLES);
            idling.worked(now);
        }
        return now;
    }

    /** How late the nap of this number ends where others want the core at times. */
    private static long oftenLate(int number) {
        return number % 3 == 0 ? 0 : 2 * NAP + 1;
    }

    /** After work that came soon after other work. */
    private static Idling hot(Idling idling) {
        idling.next(AT - 1_000, NEVER, TUPLES);
        idling.worked(AT);
        return idling;
    }
}
