// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnapshotDurationsTest {

    @Test
    void eachPhaseIsTheLongestAndTheSlowestTaskIsTheLastOne() {
        SnapshotDurations one = SnapshotDurations.NONE
                .captured(1, 10, 500, 3, 513)
                .captured(2, 600, 20, 4, 624)
                .captured(3, 100, 100, 5, 205)
                .written(70);
        assertThat(one).isEqualTo(new SnapshotDurations(600, 500, 5, 70, 2, 624));
        SnapshotDurations other = new SnapshotDurations(1, 700, 1, 80, 9, 702);
        assertThat(one.longest(other)).isEqualTo(new SnapshotDurations(600, 700, 5, 80, 9, 702));
        assertThat(other.longest(one)).isEqualTo(one.longest(other));
        assertThat(SnapshotDurations.NONE.longest(one)).isEqualTo(one);
        assertThat(one.longest(SnapshotDurations.NONE)).isEqualTo(one);
    }
}
