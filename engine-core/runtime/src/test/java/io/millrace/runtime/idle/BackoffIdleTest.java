package io.millrace.runtime.idle;

import static io.millrace.runtime.idle.IdleStrategy.BLOCK;
import static io.millrace.runtime.idle.IdleStrategy.LOOK;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffIdleTest {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long SPIN = 20_000;
    private static final long MIN_NAP = 10_000;
    private static final long MAX_NAP = 40_000;
    private static final long LEAD = 50_000;

    private final BackoffIdle idle = new BackoffIdle(SPIN, MIN_NAP, MAX_NAP, LEAD);
    private long now = -7_000_000;

    /** Takes turns without work until the strategy answers something other than LOOK. Returns that answer. */
    private long afterLooks(long deadline) {
        long next = idle.idle(now, deadline);
        while (next == LOOK) {
            now += 1_000;
            next = idle.idle(now, deadline);
        }
        return next;
    }

    @Test
    void looksOnForAMomentAndThenBlocks() {
        long start = now;
        assertThat(afterLooks(NEVER)).isEqualTo(BLOCK);
        assertThat(now - start).isEqualTo(SPIN);
    }

    @Test
    void napsInsteadOfSpinningForEverWhereEachLookFindsWork() {
        for (int found = 0; found < 20; found++) {
            assertThat(idle.idle(now, NEVER)).isEqualTo(LOOK);
            now += SPIN / 2;
            assertThat(idle.idle(now, NEVER)).isEqualTo(found < 19 ? LOOK : MIN_NAP);
            idle.worked();
        }
        for (int found = 0; found < 100; found++) {
            assertThat(idle.idle(now, NEVER)).isEqualTo(MIN_NAP);
            now += 2 * MIN_NAP;
            idle.worked();
        }
    }

    @Test
    void napsThatFindNothingDoubleUpToTheLongestAndEndInBlocking() {
        napsInsteadOfSpinningForEverWhereEachLookFindsWork();
        for (long nap : new long[] {MIN_NAP, 2 * MIN_NAP, MAX_NAP}) {
            assertThat(idle.idle(now, NEVER)).isEqualTo(nap);
            now += nap;
        }
        assertThat(idle.idle(now, NEVER)).isEqualTo(BLOCK);
    }

    @Test
    void aWakeUpRenewsTheMoment() {
        assertThat(afterLooks(NEVER)).isEqualTo(BLOCK);
        now += 1_000_000;
        idle.woken();
        long start = now;
        assertThat(afterLooks(NEVER)).isEqualTo(BLOCK);
        assertThat(now - start).isEqualTo(SPIN);
    }

    @Test
    void isWokenBeforeADeadlineAndLooksOnUntilIt() {
        long deadline = now + 10 * LEAD;
        assertThat(afterLooks(deadline)).isEqualTo(BLOCK);
        assertThat(idle.alarm(now, deadline)).isEqualTo(deadline - LEAD);
        now = deadline - LEAD / 2;
        idle.woken();
        while (now < deadline) {
            assertThat(idle.idle(now, deadline)).isEqualTo(LOOK);
            now += 1_000;
        }
        assertThat(idle.alarm(now, NEVER)).isEqualTo(NEVER);
        assertThat(idle.alarm(now, now + LEAD)).isEqualTo(now + LEAD - LEAD / 4);
    }

    @Test
    void napsUntilADeadlineThatIsNearWhenItHasLookedOn() {
        long deadline = now + SPIN + MIN_NAP + MIN_NAP / 2;
        assertThat(afterLooks(deadline)).isEqualTo(MIN_NAP);
        now += MIN_NAP;
        assertThat(idle.idle(now, deadline)).isEqualTo(MIN_NAP / 2);
        now = deadline - 1_000;
        assertThat(idle.idle(now, deadline)).isEqualTo(LOOK);
    }

    @Test
    void neverNapsWithoutALongestNap() {
        BackoffIdle none = new BackoffIdle(SPIN, MIN_NAP, 0, LEAD);
        for (int found = 0; found < 20; found++) {
            assertThat(none.idle(now, NEVER)).isEqualTo(LOOK);
            now += SPIN / 2;
            assertThat(none.idle(now, NEVER)).isEqualTo(found < 19 ? LOOK : BLOCK);
            none.worked();
        }
    }
}
