package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.cluster.client.ClusterException;
import io.millrace.cluster.client.RebalanceReport.Move;
import io.millrace.cluster.client.RebalanceReport.Place;
import io.millrace.cluster.client.RebalanceRequest;
import io.millrace.cluster.controller.TrafficSource.Traffic;
import io.millrace.cluster.registry.AssignmentRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.SupervisorRecord;
import io.millrace.cluster.registry.TopologyRecord;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.registry.WorkerPlan;
import io.millrace.runtime.plan.TaskPair;
import io.millrace.runtime.worker.PeerEndpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RebalancePlannerTest {

    /** Sources 1 and 2, then 3 and 4, then sinks 5 and 6. */
    private static final Topology COMPONENTS = JournalTopology.counting(Path.of("nowhere"), 10);

    private static final RebalanceRequest ANY = new RebalanceRequest(true, null, 0, Map.of());

    /** Two chains: 1, 3, 5 and 2, 4, 6. */
    private static final Traffic CHAINS = new Traffic(
            Map.of(
                    new TaskPair(1, 3), 1_000L,
                    new TaskPair(3, 5), 1_000L,
                    new TaskPair(2, 4), 1_000L,
                    new TaskPair(4, 6), 1_000L),
            Map.of(),
            true);

    private static final WorkerPlan ACROSS_ONE = plan("w1", "n1", 1, 4, 5);
    private static final WorkerPlan ACROSS_TWO = plan("w2", "n2", 2, 3, 6);
    private static final WorkerPlan CHAIN_ONE = plan("w1", "n1", 1, 3, 5);
    private static final WorkerPlan CHAIN_TWO = plan("w2", "n2", 2, 4, 6);

    @Test
    void whoTalksComesTogetherUnderNewNames() {
        RebalancePlan plan = plan(ANY, CHAINS, true, ACROSS_ONE, ACROSS_TWO);

        assertThat(plan.report().before().cutShare()).isEqualTo(1.0);
        assertThat(plan.report().after().cutShare()).isZero();
        assertThat(plan.report().gainPercent()).isGreaterThan(90);
        assertThat(plan.report().moves()).extracting(Move::task).hasSize(2);
        assertThat(plan.fresh()).containsExactly("w3", "w4");
        assertThat(plan.leaving()).containsExactly(ACROSS_ONE, ACROSS_TWO);
        AssignmentRecord begun = plan.begin(new AssignmentRecord("t-1", 3, List.of(ACROSS_ONE, ACROSS_TWO)));
        assertThat(begun.rebalance().number()).isEqualTo(4);
        assertThat(begun.names()).isEqualTo(4);
    }

    @Test
    void whatIsGoodStays() {
        RebalancePlan plan = plan(ANY, CHAINS, true, CHAIN_ONE, CHAIN_TWO);

        assertThat(plan.report().changes()).isFalse();
        assertThat(plan.next()).containsExactly(CHAIN_ONE, CHAIN_TWO);
        assertThat(plan.report().reasons()).anyMatch(reason -> reason.contains("nothing is worth moving"));
    }

    @Test
    void anotherNumberOfWorkersTouchesOnlyThoseWhoseTasksChange() {
        RebalancePlan plan = plan(new RebalanceRequest(true, "even", 3, Map.of()), CHAINS, true, CHAIN_ONE, CHAIN_TWO);

        assertThat(plan.next()).hasSize(3);
        assertThat(plan.next().stream().flatMap(worker -> worker.tasks().stream()))
                .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
        assertThat(plan.report().staying()).extracting(Place::worker).doesNotContainAnyElementsOf(plan.fresh());
    }

    @Test
    void workersWithoutTransportAreReplacedWhenTheTopologyComesToSpanNodes() {
        WorkerPlan one = plan("w1", "n1", 1, 3, 5);
        WorkerPlan two = plan("w2", "n1", 2, 4, 6);
        RebalancePlan plan = plan(new RebalanceRequest(true, "even", 0, Map.of()), CHAINS, false, one, two);

        assertThat(AssignmentRecord.spansNodes(plan.next())).isTrue();
        assertThat(plan.leaving()).containsExactly(one, two);
    }

    @Test
    void whatCannotBeDoneIsSaid() {
        assertThatThrownBy(
                        () -> plan(new RebalanceRequest(true, null, 7, Map.of()), CHAINS, true, CHAIN_ONE, CHAIN_TWO))
                .isInstanceOf(ClusterException.class)
                .hasMessage("-w is 7, but the topology has 6 tasks, and a worker has one at least");
        assertThatThrownBy(
                        () -> plan(new RebalanceRequest(true, "evn", 0, Map.of()), CHAINS, true, CHAIN_ONE, CHAIN_TWO))
                .hasMessageContaining("did you mean \"even\"");
        assertThatThrownBy(() -> plan(
                        new RebalanceRequest(true, null, 0, Map.of("count", 1)), CHAINS, true, CHAIN_ONE, CHAIN_TWO))
                .hasMessageContaining("-e count: the tasks and executors of a component are fixed");
    }

    private static RebalancePlan plan(
            RebalanceRequest request, Traffic traffic, boolean transport, WorkerPlan... running) {
        TopologyRecord record =
                new TopologyRecord("t", "t-1", Status.ACTIVE, 0, 6, "d", null, List.of(), Map.of(), null);
        Map<String, PeerEndpoint> up = new TreeMap<>();
        for (WorkerPlan plan : running) {
            up.put(
                    plan.worker(),
                    new PeerEndpoint(
                            plan.worker(), plan.node(), 1, 1, "lock", "", "host", transport ? 1 : 0, List.of(), 0));
        }
        TopologyView topology = new TopologyView(
                record, 1, new Versioned<>(new AssignmentRecord("t-1", 3, List.of(running)), 1), up, Map.of());
        TreeMap<String, SupervisorRecord> supervisors = new TreeMap<>();
        supervisors.put("n1", new SupervisorRecord("n1", "host", 1, 1, 4, 4, "i1"));
        supervisors.put("n2", new SupervisorRecord("n2", "host", 2, 2, 4, 4, "i2"));
        ClusterView view = new ClusterView(Optional.empty(), supervisors, new TreeMap<>(Map.of("t", topology)));
        return RebalancePlanner.plan(topology, COMPONENTS, request, traffic, view);
    }

    private static WorkerPlan plan(String worker, String node, Integer... tasks) {
        return new WorkerPlan(worker, node, 1, List.of(tasks));
    }
}
