// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.cluster.Records;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.controller.rebalance.RebalanceDriver;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol;
import io.millrace.cluster.model.AnsweredRequest;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.DrainRecord;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.NodeInfo.Left;
import io.millrace.cluster.model.NodeInfo.State;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.Change;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.MemoryZooKeeper;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The leading controller's handling of the tasks of nodes that die or are drained, by a clock that is stepped. */
class LostAndDrainedNodesTest {

    private static final long SESSION_MILLIS = 10_000;
    private static final long LOST_MILLIS = 30_000;

    private final MemoryZooKeeper zooKeeper = new MemoryZooKeeper(SESSION_MILLIS);
    private final MemoryZooKeeper.Client client = zooKeeper.connect("controller");
    private final Registry registry = new Registry(client, new RegistryPaths("/millrace"));
    private final RegistryPaths paths = registry.paths();
    private final Map<String, MemoryZooKeeper.Client> nodes = new HashMap<>();
    private final Problems problems = new Problems(Optional::empty);
    private Leadership leadership;
    private ClusterWatch watch;
    private Reconciler reconciler;
    private long now;
    /** The components, with more tasks than topologies have here. */
    private Topology components = Specs.topology(Specs.spec("any", 9));

    @BeforeEach
    void lead() {
        registry.cluster("cluster");
        leadership = registry.leadership(() -> {});
        leadership.ensure(Records.controller("c", 1, 1, "c"));
        watch = ClusterWatch.all(registry, () -> {});
        RebalanceDriver rebalances = new RebalanceDriver(
                leadership,
                null,
                null,
                topology -> Optional.empty(),
                new RebalanceProtocol.Limits(60_000, 5_000, 2_000),
                () -> now);
        LostNodes nodes = new LostNodes(leadership, SESSION_MILLIS + LOST_MILLIS, SESSION_MILLIS, () -> now);
        reconciler = new Reconciler(
                new Placements(
                        leadership,
                        digest -> Optional.of(components),
                        new Placer(known -> RegionMatrix.NONE),
                        nodes,
                        problems),
                rebalances,
                new SavepointRequests(registry, leadership),
                new Drains(leadership, digest -> Optional.of(components), () -> now),
                new EndingTopologies(leadership, nodes, () -> now),
                nodes,
                problems);
    }

    private ClusterView view() {
        while (client.hasNews()) {
            client.deliver();
        }
        return watch.view();
    }

    private boolean pass() {
        return reconciler.pass(view());
    }

    private void pass(long millis) {
        now += millis;
        zooKeeper.advance(millis);
    }

    private void start(String node, int slots) {
        start(node, slots, SupervisorRecord.DEFAULT_REGION);
    }

    private void start(String node, int slots, String region) {
        MemoryZooKeeper.Client own = zooKeeper.connect(node);
        nodes.put(node, own);
        byte[] record = Json.write(Records.supervisor(node, "host", 1, 1, 2, slots, "i-" + node, region));
        own.commit(node, List.of(new Change.Create(paths.supervisor(node), record, true)));
    }

    /** Adds a topology whose workers are up; their sessions end with those of their nodes. */
    private void run(String name, String... nodeOfWorker) {
        String id = name + "-1";
        leadership.createTopology(Records.submitted(name, id, nodeOfWorker.length), AnsweredRequest.NONE);
        List<WorkerPlan> plans = new ArrayList<>();
        for (int i = 0; i < nodeOfWorker.length; i++) {
            plans.add(new WorkerPlan("w" + (i + 1), nodeOfWorker[i], 1, List.of(i + 1)));
        }
        leadership.createAssignment(topology(name), new AssignmentRecord(id, 1, plans));
        plans.forEach(plan -> up(name, plan, 0));
    }

    private void up(String name, WorkerPlan plan, long heard) {
        PeerEndpoint endpoint =
                Records.endpoint(plan.worker(), plan.node(), 1, "host", 1).withHeard(heard);
        String path = paths.worker(name, name + "-1", plan.worker());
        Change change = client.read(path).isPresent()
                ? new Change.Write(path, Json.write(endpoint), Change.ANY)
                : new Change.Create(path, Json.write(endpoint), true);
        nodes.get(plan.node()).commit(path, List.of(change));
    }

    private TopologyView topology(String name) {
        return view().topologies().get(name);
    }

    private AssignmentRecord assignment(String name) {
        return topology(name).assignment().value();
    }

    private void die(String node) {
        nodes.remove(node).die();
        pass(SESSION_MILLIS);
    }

    private void drain(String node) {
        leadership.createDrain(new DrainRecord(node, now));
    }

    private Optional<String> problem(String name) {
        return problems.of(name + "-1");
    }

    private NodeInfo node(String name) {
        return Nodes.of(view(), problems).stream()
                .filter(info -> info.node().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tasksOfALostNodeMoveWhenTheTimeOutHasPassedAndNotBefore() {
        start("n1", 2);
        start("n2", 1);
        run("t", "n1", "n2");
        die("n2");

        assertThat(pass()).isFalse();
        assertThat(problem("t"))
                .contains("waits for w2 on n2: that node's supervisor is missing, and tasks move to other nodes when"
                        + " nothing has been heard of it for 40 s (cluster.node.lost.timeout)");
        assertThat(node("n2").state()).isEqualTo(State.MISSING);
        pass(LOST_MILLIS - 1);
        assertThat(pass()).isFalse();
        pass(1);
        assertThat(pass()).isTrue();
        assertThat(assignment("t").nodeOfWorker()).isEqualTo(Map.of("w1", "n1", "w2", "n1"));
        assertThat(pass()).isFalse();
        assertThat(problem("t")).isEmpty();
    }

    @Test
    void aNodeThatReturnsInTimeKeepsItsTasksAndTheNextTimeCountsAnew() {
        start("n1", 2);
        start("n2", 1);
        run("t", "n1", "n2");
        die("n2");
        pass();
        pass(LOST_MILLIS - 1);
        start("n2", 1);
        assertThat(pass()).isFalse();
        die("n2");
        pass();
        pass(LOST_MILLIS - 1);

        assertThat(pass()).isFalse();
        assertThat(assignment("t").epoch()).isEqualTo(1);
    }

    @Test
    void withoutAFreeSlotItSaysSoAndGoesOnWhenThereIsOne() {
        start("n1", 1);
        start("n2", 2);
        run("t", "n1", "n2", "n2");
        die("n2");
        pass();
        pass(LOST_MILLIS);

        assertThat(pass()).isFalse();
        assertThat(problem("t"))
                .contains("w2 of lost node n2, w3 of lost node n2 wait for a slot on another node: start another"
                        + " supervisor, kill a topology, or raise supervisor.slots, or start the lost node again");
        start("n3", 1);
        assertThat(pass()).isTrue();
        assertThat(assignment("t").nodeOfWorker()).isEqualTo(Map.of("w1", "n1", "w2", "n3", "w3", "n2"));
        assertThat(pass()).isFalse();
        assertThat(problem("t").orElseThrow()).startsWith("w3 of lost node n2 waits for a slot");
        start("n4", 1);
        assertThat(pass()).isTrue();
        pass();
        assertThat(assignment("t").nodeOfWorker()).containsEntry("w3", "n4");
        assertThat(problem("t")).isEmpty();
    }

    @Test
    void aTaskThatHasJoinedGivesItsSlotUpOnlyWhenNoNodeIsMerelyAbsent() {
        start("n1", 2);
        start("n2", 2);
        run("t", "n1", "n2");
        AssignmentRecord running = assignment("t");
        leadership.updateAssignment(
                topology("t"), running.withNames(3).withJoined(List.of(new WorkerPlan("w3", "n1", 1, List.of(3)))));
        leadership.createTopology(Records.submitted("waiting", "waiting-1", 1), AnsweredRequest.NONE);
        die("n2");

        assertThat(pass()).isFalse();
        assertThat(assignment("t").joined()).hasSize(1);
        pass(LOST_MILLIS);
        assertThat(pass()).isTrue();
        assertThat(assignment("t").joined()).isEmpty();
    }

    /** Confines the first task to the region. */
    private void confineTheFirstTask(String region) {
        components = Specs.topology(Specs.in(List.of(region), Specs.spec("first", 1)), Specs.spec("any", 8, "first"));
    }

    @Test
    void tasksOfALostRegionWaitAndDoNotLeaveIt() {
        confineTheFirstTask("eu");
        start("n1", 3, "us");
        start("n2", 2, "eu");
        run("t", "n2", "n2");
        die("n2");
        pass();
        pass(LOST_MILLIS);

        assertThat(pass()).isTrue();
        assertThat(assignment("t").nodeOfWorker()).isEqualTo(Map.of("w1", "n2", "w2", "n1"));
        assertThat(pass()).isFalse();
        assertThat(problem("t"))
                .contains("w1 of lost node n2 waits for a slot on another node in eu (topology.regions): start another"
                        + " supervisor, kill a topology, or raise supervisor.slots, or start the lost node again");
        start("n3", 1, "eu");
        assertThat(pass()).isTrue();
        assertThat(assignment("t").nodeOfWorker()).isEqualTo(Map.of("w1", "n3", "w2", "n1"));
    }

    @Test
    void aDrainedNodeKeepsWhatMayNotLeaveItsRegion() {
        confineTheFirstTask("eu");
        start("n1", 3, "us");
        start("n2", 2, "eu");
        run("t", "n2", "n1");
        drain("n2");

        assertThat(pass()).isFalse();
        assertThat(problem("t").orElseThrow())
                .startsWith(
                        "stays on n2: it needs a free slot on other nodes in eu (topology.regions), which have none");
        start("n3", 1, "eu");
        assertThat(pass()).isTrue();
        assertThat(assignment("t").rebalance().next())
                .extracting(WorkerPlan::node)
                .containsExactly("n3", "n1");
    }

    @Test
    void workersThatStillRunStayThoughTheirSupervisorIsLost() {
        start("n1", 2);
        start("n2", 1);
        run("t", "n1", "n2");
        MemoryZooKeeper.Client workers = zooKeeper.connect("workers");
        nodes.put("kept", workers);
        die("n2");
        WorkerPlan kept = assignment("t").worker("w2").orElseThrow();
        nodes.put("n2", workers);
        up("t", kept, 0);
        pass();
        pass(LOST_MILLIS);

        assertThat(pass()).isFalse();
        assertThat(assignment("t").epoch()).isEqualTo(1);
    }

    @Test
    void aDrainedNodeIsLeftByARebalance() {
        start("n1", 3);
        start("n2", 3);
        run("t", "n1", "n2");
        run("other", "n1");
        drain("n2");
        assertThat(node("n2").left()).containsExactly(new Left("t", "is about to move"));

        assertThat(pass()).isTrue();
        AssignmentRecord begun = assignment("t");
        assertThat(begun.rebalance().phase()).isEqualTo(Phase.STARTING);
        assertThat(begun.rebalance().next())
                .extracting(WorkerPlan::worker, WorkerPlan::node)
                .containsExactly(tuple("w1", "n1"), tuple("w3", "n1"));
        assertThat(begun.rebalance().leaving()).extracting(WorkerPlan::worker).containsExactly("w2");
        assertThat(node("n2").left()).containsExactly(new Left("t", "is being moved: STARTING"));
        assertThat(pass()).isFalse();
        assertThat(assignment("other").epoch()).isEqualTo(1);
    }

    @Test
    void whatHasNoRoomElsewhereSaysSoAndGoesWhenThereIs() {
        start("n1", 2);
        start("n2", 3);
        run("a", "n2", "n2");
        run("b", "n1", "n2");
        drain("n2");

        assertThat(pass()).isTrue();
        assertThat(assignment("b").rebalancing()).isTrue();
        assertThat(assignment("a").rebalancing()).isFalse();
        String why =
                "stays on n2: it needs 2 free slots on other nodes, which have none: start another supervisor, kill a"
                        + " topology, or raise supervisor.slots; drained: n2 ('millrace undrain NODE' takes one back)";
        assertThat(pass()).isFalse();
        assertThat(problem("a")).contains(why);
        assertThat(node("n2").state()).isEqualTo(State.DRAINING);
        assertThat(node("n2").left()).contains(new Left("a", why));
        start("n3", 2);
        assertThat(pass()).isTrue();
        assertThat(assignment("a").rebalance().next())
                .extracting(WorkerPlan::node)
                .containsOnly("n3");
        assertThat(node("n2").left()).contains(new Left("a", "is being moved: STARTING"));
    }

    @Test
    void aMoveThatWasCancelledIsTriedAgainAfterAWhile() {
        start("n1", 2);
        start("n2", 1);
        run("t", "n2");
        drain("n2");
        assertThat(pass()).isTrue();
        leadership.updateAssignment(topology("t"), RebalanceProtocol.cancel(assignment("t"), "w2 did not start"));

        assertThat(pass()).isFalse();
        assertThat(problem("t"))
                .contains("stays on n2: its move was cancelled and is tried again soon: w2 did not start");
        pass(Drains.AGAIN_MILLIS - 1);
        assertThat(pass()).isFalse();
        pass(1);
        assertThat(pass()).isTrue();
        assertThat(assignment("t").rebalance().fresh()).containsExactly("w3");
    }

    /** Makes the second of two tasks one of up to so many. */
    private void growTo(int most) {
        components = Specs.topology(Specs.spec("source", 1), Specs.growing(most, Specs.spec("work", 1, "source")));
    }

    @Test
    void nodesThatComeGetATaskEachThatWasDormantAndNobodyElseChanges() {
        growTo(3);
        start("n1", 3);
        run("t", "n1", "n1");
        assertThat(pass()).as("its node has a task").isFalse();
        List<WorkerPlan> before = assignment("t").workers();
        start("n2", 2);
        start("n3", 1);

        assertThat(pass()).isTrue();
        assertThat(assignment("t").joined()).containsExactly(new WorkerPlan("w3", "n2", 1, List.of(3)));
        assertThat(pass()).isTrue();
        assertThat(pass()).isFalse();
        assertThat(assignment("t").joined())
                .containsExactly(new WorkerPlan("w3", "n2", 1, List.of(3)), new WorkerPlan("w4", "n3", 1, List.of(4)));
        assertThat(assignment("t").workers()).isEqualTo(before);
        assertThat(assignment("t").epoch()).isEqualTo(3);
        assertThat(assignment("t").rebalance()).isNull();
        start("n4", 5);
        assertThat(pass()).as("all are open").isFalse();
    }

    @Test
    void aTaskClosesWhenItsNodeIsLostAndOpensOnAnother() {
        growTo(2);
        start("n1", 2);
        run("t", "n1", "n1");
        start("n2", 1);
        pass();
        up("t", assignment("t").joined().get(0), 0);
        die("n2");
        assertThat(pass()).isFalse();
        pass(LOST_MILLIS);

        assertThat(pass()).isTrue();
        assertThat(assignment("t").joined()).isEmpty();
        assertThat(problem("t")).isEmpty();
        start("n3", 1);
        assertThat(pass()).isTrue();
        assertThat(assignment("t").joined())
                .as("with a name that no other had")
                .containsExactly(new WorkerPlan("w4", "n3", 1, List.of(3)));
    }

    @Test
    void aDrainedNodesTaskClosesAndNoneOpensThere() {
        growTo(2);
        start("n1", 2);
        run("t", "n1", "n1");
        start("n2", 1);
        pass();
        drain("n2");

        assertThat(pass()).isTrue();
        assertThat(assignment("t").joined()).isEmpty();
        assertThat(pass()).isFalse();
        leadership.deleteDrain("n2");
        assertThat(pass()).isTrue();
        assertThat(assignment("t").joined()).extracting(WorkerPlan::node).containsExactly("n2");
    }

    @Test
    void aTopologyThatWaitsGetsItsSlot() {
        growTo(2);
        start("n1", 2);
        run("t", "n1", "n1");
        start("n2", 1);
        pass();
        leadership.createTopology(Records.submitted("a", "a-1", 2), AnsweredRequest.NONE);

        assertThat(pass()).isTrue();
        assertThat(assignment("t").joined()).isEmpty();
        assertThat(pass()).isTrue();
        assertThat(assignment("a").workers()).extracting(WorkerPlan::node).containsExactly("n2");
        assertThat(pass()).isFalse();
        assertThat(assignment("t").joined()).isEmpty();
    }

    @Test
    void aTopologyThatWaitsElsewhereLeavesItItsSlot() {
        growTo(2);
        start("n1", 2);
        run("t", "n1", "n1");
        start("n2", 1);
        pass();
        leadership.createTopology(
                Records.submitted("a", "a-1", 2, Map.of("topology.regions", "mars")), AnsweredRequest.NONE);

        assertThat(pass()).isFalse();
        assertThat(assignment("t").joined()).hasSize(1);
    }

    @Test
    void aTaskOpensOnlyInTheRegionsOfItsComponent() {
        growTo(2);
        start("n1", 2);
        leadership.createTopology(
                Records.submitted("t", "t-1", 2, Map.of("topology.regions", SupervisorRecord.DEFAULT_REGION)),
                AnsweredRequest.NONE);
        assertThat(pass()).isTrue();
        start("n2", 9, "mars");
        assertThat(pass()).isFalse();
        start("n3", 1);
        assertThat(pass()).isTrue();
        assertThat(assignment("t").joined()).extracting(WorkerPlan::node).containsExactly("n3");
    }

    @Test
    void aTopologyThatHasCompletedStaysUntilItsWorkersEnd() {
        start("n1", 2);
        start("n2", 1);
        run("t", "n2");
        leadership.updateTopology(
                topology("t").record().withStatus(Status.COMPLETED),
                topology("t").version());
        drain("n2");

        assertThat(pass()).isFalse();
        assertThat(problem("t"))
                .contains(
                        "stays on n2: it has completed, and its workers end after topology.completed.retention, or with"
                                + " 'millrace kill t'");
        pass(59_999);
        assertThat(pass()).isFalse();
        pass(1);
        assertThat(pass()).isTrue();
        assertThat(node("n2").state()).isEqualTo(State.DRAINED);
    }

    @Test
    void aDrainedNodeIsKnownWhileItIsAwayAndIsTakenBack() {
        start("n1", 1);
        start("n2", 1);
        drain("n2");
        die("n2");
        assertThat(node("n2"))
                .isEqualTo(new NodeInfo(
                        "n2",
                        NodeInfo.Process.NONE,
                        0,
                        State.DRAINED,
                        List.of(),
                        new NodeInfo.Versions("", List.of()),
                        NodeInfo.Place.UNKNOWN));
        start("n2", 1);
        leadership.deleteDrain("n2");
        assertThat(node("n2").state()).isEqualTo(State.UP);
    }
}
