// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BytesPerSecondTest {

    @Test
    void looksThatOthersDisturbDoNotLowerTheBoundButAreTold() {
        assertThat(BytesPerSecond.of(8_791, 2_586, 9_834, 6_458, 2_600))
                .isEqualTo(new BytesPerSecond(6_458, 2_586, 9_834));
    }

    @Test
    void aWayThatIsKnownHasNoSpread() {
        assertThat(BytesPerSecond.of(165)).isEqualTo(new BytesPerSecond(165, 165, 165));
    }

    @Test
    void theBoundIsByTheMedian() {
        Cell cell = new Cell(Setting.SLOTS, 100, Work.of(0));
        assertThat(new Bound(cell, new BytesPerSecond(6_000, 2_000, 9_000), 40, 40).perSecond())
                .isEqualTo(60);
    }
}
