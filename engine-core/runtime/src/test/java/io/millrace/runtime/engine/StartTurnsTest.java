// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StartTurnsTest {

    private static final long HALF = StartTurns.MOST_NANOS / 2;

    private final StartTurns turns = new StartTurns(2);
    private final Thread a = new Thread();
    private final Thread b = new Thread();
    private final Thread c = new Thread();
    private final Thread d = new Thread();

    @Test
    void soManyStartAtATime() {
        assertThat(turns.ask(a, 0)).isZero();
        assertThat(turns.ask(b, HALF)).isZero();
        assertThat(turns.ask(c, HALF)).isEqualTo(HALF);
        turns.leave(b);
        assertThat(turns.ask(c, HALF)).isZero();
        assertThat(turns.ask(d, HALF)).isEqualTo(HALF);
    }

    @Test
    void oneThatTakesLongHoldsOthersUpForATimeOnly() {
        turns.ask(a, 0);
        turns.ask(b, HALF);
        assertThat(turns.ask(c, StartTurns.MOST_NANOS - 1)).isEqualTo(1);
        assertThat(turns.ask(c, StartTurns.MOST_NANOS)).isZero();
        assertThat(turns.ask(d, StartTurns.MOST_NANOS)).as("b").isEqualTo(HALF);
        turns.leave(a);
        assertThat(turns.ask(d, StartTurns.MOST_NANOS)).as("a counted no more").isEqualTo(HALF);
    }

    @Test
    void theyStartInTheOrderInWhichTheyAsk() {
        turns.ask(a, 0);
        turns.ask(b, 0);
        turns.ask(c, 0);
        assertThat(turns.ask(d, 0)).as("c is first").isEqualTo(Long.MAX_VALUE);
        turns.leave(a);
        assertThat(turns.ask(d, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(turns.ask(c, 0)).isZero();
        turns.leave(c);
        assertThat(turns.ask(d, 0)).isZero();
    }

    @Test
    void theNextOneGoesOnWhenOneHasStartedOrNoLongerWantsTo() throws InterruptedException {
        turns.ask(a, 0);
        turns.ask(b, 0);
        turns.ask(c, 0);
        CountDownLatch asked = new CountDownLatch(1);
        Thread waiting = new Thread(() -> {
            for (long wait = turns.ask(Thread.currentThread(), 0);
                    wait > 0;
                    wait = turns.ask(Thread.currentThread(), 0)) {
                asked.countDown();
                LockSupport.park();
            }
        });
        waiting.start();
        asked.await();
        turns.leave(c);
        turns.leave(a);
        waiting.join();
    }
}
