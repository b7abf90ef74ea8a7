// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.model.AutoRebalanceRequest;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import io.millrace.cluster.model.TopologyDescription.Place;
import io.millrace.cluster.registry.TestLeader;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a controller does with topologies and nodes, and what it refuses. */
@Timeout(60)
class ControllerDaemonTest extends OneController {

    @Test
    void aTopologyIsPlacedOnTheNodesThatAreUp() throws Exception {
        supervisor("n1", 1);
        supervisor("n2", 1);

        assertThat(submit("t", 2).status()).isEqualTo(Status.STARTING);

        Await.until("a placement", () -> cluster.describe("t").placement().size() == 3);
        assertThat(nodesOf("t")).containsExactlyInAnyOrder("n1", "n2");
        assertThat(cluster.nodes()).extracting("usedSlots").containsExactly(1, 1);
        assertThat(cluster.describe("t").components()).extracting("id").containsExactly("numbers", "count");
        assertThat(cluster.list().get(0).workers()).isEqualTo(2);
        assertThat(cluster.list().get(0).missing()).containsExactlyInAnyOrder("w1 on n1", "w2 on n2");
    }

    @Test
    void aTopologyWithoutASlotWaitsAndSaysWhy() throws Exception {
        submit("first", 1);
        Await.until("a reason", () -> !cluster.describe("first").problems().isEmpty());
        assertThat(cluster.describe("first").problems().get(0)).contains("no supervisor is up");

        supervisor("n1", 1);
        Await.until("placed", () -> nodesOf("first").equals(List.of("n1")));
        submit("second", 1);
        Await.until("a reason", () -> !cluster.describe("second").problems().isEmpty());
        assertThat(cluster.describe("second").problems().get(0)).contains("waits for a slot: all 1 slots are used");

        cluster.kill("first", Duration.ofSeconds(20));
        Await.until("placed", () -> nodesOf("second").equals(List.of("n1")));
        Await.until("no reason", () -> cluster.describe("second").problems().isEmpty());
    }

    @Test
    void onlyWhatWasLostWithItsNodeMoves() throws Exception {
        supervisor("n1", 2);
        supervisor("n2", 1);
        submit("t", 2);
        Await.until("placed", () -> nodesOf("t").size() == 2);
        Map<Integer, Place> before = places("t");

        new TestLeader(registry).delete(registry.paths().supervisor("n2"));

        Await.until("moved", () -> nodesOf("t").equals(List.of("n1")));
        places("t")
                .forEach((task, place) ->
                        assertThat(place.worker()).isEqualTo(before.get(task).worker()));
        assertThat(cluster.describe("t").epoch()).isEqualTo(2);
    }

    @Test
    void aDrainedNodeGetsNothingAlsoUnderAnotherControllerUntilItIsTakenBack() throws Exception {
        supervisor("n1", 1);
        supervisor("n2", 1);
        Await.until("both nodes", () -> cluster.nodes().size() == 2);
        assertRefused(Reason.NOT_FOUND, "there is no node 'n3': there is n1, n2", () -> cluster.drain("n3"));
        assertThat(cluster.drain("n1").state()).isEqualTo(NodeInfo.State.DRAINED);
        assertThat(cluster.drain("n1").state()).isEqualTo(NodeInfo.State.DRAINED);

        submit("first", 1);
        Await.until("placed", () -> nodesOf("first").equals(List.of("n2")));
        submit("second", 1);
        Await.until("a reason", () -> cluster.list().get(1).problem() != null);
        assertThat(cluster.list().get(1).problem())
                .isEqualTo("waits for a slot: all slots are used or on drained nodes; start another supervisor, kill a"
                        + " topology, or raise supervisor.slots; drained: n1 ('millrace undrain NODE' takes one back)");
        controller.close();
        controller = ControllerDaemon.start(config);
        Await.until("a leader", () -> controller.leads());
        assertThat(cluster.nodes().get(0).state()).isEqualTo(NodeInfo.State.DRAINED);

        assertThat(cluster.undrain("n1").state()).isEqualTo(NodeInfo.State.UP);
        assertThat(cluster.undrain("n1").state()).isEqualTo(NodeInfo.State.UP);
        Await.until("placed", () -> nodesOf("second").equals(List.of("n1")));
    }

    @Test
    void aNameIsRefusedWhileItIsInUse() {
        submit("t", 1);

        assertRefused(Reason.REFUSED, "a topology named 't' runs already", () -> submit("t", 1));
        assertRefused(Reason.REFUSED, "topology name '../t'", () -> submit("../t", 1));
    }

    @Test
    void mistakesInASubmissionAreRefused() {
        assertRefused(Reason.REFUSED, "unknown key 'topology.worker'", () -> submit("t", "topology.worker", "1"));
        assertRefused(Reason.REFUSED, "topology.workers is '0'", () -> submit("t", "topology.workers", "0"));
        assertRefused(
                Reason.REFUSED,
                "unknown scheduling algorithm \"evne\": did you mean \"even\"?",
                () -> submit("t", "scheduler.algorithm", "evne"));
        assertRefused(
                Reason.REFUSED,
                "only an embedded cluster accepts a class path",
                () -> cluster.submit(
                        new Submission("t", TestTopologies.counting(1, 0), Config.empty(), null, List.of("/etc"))));
        assertRefused(
                Reason.REFUSED,
                "no jar has the classes",
                () -> cluster.submit(new Submission("t", TestTopologies.counting(1, 0), Config.empty(), null, null)));
        assertRefused(Reason.NOT_FOUND, "there is no topology 'none'", () -> cluster.describe("none"));
        assertRefused(Reason.NOT_FOUND, "there is no topology 'none'", () -> cluster.kill("none", Duration.ZERO));
        assertRefused(Reason.REFUSED, "topology name", () -> cluster.metrics("a/b"));
    }

    @Test
    void activityIsWrittenDown() {
        submit("t", 1);
        cluster.deactivate("t");
        assertThat(cluster.list().get(0).status()).isEqualTo(Status.INACTIVE);
        cluster.activate("t");
        assertThat(cluster.list().get(0).status()).isEqualTo(Status.STARTING);
    }

    @Test
    void aTopologyThatIsSubmittedAsInactiveStaysSoUntilItIsActivated() throws Exception {
        supervisor("n1", 2);
        assertThat(submit("t", TopologyKeys.INACTIVE.name(), "true").status()).isEqualTo(Status.INACTIVE);
        Await.until("a placement", () -> !cluster.describe("t").placement().isEmpty());
        assertThat(cluster.list().get(0).status()).isEqualTo(Status.INACTIVE);

        cluster.activate("t");

        assertThat(cluster.list().get(0).status()).isEqualTo(Status.STARTING);
    }

    @Test
    void automaticRebalancingIsSwitchedWithTheTokenAndTheNextControllerFindsItSo() throws Exception {
        supervisor("n1", 1);
        submit("t", 1);
        assertThat(cluster.rebalanceDecisions("t").automatic()).isFalse();
        assertThat(cluster.rebalanceDecisions("t").decisions()).isEmpty();

        cluster.set("t", new AutoRebalanceRequest(true));
        assertThat(cluster.rebalanceDecisions("t").automatic()).isTrue();
        assertThat(cluster.describe("t").submission().config()).containsEntry("topology.rebalance.auto", "true");
        Await.until("a decision", () -> decided("t").contains(Verdict.WORKERS_MISSING));

        controller.close();
        controller = ControllerDaemon.start(config);
        Await.until("a leader", () -> controller.leads());
        assertThat(cluster.rebalanceDecisions("t").automatic()).isTrue();
        Await.until("a decision again", () -> decided("t").contains(Verdict.WORKERS_MISSING));

        try (Cluster stranger = Clusters.connect(config.with(ClusterKeys.CONTROLLER_TOKEN, "guess"))) {
            assertThat(stranger.rebalanceDecisions("t").automatic()).isTrue();
            assertRefused(
                    Reason.REFUSED, "refuses the token", () -> stranger.set("t", new AutoRebalanceRequest(false)));
        }
        cluster.set("t", new AutoRebalanceRequest(false));
        assertThat(cluster.rebalanceDecisions("t").automatic()).isFalse();
        assertRefused(
                Reason.NOT_FOUND, "no topology 'none'", () -> cluster.set("none", new AutoRebalanceRequest(true)));
        assertRefused(Reason.NOT_FOUND, "no topology 'none'", () -> cluster.rebalanceDecisions("none"));
    }

    @Test
    void settingsOfAutomaticRebalancingThatDoNotGoTogetherAreRefused() {
        assertRefused(
                Reason.REFUSED,
                "topology.rebalance.horizon is '1 min' and topology.rebalance.calm is '5 min'",
                () -> submit("t", "topology.rebalance.horizon", "1 min"));
    }

    private List<Verdict> decided(String topology) {
        return cluster.rebalanceDecisions(topology).decisions().stream()
                .map(RebalanceDecision::verdict)
                .toList();
    }

    @Test
    void aKilledTopologyIsRemovedByTheNextControllerToo() throws Exception {
        supervisor("n1", 1);
        submit("t", 1);
        Await.until("placed", () -> nodesOf("t").size() == 1);
        // The supervisor has started the worker and has not removed it yet.
        long epoch = new TestLeader(registry).start("t", "w1", "n1");
        cluster.kill("t", Duration.ZERO);
        Await.until("unassigned", () -> new TestLeader(registry).assignment("t").isEmpty());
        assertRefused(Reason.REFUSED, "still being killed", () -> submit("t", 1));

        controller.close();
        controller = ControllerDaemon.start(config);
        Await.until("found again", () -> cluster.list().size() == 1);
        assertThat(cluster.list().get(0).status()).isEqualTo(Status.KILLED);
        new TestLeader(registry).deleteStart("t", "w1", epoch);

        Await.until("removed", () -> cluster.list().isEmpty());
        submit("t", 1);
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        int unused;
        try (ServerSocket socket = new ServerSocket(0)) {
            unused = socket.getLocalPort();
        }
        assertNoCluster("ZooKeeper does not answer at 127.0.0.1:" + unused, "127.0.0.1:" + unused, null);
        assertNoCluster(
                "ZooKeeper does not answer at nowhere.invalid:1: this machine knows no address of nowhere.invalid:"
                        + " correct zookeeper.connect, or the name service",
                "nowhere.invalid:1",
                null);
        assertNoCluster("zookeeper.connect is 'a:b'", "a:b", null);
        assertNoCluster("has no cluster under /other", null, "/other");
        controller.close();
        assertNoCluster("answers, but no controller is up under /c/whatIsMissingIsNamed", null, null);
    }

    private void assertNoCluster(String message, String connect, String root) {
        Config wrong = config;
        wrong = connect == null ? wrong : wrong.with(ClusterKeys.ZOOKEEPER_CONNECT, connect);
        Config used = root == null ? wrong : wrong.with(ClusterKeys.ZOOKEEPER_ROOT, root);
        assertRefused(Reason.NO_CLUSTER, message, () -> Clusters.connect(used));
    }
}
