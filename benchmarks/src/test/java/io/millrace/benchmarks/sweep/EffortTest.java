// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EffortTest {

    @Test
    void aUsualCellTakesMoreThanAMinuteAndAHalfAndLessThanTwo() {
        assertThat(Effort.FULL.cellSeconds(new Cell(Setting.SLOTS, 100, Work.of(100))))
                .isBetween(90.0, 120.0);
    }

    @Test
    void coresBoundACellThoughThereAreTwoEnginesForEach() {
        Cell cell = new Cell(Setting.SHM, 100, Work.of(1_000));
        int cores = Setting.SHM.engines();
        assertThat(cell.engines()).isEqualTo(2 * cores);

        double one = new Effort(0, 10 * cores, 0, 0.03, 0).cellSeconds(cell);
        double two = new Effort(0, 20 * cores, 0, 0.03, 0).cellSeconds(cell);

        // A second for each message of a core: 12 tries, the one that confirms, and half and nine tenths of the
        // frequency
        assertThat(two - one).isCloseTo(10 * (12 + 3 + 2 + 1), within(1e-6));
    }
}
