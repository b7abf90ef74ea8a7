// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.controller.rebalance.TrafficSource.Traffic;
import io.millrace.cluster.traffic.MeasuredTraffic;
import io.millrace.runtime.plan.TaskPair;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MonitoredTrafficTest {

    @Test
    void ratesAreRoundedAndWhoHardlyTalksOrTalksToItselfIsLeftOut() {
        Traffic traffic = MonitoredTraffic.inIntegers(new MeasuredTraffic(
                Map.of(new TaskPair(1, 2), 999.6, new TaskPair(2, 3), 0.4, new TaskPair(3, 3), 50.0),
                Map.of(),
                Map.of(1, 0.0, 2, 0.25),
                Map.of(),
                1,
                Set.of()));

        assertThat(traffic.isMeasured()).isTrue();
        assertThat(traffic.messagesPerSecond()).containsExactly(Map.entry(new TaskPair(1, 2), 1_000L));
        assertThat(traffic.load()).containsExactlyInAnyOrderEntriesOf(Map.of(1, 50L, 2, 300L));
    }
}
