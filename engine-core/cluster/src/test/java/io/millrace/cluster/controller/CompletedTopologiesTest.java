// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.TopologyRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompletedTopologiesTest {

    private long now;
    private final CompletedTopologies completed = new CompletedTopologies(() -> now);

    @Test
    void workersAreKeptForTheRetentionFromTheFirstLook() {
        TopologyRecord topology = topology(Status.COMPLETED, "5 s");
        now = 100;
        assertThat(completed.isOver(topology)).isFalse();
        now = 5_099;
        assertThat(completed.isOver(topology)).isFalse();
        now = 5_100;
        assertThat(completed.isOver(topology)).isTrue();
    }

    @Test
    void aTopologyThatRunsIsNeverOver() {
        assertThat(completed.isOver(topology(Status.ACTIVE, "0 s"))).isFalse();
        assertThat(completed.isOver(topology(Status.COMPLETED, "0 s"))).isTrue();
    }

    @Test
    void whatIsGoneIsForgotten() {
        TopologyRecord topology = topology(Status.COMPLETED, "5 s");
        assertThat(completed.isOver(topology)).isFalse();
        completed.retain(Set.of());
        now = 5_000;
        assertThat(completed.isOver(topology)).isFalse();
    }

    private static TopologyRecord topology(Status status, String retention) {
        return new TopologyRecord(
                "wc",
                "wc-1",
                status,
                0,
                new TopologyRecord.Program(
                        4,
                        Digest.of(new byte[1]),
                        List.of(),
                        List.of(),
                        Map.of("topology.completed.retention", retention)),
                null,
                null);
    }
}
