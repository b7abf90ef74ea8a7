// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.Records;
import io.millrace.cluster.model.AnsweredRequest;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRecord.State;
import io.millrace.cluster.model.SavepointRecord.Then;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.MemoryZooKeeper;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SavepointRequestsTest {

    private static final Map<String, String> SNAPSHOTS =
            Map.of("topology.guarantee", "exactly-once", "topology.state.dir", "/mnt/state/");

    private final MemoryZooKeeper.Client client = new MemoryZooKeeper(10_000).connect("controller");
    private final Registry registry = new Registry(client, new RegistryPaths("/millrace"));
    private Leadership leadership;
    private ClusterWatch watch;
    private SavepointRequests requests;

    @BeforeEach
    void lead() {
        registry.cluster("cluster");
        leadership = registry.leadership(() -> {});
        leadership.ensure(Records.controller("c", 1, 1, "c"));
        watch = ClusterWatch.all(registry, () -> {});
        requests = new SavepointRequests(registry, leadership);
    }

    private TopologyView view(String name) {
        while (client.hasNews()) {
            client.deliver();
        }
        return watch.view().topologies().get(name);
    }

    private TopologyView submit(String name, Map<String, String> config) {
        leadership.createTopology(Records.submitted(name, name + "-1", 1, config), AnsweredRequest.NONE);
        leadership.createAssignment(
                view(name), new AssignmentRecord(name + "-1", 1, List.of(new WorkerPlan("w1", "n1", 1, List.of(1)))));
        return view(name);
    }

    private void answer(String name, String failure) {
        Versioned<SavepointRecord> asked =
                registry.readSavepoint(name, name + "-1").orElseThrow();
        registry.answerSavepoint(
                name, name + "-1", asked.value().answered(failure.isEmpty() ? 7 : 0, 100, failure), asked.version());
    }

    @Test
    void oneIsMadeAtATimeWithANumberAndAPlaceOfItsOwn() {
        TopologyView topology = submit("t", SNAPSHOTS);
        assertThat(requests.ask(topology, new SavepointRequest(null, Then.GO_ON), ""))
                .isEqualTo(new SavepointRecord(1, "/mnt/state/savepoints/t-1-1", Then.GO_ON, ""));
        assertThatThrownBy(() -> requests.ask(topology, new SavepointRequest(null, Then.GO_ON), ""))
                .isInstanceOf(ClusterException.class)
                .hasMessage("savepoint 1 of topology 't' is being made: wait until that is done");
        answer("t", "");
        assertThat(requests.ask(topology, new SavepointRequest("s3://b/x", null), "")
                        .number())
                .isEqualTo(2);
        answer("t", "no space left");
        assertThat(view("t").savepoint().value().failure()).isEqualTo("no space left");
        assertThat(requests.reconcile(view("t"))).isFalse();
    }

    /** The answer to the first request was lost. */
    @Test
    void aRequestThatIsSentAgainAsksNoOtherSavepoint() {
        SavepointRequest request = new SavepointRequest(null, Then.STOP);
        TopologyView first = submit("t", SNAPSHOTS);
        SavepointRecord asked = requests.ask(first, request, "r-1");
        assertThat(requests.ask(view("t"), request, "r-1")).isEqualTo(asked);
        assertThatThrownBy(() -> requests.ask(view("t"), request, "r-2"))
                .hasMessage("savepoint 1 of topology 't' is being made: wait until that is done");
        answer("t", "");
        assertThat(requests.ask(view("t"), request, "r-1").state()).isEqualTo(State.MADE);
        assertThat(requests.reconcile(view("t"))).isTrue();
        assertThat(requests.last("t", null).isAskedBy("r-1")).isTrue();
        assertThat(requests.last("t", null).isAskedBy("r-2")).isFalse();
    }

    @Test
    void aTopologyIsKilledWhenItsSavepointIsMadeAndItsLastAnswerIsRemembered() {
        requests.ask(submit("t", SNAPSHOTS), new SavepointRequest(null, Then.STOP), "");
        assertThat(requests.reconcile(view("t"))).isFalse();
        answer("t", "no space left");
        assertThat(requests.reconcile(view("t"))).isFalse();
        requests.ask(view("t"), new SavepointRequest(null, Then.STOP), "");
        answer("t", "");
        assertThat(requests.reconcile(view("t"))).isTrue();
        assertThat(view("t").record().status()).isEqualTo(Status.KILLED);
        leadership.deleteAssignment(view("t"));
        leadership.deleteTopology(view("t"));
        assertThat(view("t")).isNull();
        assertThat(requests.last("t", null).state()).isEqualTo(State.MADE);
        assertThat(registry.readSavepoint("t", "t-1")).isEmpty();
        assertThat(requests.last("other", null)).isNull();
    }

    @Test
    void aTopologyWithoutSnapshotsOrThatEndsIsRefused() {
        TopologyView without = submit("plain", Map.of());
        assertThatThrownBy(() -> requests.ask(without, new SavepointRequest(null, Then.GO_ON), ""))
                .hasMessage(
                        "topology 'plain' takes no snapshots: submit it with topology.guarantee=exactly-once, or with"
                                + " topology.state.dir");
        TopologyView ended = submit("t", SNAPSHOTS);
        leadership.updateTopology(ended.record().withStatus(Status.KILLED), ended.version());
        assertThatThrownBy(() -> requests.ask(view("t"), new SavepointRequest(null, Then.GO_ON), ""))
                .hasMessage("topology 't' has ended or is ending: there is nothing to keep");
        // The topology was killed since it was seen
        assertThatThrownBy(() -> requests.ask(ended, new SavepointRequest(null, Then.GO_ON), ""))
                .hasMessage("topology 't' was changed meanwhile: try again");
    }

    @Test
    void anAnswerOfACoordinatorThatHasBeenReplacedHasNoEffect() {
        requests.ask(submit("t", SNAPSHOTS), new SavepointRequest(null, Then.GO_ON), "");
        Versioned<SavepointRecord> seen = view("t").savepoint();
        answer("t", "");
        assertThatThrownBy(
                        () -> registry.answerSavepoint("t", "t-1", seen.value().answered(0, 0, "late"), seen.version()))
                .isInstanceOf(RegistryException.class);
        assertThat(view("t").savepoint().value().state()).isEqualTo(State.MADE);
    }
}
