// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.cluster.Records;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.worker.NearRegions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChannelNotesTest {

    private static final NearRegions NEAR =
            new NearRegions(List.of(new NearRegions.Pair("eu", "us", 2.14), new NearRegions.Pair("eu", "asia", 3)));

    private static String note(String mode, String secondNode, int tasks, NearRegions near) {
        Topology submitted = Specs.topology(Specs.spec("read", 1), Specs.sink("count", tasks - 1, "read"));
        AssignmentRecord assignment = new AssignmentRecord(
                        "t-1",
                        1,
                        List.of(
                                new WorkerPlan("w1", "n1", 1, List.of(1)),
                                new WorkerPlan("w2", secondNode, 1, List.of(2))))
                .withNear(near);
        TopologyView topology = Records.topology(
                Records.submitted("t", "t-1", tasks, Map.of("topology.geo", mode)),
                1,
                new Versioned<>(assignment, 1),
                Map.of(),
                Map.of());
        Map<String, SupervisorRecord> supervisors =
                Map.of("n1", node("n1", "eu"), "n2", node("n2", "us"), "n3", node("n3", "eu"));
        return ChannelNotes.of(topology, Optional.of(submitted), supervisors);
    }

    private static SupervisorRecord node(String name, String region) {
        return Records.supervisor(name, "host", 1, 1, 4, 4, name, region);
    }

    @Test
    void regionsThatAreNearAreNamedWithTheirRoundTrip() {
        assertThat(note("auto", "n2", 2, NEAR))
                .isEqualTo("plain connections between eu and us (round trip 2.1 ms), as channels need 5 ms"
                        + " (topology.geo is auto)");
    }

    @Test
    void whereThereAreChannelsNothingIsSaid() {
        assertThat(note("on", "n2", 2, NEAR)).isEmpty();
        assertThat(note("auto", "n2", 2, NearRegions.NONE)).isEmpty();
    }

    @Test
    void thatTheKeyIsOffIsSaid() {
        assertThat(note("off", "n2", 2, NEAR)).isEqualTo("topology.geo is off, so its regions have plain connections");
    }

    @Test
    void thatThereIsOnlyOneRegionIsSaid() {
        assertThat(note("auto", "n3", 2, NEAR)).isEqualTo("its workers are all in region eu");
    }

    @Test
    void thatItHasTooManyTasksIsSaid() {
        assertThat(note("on", "n2", 16_001, NEAR))
                .isEqualTo("it has 16001 tasks, and channels are for at most 16000, so its regions have plain"
                        + " connections");
    }
}
