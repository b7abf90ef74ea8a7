// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Back-off, round trip and liveness on a stepped clock. */
class TimingTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void backOffDoublesWithJitterUpToItsBound() {
        Backoff backoff = new Backoff(100, 1000, new SplittableRandom(1));
        long[] ceilings = {100, 200, 400, 800, 1000, 1000};
        for (long ceiling : ceilings) {
            assertThat(backoff.nextNanos()).isBetween(ceiling / 2, ceiling);
        }
        backoff.reset();
        assertThat(backoff.nextNanos()).isBetween(50L, 100L);
    }

    @Test
    void theRoundTripIsTheShortestOfTheLastPeriods() {
        RoundTrip roundTrip = new RoundTrip();
        assertThat(roundTrip.minNanos()).isZero();
        roundTrip.sample(0, 50);
        roundTrip.sample(SECOND, 70);
        assertThat(roundTrip.minNanos()).isEqualTo(50);
        roundTrip.sample(RoundTrip.PERIOD_NANOS, 90);
        assertThat(roundTrip.minNanos()).isEqualTo(50);
        roundTrip.sample(2 * RoundTrip.PERIOD_NANOS, 80);
        assertThat(roundTrip.minNanos()).isEqualTo(80);
    }

    @Test
    void silenceMeansGoneButAPauseOfThisProcessDoesNot() {
        Liveness liveness = new Liveness(SECOND, 10 * SECOND, 0);
        long now = 0;
        for (int i = 0; i < 10; i++) {
            liveness.tick(now += SECOND);
        }
        assertThat(liveness.isIdle(now)).isFalse();
        liveness.tick(now += SECOND);
        assertThat(liveness.isIdle(now)).isTrue();
        liveness.heard(now);
        liveness.tick(now += 60 * SECOND);
        assertThat(liveness.isIdle(now)).isFalse();
    }

    @Test
    void pingsAtTheHeartbeat() {
        Liveness liveness = new Liveness(SECOND, 10 * SECOND, 0);
        assertThat(liveness.takePing(0)).isTrue();
        assertThat(liveness.takePing(SECOND - 1)).isFalse();
        assertThat(liveness.takePing(SECOND)).isTrue();
    }
}
