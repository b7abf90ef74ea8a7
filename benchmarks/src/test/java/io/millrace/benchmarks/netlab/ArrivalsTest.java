// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArrivalsTest {

    private static final long SECOND = 1_000_000_000L;

    private static Arrivals of(long... nanos) {
        Arrivals arrivals = new Arrivals(2);
        arrivals.begin(SECOND);
        for (long one : nanos) {
            arrivals.take(one);
        }
        return arrivals;
    }

    @Test
    void tuplesAreCountedBySecondFromTheBegin() {
        Arrivals arrivals = of(SECOND, 2 * SECOND - 1, 2 * SECOND);

        assertThat(arrivals.bySecond()).containsExactly(2, 1);
        assertThat(arrivals.tuples()).isEqualTo(3);
        assertThat(arrivals.longestGapNanos()).isEqualTo(SECOND - 1);
    }

    @Test
    void whatCameBeforeAnotherBeginIsForgottenButForTheTimeSinceTheLast() {
        Arrivals arrivals = of(SECOND, SECOND + 5);

        arrivals.begin(2 * SECOND);
        arrivals.take(2 * SECOND + 1);

        assertThat(arrivals.bySecond()).containsExactly(1, 0);
        assertThat(arrivals.longestGapNanos()).isEqualTo(SECOND - 4);
    }

    @Test
    void aGapThatLastsBeyondTheEndCounts() {
        Arrivals arrivals = of(SECOND, SECOND + 5);

        arrivals.end(3 * SECOND + 8);

        assertThat(arrivals.longestGapNanos()).isEqualTo(2 * SECOND + 3);
        assertThat(arrivals.tuples()).isEqualTo(2);
    }

    @Test
    void ofSeveralSinksTheTuplesAreAddedAndTheLongestGapCounts() {
        Arrivals all = new Arrivals(2);
        all.add(Arrivals.decode(of(SECOND + 7, 2 * SECOND).encode()));
        all.add(of(SECOND + 9, SECOND + 10));

        assertThat(all.bySecond()).containsExactly(3, 1);
        assertThat(all.longestGapNanos()).isEqualTo(SECOND - 7);
    }
}
