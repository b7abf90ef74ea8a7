// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.config.GeoMode;
import io.millrace.cluster.Records;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.worker.ChannelRegions;
import io.millrace.runtime.worker.NearRegions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RelayPlansTest {

    /** A topology in which task 1 reads, 2 passes on, 3 counts. */
    private static final Topology TOPOLOGY =
            Specs.topology(Specs.spec("read", 1), Specs.spec("pass", 1, "read"), Specs.sink("count", 1, "pass"));

    private static final ChannelRegions EVERYWHERE = new ChannelRegions(GeoMode.AUTO, 3, NearRegions.NONE);

    private final TreeMap<String, SupervisorRecord> nodes = new TreeMap<>();

    private void node(String name, String region, boolean relay) {
        SupervisorRecord node = Records.supervisor(name, "host", 1, 1, 4, 4, name, region);
        nodes.put(name, relay ? node.relaying() : node);
    }

    private ClusterView view() {
        return Records.view(Optional.empty(), nodes, new TreeMap<>());
    }

    /** Returns an assignment with tasks 1, 2 and 3 on these nodes. */
    private static AssignmentRecord on(String read, String pass, String count) {
        return new AssignmentRecord(
                "t-1",
                1,
                List.of(
                        new WorkerPlan("w1", read, 1, List.of(1)),
                        new WorkerPlan("w2", pass, 1, List.of(2)),
                        new WorkerPlan("w3", count, 1, List.of(3))));
    }

    private List<String> relays(AssignmentRecord assignment, boolean lost) {
        return RelayPlans.of(assignment, TOPOLOGY, EVERYWHERE, view(), node -> lost).stream()
                .map(WorkerPlan::worker)
                .toList();
    }

    private void sites() {
        node("eu1", "eu", false);
        node("eu2", "eu", false);
        node("us1", "us", false);
        node("asia1", "asia", false);
        node("eu-gate", "eu", true);
        node("us-gate", "us", true);
        node("asia-gate", "asia", true);
    }

    @Test
    void nodesInTheRegionsOfBothEndsRelay() {
        sites();
        assertThat(relays(on("eu1", "eu2", "us1"), false)).containsExactly("relay-eu-gate", "relay-us-gate");
        assertThat(relays(on("eu1", "us1", "asia1"), false))
                .containsExactly("relay-asia-gate", "relay-eu-gate", "relay-us-gate");
    }

    @Test
    void aTopologyInOneRegionHasNoRelays() {
        sites();
        assertThat(relays(on("eu1", "eu2", "eu1"), false)).isEmpty();
    }

    @Test
    void regionsWithoutChannelsHaveNoRelays() {
        sites();
        NearRegions near = new NearRegions(List.of(new NearRegions.Pair("eu", "us", 2)));
        AssignmentRecord toNear = on("eu1", "eu2", "us1");
        assertThat(RelayPlans.of(toNear, TOPOLOGY, EVERYWHERE.with(near), view(), node -> false))
                .isEmpty();
        // Tasks 2 and 3 are in regions between which there are channels
        assertThat(RelayPlans.of(on("eu1", "us1", "asia1"), TOPOLOGY, EVERYWHERE.with(near), view(), node -> false))
                .extracting(WorkerPlan::worker)
                .containsExactly("relay-asia-gate", "relay-us-gate");
        ChannelRegions off = new ChannelRegions(GeoMode.OFF, 3, NearRegions.NONE);
        assertThat(RelayPlans.of(on("eu1", "us1", "asia1"), TOPOLOGY, off, view(), node -> false))
                .isEmpty();
    }

    @Test
    void componentsThatAreNotConnectedNeedNone() {
        sites();
        Topology apart = Specs.topology(Specs.spec("read", 1), Specs.spec("other", 1));
        AssignmentRecord assignment = new AssignmentRecord(
                "t-1",
                1,
                List.of(new WorkerPlan("w1", "eu1", 1, List.of(1)), new WorkerPlan("w2", "us1", 1, List.of(2))));
        assertThat(RelayPlans.of(assignment, apart, EVERYWHERE, view(), node -> false))
                .isEmpty();
    }

    @Test
    void aRelayStaysWhileItsSupervisorIsAwayUntilItsNodeIsLost() {
        sites();
        AssignmentRecord running = on("eu1", "eu2", "us1");
        running = running.withRelays(RelayPlans.of(running, TOPOLOGY, EVERYWHERE, view(), node -> false));
        assertThat(running.epoch()).isEqualTo(2);
        nodes.remove("us-gate");
        assertThat(relays(running, false)).containsExactly("relay-eu-gate", "relay-us-gate");
        assertThat(relays(running, true)).containsExactly("relay-eu-gate");
    }

    @Test
    void withoutSuchNodesNothingIsDecided() {
        node("eu1", "eu", false);
        AssignmentRecord running = on("eu1", "eu1", "eu1");
        assertThat(RelayPlans.areRelevant(running, view())).isFalse();
        node("eu-gate", "eu", true);
        assertThat(RelayPlans.areRelevant(running, view())).isTrue();
    }

    @Test
    void aNodeThatRelaysHasNoSlotsAndNoTasks() {
        node("eu-gate", "eu", true);
        assertThat(Slots.free(view())).isEqualTo(Map.of("eu-gate", 0));
    }
}
