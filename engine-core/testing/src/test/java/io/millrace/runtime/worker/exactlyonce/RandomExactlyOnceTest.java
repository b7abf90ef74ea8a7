// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random topologies show what their model says, although workers die, or are believed dead and go on. */
@Timeout(7200)
class RandomExactlyOnceTest {

    private static final int SEEDS =
            Integer.getInteger("millrace.simulation.seeds", Boolean.getBoolean("millrace.long") ? 10_000 : 40);

    @Test
    void everythingIsVisibleOnceAlthoughWorkersDie() {
        check(Faults.DEATHS, SEEDS / 2);
    }

    @Test
    void everythingIsVisibleOnceAlthoughWorkersThatAreBelievedDeadGoOn() {
        check(Faults.ZOMBIES, SEEDS / 2);
    }

    private static void check(Faults faults, int seeds) {
        int rows = 0;
        int lanes = 0;
        for (long seed = faults.firstSeed; seed < faults.firstSeed + seeds; seed++) {
            Scenario.Size size = Scenario.check(faults, seed, Mutant.NONE);
            rows += size.rows();
            lanes += size.lanes();
        }
        // Without rows the test would prove nothing
        assertThat(rows).isGreaterThan(30 * seeds);
        assertThat(lanes).isGreaterThan(seeds);
    }
}
