// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PhasesTest {

    private final Phases phases = new Phases(60, 10, 5, new long[] {50_000, 15_000_000, 121_000_000});

    @Test
    void oneFollowsTheOtherWithTimeToSettle() {
        assertThat(phases.from(0)).isEqualTo(60);
        assertThat(phases.until(0)).isEqualTo(70);
        assertThat(phases.from(1)).isEqualTo(75);
        assertThat(phases.until(2)).isEqualTo(100);
        assertThat(phases.recordedSeconds()).isEqualTo(40);
    }

    @Test
    void aCommandLineCarriesThem() {
        Phases decoded = Phases.decode(phases.encode());
        assertThat(decoded.oneWayNanos()).containsExactly(phases.oneWayNanos());
        assertThat(decoded.until(2)).isEqualTo(phases.until(2));
        assertThat(decoded.count()).isEqualTo(3);
    }
}
