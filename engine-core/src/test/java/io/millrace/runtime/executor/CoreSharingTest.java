package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.link.CoreNeed;
import org.junit.jupiter.api.Test;

class CoreSharingTest {

    private static final long PERIOD = CoreSharing.PERIOD_NANOS;
    private static final long NAP = CoreSharing.NAP_NANOS;
    private static final long LATE = 20_000;
    private static final long START = -1_000 * PERIOD;

    private final TestSeat seat = new TestSeat();
    private final TestOthers others = new TestOthers();
    private final CoreSharing core = new CoreSharing(seat, others);
    private long now = START;

    @Test
    void whoLooksForWorkAllTheTimeWantsToShare() {
        looks(1_000_000, 1_000);
        assertThat(seat.wanted).isTrue();
        assertThat(others.heard(now)).isEqualTo("0 and shares");
    }

    @Test
    void itTellsWhatItNeedsThoughOthersDoNotShareYet() {
        others.sharers = 0;
        for (int i = 0; i < 1_000_000; i++) {
            core.worked(now, LATE);
            core.looks(now + 200);
            now += 1_000;
        }
        assertThat(seat.wanted).isFalse();
        assertThat(others.heard(now)).as("a fifth of the time").matches("(19.|200) and shares");
    }

    @Test
    void notWithNobody() {
        seat.offered = false;
        looks(1_000_000, 1_000);
        assertThat(seat.wanted).isFalse();

        seat.offered = true;
        looks(1_000_000, 1_000);
        assertThat(seat.wanted).isTrue();
        seat.offered = false;
        looks(100_000, 1_000);
        assertThat(seat.wanted).isFalse();
    }

    @Test
    void sleepsCountWithoutWhatTheyTakeOfACore() {
        // 90 of 100 us; with the lateness, 70 of them are saved
        for (int i = 0; i < 20_000; i++) {
            core.idle(now, LATE);
            core.sleeps();
            now += 90_000;
            looks(10, 1_000);
        }
        assertThat(seat.wanted).isTrue();
    }

    @Test
    void whoSleepsMostOfTheTimeDoesNot() {
        for (int i = 0; i < 20_000; i++) {
            core.idle(now, LATE);
            core.sleeps();
            now += 190_000;
            looks(10, 1_000);
        }
        assertThat(seat.wanted).isFalse();
    }

    @Test
    void itLeavesWhereLooksAreFarApart() {
        looks(1_000_000, 1_000);
        seat.bound = true;
        looks(100_000, 5_000);
        assertThat(seat.wanted).as("some others look, too").isTrue();
        looks(100_000, 30_000);
        assertThat(seat.wanted).isFalse();
    }

    @Test
    void whoWorksLetsOthersRunNowAndThen() {
        core.worked(now, LATE);
        assertThat(core.worked(now + 30_000, LATE)).as("on a core of its own").isFalse();
        seat.bound = true;
        assertThat(core.worked(now + 31_000, LATE)).isTrue();
        core.looks(now + 32_000);
        assertThat(core.worked(now + 40_000, LATE)).isFalse();
        assertThat(core.worked(now + 52_000, LATE)).isTrue();
        core.idle(now + 55_000, LATE);
        core.looks(now + 55_000);
        assertThat(core.worked(now + 70_000, LATE))
                .as("others ran between looks")
                .isFalse();
    }

    @Test
    void allSleepAtTheEndOfAPeriodUntilItIsOver() {
        looks(1_000, 1_000);
        seat.bound = true;
        long end = now - Math.floorMod(now, PERIOD) + PERIOD;
        assertThat(core.napNanos(end - NAP - 1)).isZero();
        assertThat(core.napNanos(end - NAP)).isEqualTo(NAP);
        assertThat(core.napNanos(end - NAP + 10_000)).isEqualTo(NAP - 10_000);
        assertThat(core.napNanos(end - 40_000)).as("too short").isZero();
    }

    @Test
    void whoHasJustSleptLooksOn() {
        long end = PERIOD;
        core.idle(end - NAP - 50_000, LATE);
        core.sleeps();
        core.idle(end - NAP - 10_000, LATE);
        assertThat(core.napNanos(end - NAP)).isZero();
        assertThat(core.napNanos(end + PERIOD - NAP)).isEqualTo(NAP);
    }

    @Test
    void sleepsThatAllTakeAreNoReasonToLeave() {
        looks(1_000_000, 1_000);
        seat.bound = true;
        looks((int) ((2 * PERIOD - NAP - Math.floorMod(now, PERIOD)) / 1_000), 1_000);
        for (int i = 0; i < 3_000; i++) {
            core.idle(now, LATE);
            assertThat(core.napNanos(now)).isEqualTo(NAP);
            now += NAP;
            looks((int) ((PERIOD - NAP) / 1_000), 1_000);
        }
        assertThat(seat.wanted).isTrue();
    }

    @Test
    void whoRunsNothingLeaves() {
        looks(1_000_000, 1_000);
        core.away();
        assertThat(seat.wanted).isFalse();
    }

    private static final class TestOthers implements CoreSharing.Others {

        private int sharers = 1;
        private long told;

        String heard(long now) {
            return CoreNeed.need(told, now) + (CoreNeed.shares(told, now) ? " and shares" : "");
        }

        @Override
        public void tell(long need) {
            told = need;
        }

        @Override
        public int sharers(long now) {
            return sharers;
        }

        @Override
        public int need(long now) {
            return 100;
        }
    }

    private void looks(int times, long apart) {
        for (int i = 0; i < times; i++) {
            core.idle(now, LATE);
            core.looks(now);
            now += apart;
        }
    }
}
