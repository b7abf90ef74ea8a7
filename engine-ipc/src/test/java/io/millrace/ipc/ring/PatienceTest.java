// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.NO_POSITION;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a consumer looks again at a claim that is not finished, and when it asks the kernel about its owner. */
class PatienceTest {
    private static final long START = -5_000_000_000L;
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Patience patience = new Patience();

    @Test
    void aThreadBehindNoClaimSleepsUntilSomebodyRings() {
        assertThat(patience.lookAgainAt(NO_POSITION, START)).isEqualTo(Doorbell.NEVER);
    }

    @Test
    void aThreadSleepsAsLongAsTheClaimHasBeenUnfinishedWithinBounds() {
        assertThat(sleep(7, 0)).isEqualTo(MILLISECOND);
        assertThat(sleep(7, MILLISECOND / 2)).isEqualTo(MILLISECOND);
        assertThat(sleep(7, 4 * MILLISECOND)).isEqualTo(4 * MILLISECOND);
        assertThat(sleep(7, 3 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void itBeginsAnewWithAnotherClaim() {
        sleep(7, 0);
        assertThat(sleep(7, SECOND)).isEqualTo(SECOND);
        assertThat(sleep(8, SECOND)).isEqualTo(MILLISECOND);
    }

    private long sleep(long oldest, long after) {
        long now = START + after;
        return patience.lookAgainAt(oldest, now) - now;
    }

    @Test
    void theKernelIsAskedInTheSecondWaitForTheSameClaim() {
        assertThat(pass(true, 7)).isFalse();
        assertThat(pass(true, 7)).isTrue();
        assertThat(pass(true, 8)).isFalse();
        assertThat(pass(true, NO_POSITION)).isFalse();
        assertThat(pass(true, NO_POSITION)).isFalse();
    }

    @Test
    void aThreadThatDoesNotWaitAsksMoreAndMoreRarely() {
        int first = passesUntilAsked();
        assertThat(first).isGreaterThan(1_000);
        assertThat(passesUntilAsked()).isEqualTo(2 * first);
        patience.endPass(false, 7, true);
        assertThat(passesUntilAsked()).isEqualTo(first);
    }

    private boolean pass(boolean waiting, long oldest) {
        boolean asks = patience.beginPass(waiting, oldest);
        patience.endPass(waiting, oldest, false);
        return asks;
    }

    private int passesUntilAsked() {
        int passes = 1;
        while (!pass(false, 7)) {
            passes++;
        }
        return passes;
    }
}
