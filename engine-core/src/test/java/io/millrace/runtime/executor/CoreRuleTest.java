package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoreRuleTest {

    private static final long WINDOW = CoreRule.WINDOW_NANOS;
    private static final long LITTLE = WINDOW / 10;
    private static final long HALF = WINDOW / 2;
    private static final long MUCH = WINDOW * 9 / 10;

    private final CoreRule rule = new CoreRule();

    @Test
    void whoLooksMuchAndWorksLittleShares() {
        assertThat(windowsUntilItShares(LITTLE, HALF)).isEqualTo(10);
        for (int i = 0; i < 500; i++) {
            assertThat(rule.verdict(WINDOW, LITTLE, HALF, LITTLE, 1, 100)).isTrue();
        }
    }

    @Test
    void whoWorksMuchOrSleepsMuchDoesNot() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(rule.verdict(WINDOW, HALF, 0, 0, 1, 100)).isFalse();
            assertThat(rule.verdict(WINDOW, LITTLE, MUCH, 0, 1, 100)).isFalse();
        }
    }

    @Test
    void oneWindowInWhichOthersHadTheCoreChangesLittle() {
        for (int i = 0; i < 9; i++) {
            rule.verdict(WINDOW, LITTLE, 0, 0, 1, 100);
        }
        assertThat(rule.verdict(WINDOW, MUCH, 0, 0, 1, 100)).isFalse();
        assertThat(windowsUntilItShares(LITTLE, 0)).isEqualTo(3);

        assertThat(rule.verdict(WINDOW, MUCH, 0, 0, 1, 100)).isTrue();
        assertThat(rule.verdict(WINDOW, LITTLE, 0, MUCH, 1, 100))
                .as("second in a row")
                .isFalse();
    }

    @Test
    void itLeavesWhereItWorksMuchOrSleepsMuchOrOthersTakeMuch() {
        long[][] reasons = {{MUCH, 0, 0}, {0, MUCH, 0}, {0, 0, MUCH}};
        for (long[] reason : reasons) {
            CoreRule fresh = new CoreRule();
            while (!fresh.verdict(WINDOW, LITTLE, 0, 0, 1, 100)) {
                // Until it shares
            }
            assertThat(fresh.verdict(WINDOW, reason[0], reason[1], reason[2], 1, 100))
                    .isTrue();
            assertThat(fresh.verdict(WINDOW, reason[0], reason[1], reason[2], 1, 100))
                    .isFalse();
        }
    }

    @Test
    void thePauseDoublesForWhoLeavesSoon() {
        assertThat(windowsUntilItShares(LITTLE, 0)).isEqualTo(10);
        int expected = 10;
        for (int i = 0; i < 6; i++) {
            drive();
            expected *= 2;
            assertThat(windowsUntilItShares(LITTLE, 0)).isEqualTo(expected);
        }
        drive();
        assertThat(windowsUntilItShares(LITTLE, 0)).as("32 s at most").isEqualTo(640);
        for (int i = 0; i < 161; i++) {
            rule.verdict(WINDOW, LITTLE, 0, 0, 1, 100);
        }
        drive();
        assertThat(windowsUntilItShares(LITTLE, 0)).as("after a long time").isEqualTo(10);
    }

    @Test
    void itSeesNowAndThenWhatItWouldDoOnItsOwn() {
        windowsUntilItShares(LITTLE, 0);
        int shared = 0;
        while (rule.verdict(WINDOW, LITTLE, 0, 0, 1, 100)) {
            shared++;
        }
        assertThat(shared).isEqualTo(1199);
        assertThat(rule.isWilling()).isTrue();
        assertThat(windowsUntilItShares(LITTLE, 0)).isEqualTo(5);

        while (rule.verdict(WINDOW, LITTLE, 0, 0, 1, 100)) {
            // Until the next trial
        }
        for (int i = 0; i < 100; i++) {
            assertThat(rule.verdict(WINDOW, LITTLE, MUCH, 0, 1, 100)).isFalse();
        }
    }

    @Test
    void nobodySharesWithNobodyNorWithTooMany() {
        windowsUntilItShares(LITTLE, 0);
        assertThat(rule.verdict(WINDOW, LITTLE, 0, 0, 0, 0)).isFalse();
        assertThat(rule.verdict(WINDOW, LITTLE, 0, 0, 3, 100)).as("at once").isTrue();
        assertThat(rule.verdict(WINDOW, LITTLE, 0, 0, 4, 100)).isFalse();
    }

    @Test
    void allTogetherMustFit() {
        windowsUntilItShares(LITTLE, 0);
        assertThat(rule.verdict(WINDOW, LITTLE, 0, 0, 1, 540)).isTrue();
        assertThat(rule.verdict(WINDOW, LITTLE, 0, 0, 1, 600)).isFalse();
        assertThat(rule.verdict(WINDOW, LITTLE, 0, 0, 1, 540)).as("hardly").isFalse();
        assertThat(rule.verdict(WINDOW, LITTLE, 0, 0, 1, 390)).isTrue();
    }

    @Test
    void whatFitsStillFitsAfterATrial() {
        windowsUntilItShares(LITTLE, 0);
        while (rule.verdict(WINDOW, LITTLE, 0, 0, 1, 540)) {
            // Until the trial
        }
        assertThat(rule.fits()).isTrue();
        int trial = 1;
        while (!rule.verdict(WINDOW, LITTLE, 0, 0, 1, 540)) {
            trial++;
        }
        assertThat(trial).isEqualTo(5);
    }

    @Test
    void whatAWillingOneNeedsIsAveraged() {
        assertThat(rule.isWilling()).isFalse();
        windowsUntilItShares(LITTLE, 0);
        assertThat(rule.need()).isBetween(90, 101);
        assertThat(rule.verdict(WINDOW, LITTLE, 0, 0, 0, 0)).as("with nobody").isFalse();
        assertThat(rule.isWilling()).isTrue();
        rule.verdict(10 * WINDOW, 0, 0, 0, 1, 100);
        assertThat(rule.need()).as("over a long window").isZero();
        drive();
        assertThat(rule.isWilling()).isFalse();
        assertThat(rule.fits()).isFalse();
    }

    @Test
    void aLongSleepIsMoreThanOneVerdict() {
        windowsUntilItShares(LITTLE, 0);
        assertThat(rule.verdict(100 * WINDOW, 0, 99 * WINDOW, 0, 1, 100)).isFalse();
        assertThat(rule.isWilling()).isFalse();
    }

    /** Makes it leave. */
    private void drive() {
        rule.verdict(WINDOW, MUCH, 0, 0, 1, 100);
        assertThat(rule.verdict(WINDOW, MUCH, 0, 0, 1, 100)).isFalse();
    }

    private int windowsUntilItShares(long busyNanos, long sleptNanos) {
        int windows = 1;
        while (!rule.verdict(WINDOW, busyNanos, sleptNanos, 0, 1, 100)) {
            assertThat(++windows).isLessThan(10_000);
        }
        return windows;
    }
}
