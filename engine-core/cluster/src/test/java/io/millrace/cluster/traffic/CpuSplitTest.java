// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.traffic.CpuSplit.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuSplitTest {

    @Test
    void aSpoutHasWhatItsTurnsTookBesideTheBoltsThatRanWithinThem() {
        Work spout = new Work(1_000, 9_000, 0, 0);
        Work boltWithinIt = new Work(1_000, 0, 30, 10);
        Work boltOfItsOwn = new Work(500, 1_000, 20, 10);

        assertThat(CpuSplit.of(10_000, List.of(spout, boltWithinIt, boltOfItsOwn)))
                .containsExactly(6_000, 3_000, 1_000);
    }

    @Test
    void takingTuplesInIsSharedOut() {
        assertThat(CpuSplit.of(300, List.of(new Work(10, 100, 10, 1), new Work(10, 50, 5, 1))))
                .containsExactly(200, 100);
    }

    @Test
    void timedCallsThatWereSlowerThanTheOthersDoNotMakeTimeNegative() {
        assertThat(CpuSplit.of(100, List.of(new Work(5, 80, 0, 0), new Work(100, 0, 50, 10))))
                .containsExactly(0, 100);
    }

    @Test
    void nobodyDidAnything() {
        assertThat(CpuSplit.of(50, List.of(new Work(0, 0, 0, 0), new Work(0, 0, 0, 0))))
                .containsExactly(0, 0);
    }
}
