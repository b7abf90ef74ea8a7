package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SharingRuleTest {

    private static final long WINDOW = 20_000_000;
    private static final long LITTLE = WINDOW / 10;
    private static final long MUCH = WINDOW * 9 / 10;

    private final AtomicBoolean allowed = new AtomicBoolean(true);
    private final SharingRule rule = new SharingRule(allowed::get);

    @Test
    void executorsShareAThreadWhileItHasTimeToSpare() {
        assertThat(rule.shares(WINDOW, 0, 0)).isTrue();
        assertThat(rule.shares(WINDOW, WINDOW * 7 / 10, 0)).isTrue();
        assertThat(rule.shares(60_000_000_000L, LITTLE, 0)).isTrue();
    }

    @Test
    void theyPartWhenItIsBusyTwiceInARow() {
        assertThat(rule.shares(WINDOW, MUCH, 0)).isTrue();
        assertThat(rule.shares(WINDOW, LITTLE, 0)).isTrue();
        assertThat(rule.shares(WINDOW, MUCH, 0)).isTrue();
        assertThat(rule.shares(WINDOW, MUCH, 0)).isFalse();
    }

    @Test
    void theyPartWhereRoundsAreLongAndOften() {
        // One of 3 ms in each fifth of a second may be the kernel's doing
        for (int i = 0; i < 100; i++) {
            assertThat(rule.shares(WINDOW, LITTLE, i % 10 == 0 ? 3_000_000 : 0)).isTrue();
        }
        int windows = 0;
        while (rule.shares(WINDOW, WINDOW / 4, WINDOW / 4)) {
            windows++;
        }
        assertThat(windows).isBetween(10, 40);
        // What is past is forgotten slowly
        assertThat(windowsUntilTheyShare()).isGreaterThan(25);
    }

    @Test
    void theyComeTogetherAgainAfterAPauseThatDoublesIfTheyPartSoon() {
        part();
        assertThat(windowsUntilTheyShare()).isEqualTo(50);
        part();
        assertThat(windowsUntilTheyShare()).isEqualTo(100);
        part();
        assertThat(windowsUntilTheyShare()).isEqualTo(200);
        part();
        assertThat(windowsUntilTheyShare()).isEqualTo(400);
        part();
        assertThat(windowsUntilTheyShare()).isEqualTo(400);
        for (int i = 0; i < 201; i++) {
            rule.shares(WINDOW, LITTLE, 0);
        }
        part();
        assertThat(windowsUntilTheyShare()).isEqualTo(25);
    }

    @Test
    void allOfThePauseHasToBeCalm() {
        part();
        for (int i = 0; i < 49; i++) {
            assertThat(rule.shares(WINDOW, LITTLE, 0)).isFalse();
        }
        assertThat(rule.shares(WINDOW, WINDOW / 2, 0)).isFalse();
        assertThat(windowsUntilTheyShare()).isEqualTo(50);
    }

    @Test
    void theyDoNotShareWhereTheyMayNot() {
        allowed.set(false);
        assertThat(rule.shares(WINDOW, 0, 0)).isFalse();
        allowed.set(true);
        assertThat(rule.shares(WINDOW, 0, 0)).isTrue();
    }

    @Test
    void aCallThatTookLongerThanAWindowCountsWithAllOfIt() {
        assertThat(rule.shares(WINDOW, LITTLE, 0)).isTrue();
        assertThat(rule.shares(WINDOW, LITTLE, 150_000_000)).isFalse();
    }

    private void part() {
        rule.shares(WINDOW, MUCH, 0);
        assertThat(rule.shares(WINDOW, MUCH, 0)).isFalse();
    }

    private int windowsUntilTheyShare() {
        int windows = 1;
        while (!rule.shares(WINDOW, LITTLE, 0)) {
            windows++;
        }
        return windows;
    }
}
