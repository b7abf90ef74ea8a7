// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.model.RebalanceRecord.Phase;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PauseEstimatesTest {

    private final PauseEstimates pauses = new PauseEstimates();

    @Test
    void aPauseIsExpectedToBeAsLongAsTheLastOne() {
        assertThat(pauses.expectedSeconds("t-1", 0)).isEqualTo(1);
        pauses.observe("t-1", Phase.STARTING, 1_000);
        pauses.observe("t-1", Phase.PAUSING, 3_000);
        pauses.observe("t-1", Phase.PAUSING, 4_000);
        pauses.observe("t-1", Phase.HANDOVER, 5_000);
        assertThat(pauses.expectedSeconds("t-1", 0)).isEqualTo(1);
        pauses.observe("t-1", Phase.DONE, 6_000);

        assertThat(pauses.expectedSeconds("t-1", 0)).isEqualTo(3.5);
        pauses.retain(Set.of());
        assertThat(pauses.expectedSeconds("t-1", 0)).isEqualTo(1);
    }

    @Test
    void aLargeStateMakesItLonger() {
        assertThat(pauses.expectedSeconds("t-1", 250_000_000)).isEqualTo(3.5);
    }

    @Test
    void aPauseThatWasInterruptedTakenBackOrNotSeenFromItsBeginningIsNoMeasure() {
        pauses.observe("t-1", Phase.PAUSING, 1_000);
        pauses.observe("t-1", Phase.STARTING, 2_000);
        pauses.observe("t-1", Phase.PAUSING, 9_000);
        pauses.observe("t-1", Phase.CANCELLED, 19_000);
        assertThat(pauses.expectedSeconds("t-1", 0)).isEqualTo(1);
        pauses.observe("t-1", Phase.HANDOVER, 20_000);
        pauses.observe("t-1", Phase.DONE, 30_000);
        assertThat(pauses.expectedSeconds("t-1", 0)).isEqualTo(1);
    }
}
