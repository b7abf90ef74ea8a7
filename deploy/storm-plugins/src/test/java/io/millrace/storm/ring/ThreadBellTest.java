// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lost wake-up would leave a thread waiting until the time limit. */
@Timeout(60)
class ThreadBellTest {
    private static final int TURNS = 20_000;

    @Test
    void twoThreadsThatWakeEachOtherInTurnNeverWaitInVain() {
        AtomicInteger turn = new AtomicInteger();
        ThreadBell even = new ThreadBell();
        ThreadBell odd = new ThreadBell();
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> play(turn, 1, odd, even));
        play(turn, 0, even, odd);
        other.join();
        assertThat(turn.get()).isEqualTo(TURNS);
    }

    /** Waits for each turn that is this thread's, takes it, and wakes the other one. */
    private static void play(AtomicInteger turn, int own, ThreadBell bell, ThreadBell others) {
        for (int next = own; next < TURNS; next += 2) {
            while (turn.get() != next) {
                bell.prepareWait();
                if (turn.get() == next) {
                    bell.cancelWait();
                } else {
                    bell.await();
                }
            }
            turn.lazySet(next + 1);
            others.ring();
        }
    }

    @Test
    void anInterruptEndsTheWait() {
        ThreadBell bell = new ThreadBell();
        Thread.currentThread().interrupt();
        bell.prepareWait();
        bell.await();
        assertThat(Thread.interrupted()).isTrue();
    }
}
