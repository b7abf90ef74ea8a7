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
            assertThat(rule.shares(WINDOW, LITTLE, HALF, LITTLE)).isTrue();
        }
    }

    @Test
    void whoWorksMuchOrSleepsMuchDoesNot() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(rule.shares(WINDOW, HALF, 0, 0)).isFalse();
            assertThat(rule.shares(WINDOW, LITTLE, MUCH, 0)).isFalse();
        }
    }

    @Test
    void oneWindowInWhichOthersHadTheCoreChangesLittle() {
        for (int i = 0; i < 9; i++) {
            rule.shares(WINDOW, LITTLE, 0, 0);
        }
        assertThat(rule.shares(WINDOW, MUCH, 0, 0)).isFalse();
        assertThat(windowsUntilItShares(LITTLE, 0)).isEqualTo(3);

        assertThat(rule.shares(WINDOW, MUCH, 0, 0)).isTrue();
        assertThat(rule.shares(WINDOW, LITTLE, 0, MUCH)).as("second in a row").isFalse();
    }

    @Test
    void itLeavesWhereItWorksMuchOrSleepsMuchOrOthersTakeMuch() {
        long[][] reasons = {{MUCH, 0, 0}, {0, MUCH, 0}, {0, 0, MUCH}};
        for (long[] reason : reasons) {
            CoreRule fresh = new CoreRule();
            while (!fresh.shares(WINDOW, LITTLE, 0, 0)) {
                // Until it shares
            }
            assertThat(fresh.shares(WINDOW, reason[0], reason[1], reason[2])).isTrue();
            assertThat(fresh.shares(WINDOW, reason[0], reason[1], reason[2])).isFalse();
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
            rule.shares(WINDOW, LITTLE, 0, 0);
        }
        drive();
        assertThat(windowsUntilItShares(LITTLE, 0)).as("after a long time").isEqualTo(10);
    }

    @Test
    void itSeesNowAndThenWhatItWouldDoOnItsOwn() {
        windowsUntilItShares(LITTLE, 0);
        int shared = 0;
        while (rule.shares(WINDOW, LITTLE, 0, 0)) {
            shared++;
        }
        assertThat(shared).isEqualTo(599);
        assertThat(windowsUntilItShares(LITTLE, 0)).isEqualTo(5);

        while (rule.shares(WINDOW, LITTLE, 0, 0)) {
            // Until the next trial
        }
        for (int i = 0; i < 100; i++) {
            assertThat(rule.shares(WINDOW, LITTLE, MUCH, 0)).isFalse();
        }
    }

    /** Makes it leave. */
    private void drive() {
        rule.shares(WINDOW, MUCH, 0, 0);
        assertThat(rule.shares(WINDOW, MUCH, 0, 0)).isFalse();
    }

    private int windowsUntilItShares(long busyNanos, long sleptNanos) {
        int windows = 1;
        while (!rule.shares(WINDOW, busyNanos, sleptNanos, 0)) {
            assertThat(++windows).isLessThan(10_000);
        }
        return windows;
    }
}
