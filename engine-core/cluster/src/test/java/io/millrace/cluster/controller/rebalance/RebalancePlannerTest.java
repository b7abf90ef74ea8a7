// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.rebalance.RebalanceReport.Cost;
import io.millrace.api.rebalance.RebalanceReport.Move;
import io.millrace.api.rebalance.RebalanceReport.Place;
import io.millrace.api.rebalance.RebalanceReport.Spread;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.Records;
import io.millrace.cluster.controller.JournalTopology;
import io.millrace.cluster.controller.placement.Distances;
import io.millrace.cluster.controller.rebalance.TrafficSource.Traffic;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.DrainRecord;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.operators.Spouts;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.plan.TaskPair;
import io.millrace.runtime.worker.NearRegions;
import io.millrace.runtime.worker.PeerEndpoint;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RebalancePlannerTest {

    /** A topology with sources 1 and 2, then 3 and 4, then sinks 5 and 6. */
    private static final Topology COMPONENTS = JournalTopology.counting(Path.of("nowhere"), 10);

    private static final RebalanceRequest ANY = new RebalanceRequest(true, null, 0, Map.of());

    /** The traffic of two chains: 1, 3, 5 and 2, 4, 6. */
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

    /** A worker with four executors, so that those of a component can be apart or together. */
    private static final WorkerPlan SINKS_TOGETHER = new WorkerPlan("w1", "n1", 4, List.of(1, 2, 5, 6));

    private static final WorkerPlan PASSING = plan("w2", "n2", 3, 4);

    private static final Topology BLOCKING = blocking();

    private Set<String> drained = Set.of();

    /** The round trips between the regions of n1 and n2, which are eu and us. */
    private RegionMatrix roundTrips = RegionMatrix.NONE;

    private Map<String, String> config = Map.of();

    @Test
    void whoTalksComesTogetherUnderNewNames() {
        RebalancePlan plan = plan(ANY, CHAINS, ACROSS_ONE, ACROSS_TWO);

        assertThat(plan.report().placement().before().cutShare()).isEqualTo(1.0);
        assertThat(plan.report().placement().after().cutShare()).isZero();
        assertThat(plan.report().judgement().gainPercent()).isGreaterThan(90);
        assertThat(plan.report().tasks().moves()).extracting(Move::task).hasSize(2);
        assertThat(plan.report().judgement().cost()).isEqualTo(new Cost(2, 2, 2, 4));
        assertThat(plan.report().judgement().reasons())
                .anyMatch(reason -> reason.startsWith("gain: hops cost "))
                .anyMatch(reason -> reason.startsWith("cost: 2 tasks move and 4 others restart"));
        assertThat(plan.moves().fresh()).containsExactly("w3", "w4");
        assertThat(plan.moves().leaving()).containsExactly(ACROSS_ONE, ACROSS_TWO);
        AssignmentRecord begun = plan.begin(new AssignmentRecord("t-1", 3, List.of(ACROSS_ONE, ACROSS_TWO)));
        assertThat(begun.rebalance().number()).isEqualTo(4);
        assertThat(begun.names()).isEqualTo(4);
    }

    @Test
    void tasksThatWereDormantAreLeftAlone() {
        Map<TaskPair, Long> messages = new HashMap<>(CHAINS.messagesPerSecond());
        messages.put(new TaskPair(1, 7), 9_000L);
        messages.put(new TaskPair(7, 6), 9_000L);
        List<WorkerPlan> joined = List.of(plan("w3", "n2", 7));
        AssignmentRecord running = new AssignmentRecord("t-1", 3, List.of(ACROSS_ONE, ACROSS_TWO)).withJoined(joined);
        RebalancePlan plan = plan(ANY, new Traffic(messages, Map.of(7, 5L), true), running);

        assertThat(plan.report().placement().after().cutShare()).isZero();
        AssignmentRecord begun = plan.begin(running);
        assertThat(begun.joined()).isEqualTo(joined);
        assertThat(begun.rebalance().next()).extracting(WorkerPlan::worker).doesNotContain("w3");
    }

    @Test
    void nothingStaysOnADrainedNodeUnlessPlacesAreKept() {
        drained = Set.of("n2");
        RebalancePlan plan = plan(ANY, CHAINS, CHAIN_ONE, CHAIN_TWO);
        assertThat(plan.moves().next()).extracting(WorkerPlan::node).containsOnly("n1");
        RebalanceRequest executors = new RebalanceRequest(true, null, 0, Map.of("count", 1));
        assertThat(plan(executors, CHAINS, CHAIN_ONE, CHAIN_TWO).moves().next())
                .extracting(WorkerPlan::node)
                .containsExactly("n1", "n2");
    }

    @Test
    void whatIsGoodStays() {
        RebalancePlan plan = plan(ANY, CHAINS, CHAIN_ONE, CHAIN_TWO);

        assertThat(plan.report().changes()).isFalse();
        assertThat(plan.moves().next()).containsExactly(CHAIN_ONE, CHAIN_TWO);
        assertThat(plan.report().judgement().reasons()).anyMatch(reason -> reason.contains("no move pays"));
    }

    @Test
    void anotherNumberOfWorkersTouchesOnlyThoseWhoseTasksChange() {
        RebalancePlan plan = plan(new RebalanceRequest(true, "even", 3, Map.of()), CHAINS, CHAIN_ONE, CHAIN_TWO);

        assertThat(plan.moves().next()).hasSize(3);
        assertThat(plan.moves().next().stream().flatMap(worker -> worker.tasks().stream()))
                .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
        assertThat(plan.report().workers().staying())
                .extracting(Place::worker)
                .doesNotContainAnyElementsOf(plan.moves().fresh());
    }

    @Test
    void workersWithoutTransportAreReplacedWhenTheTopologyComesToSpanNodes() {
        WorkerPlan one = plan("w1", "n1", 1, 3, 5);
        WorkerPlan two = plan("w2", "n1", 2, 4, 6);
        RebalancePlan plan = plan(new RebalanceRequest(true, "even", 0, Map.of()), CHAINS, one, two);

        assertThat(AssignmentRecord.spansNodes(plan.moves().next())).isTrue();
        assertThat(plan.moves().leaving()).containsExactly(one, two);
    }

    @Test
    void whatCannotBeDoneIsSaid() {
        assertThatThrownBy(() -> plan(new RebalanceRequest(true, null, 7, Map.of()), CHAINS, CHAIN_ONE, CHAIN_TWO))
                .isInstanceOf(ClusterException.class)
                .hasMessage("-w is 7, but the topology has 6 tasks, and a worker has at least one");
        assertThatThrownBy(() -> plan(new RebalanceRequest(true, "evn", 0, Map.of()), CHAINS, CHAIN_ONE, CHAIN_TWO))
                .hasMessageContaining("did you mean \"even\"");
    }

    @Test
    void onlyWorkersWhoseTasksShareExecutorsInAnotherWayRegroupAndNoneIsReplaced() {
        RebalancePlan plan = plan(executors("count", 1), CHAINS, SINKS_TOGETHER, PASSING);

        assertThat(plan.moves().next()).containsExactlyInAnyOrder(PASSING, SINKS_TOGETHER);
        assertThat(plan.moves().fresh()).isEmpty();
        assertThat(plan.moves().leaving()).isEmpty();
        assertThat(plan.moves().regrouping()).containsExactly(SINKS_TOGETHER.worker());
        assertThat(plan.after().parallelism()).containsExactly(Map.entry("count", 1));
        assertThat(plan.report().tasks().moves()).isEmpty();
        assertThat(plan.report().tasks().restarts()).isEmpty();
        assertThat(plan.report().workers().regrouping())
                .extracting(Place::worker)
                .containsExactly(SINKS_TOGETHER.worker());
        assertThat(plan.report().restartsWorkers()).isTrue();
        assertThat(plan.report().executors())
                .containsExactly(
                        new Spread("numbers", 2, 2, 2, 2, 2),
                        new Spread("pass", 2, 2, 2, 1, 1),
                        new Spread("count", 2, 2, 1, 2, 1));
    }

    @Test
    void withoutAnotherWishNoTaskMovesThoughThatWouldPay() {
        RebalancePlan alone = plan(executors("count", 1), CHAINS, ACROSS_ONE, ACROSS_TWO);
        RebalancePlan withWorkers =
                plan(new RebalanceRequest(true, null, 2, Map.of("count", 1)), CHAINS, ACROSS_ONE, ACROSS_TWO);

        assertThat(alone.moves().next()).containsExactlyInAnyOrder(ACROSS_ONE, ACROSS_TWO);
        assertThat(alone.after().parallelism()).containsEntry("count", 1);
        assertThat(alone.report().changes()).isTrue();
        assertThat(alone.report().judgement().reasons())
                .anyMatch(reason -> reason.contains("-e alone moves no task"))
                .anyMatch(reason -> reason.contains("shall have 1 executors and has 2, one in each worker"));
        assertThat(withWorkers.report().tasks().moves()).isNotEmpty();
        assertThat(withWorkers.after().parallelism()).containsEntry("count", 1);
    }

    @Test
    void whatAComponentHasAlreadyChangesNothing() {
        RebalancePlan same = plan(executors("count", 2), CHAINS, CHAIN_ONE, CHAIN_TWO);

        assertThat(same.report().changes()).isFalse();
        assertThat(same.report().judgement().reasons())
                .contains("-e count=2 changes nothing: that is its current number");
        assertThat(same.after().parallelism()).isEmpty();
    }

    @Test
    void whatARebalanceHasSetStaysUntilAnotherChangesIt() {
        AssignmentRecord running = new AssignmentRecord("t-1", 3, List.of(SINKS_TOGETHER, PASSING))
                .withParallelism(Map.of("count", 1, "pass", 1));

        RebalancePlan same = plan(executors("count", 1), CHAINS, running);
        RebalancePlan other = plan(executors("pass", 2), CHAINS, running);
        RebalancePlan back = plan(new RebalanceRequest(true, null, 0, Map.of("count", 2, "pass", 2)), CHAINS, running);

        assertThat(same.report().changes()).isFalse();
        assertThat(same.after().parallelism()).isEqualTo(running.parallelism());
        assertThat(other.after().parallelism()).containsExactly(Map.entry("count", 1));
        assertThat(back.after().parallelism()).isEmpty();
        assertThat(back.moves().leaving()).isEmpty();
        assertThat(back.moves().regrouping()).containsExactly(SINKS_TOGETHER.worker());
    }

    private static RegionMatrix measured(double rttMillis, boolean isMeasured) {
        return new RegionMatrix(
                List.of("eu", "us"), List.of(new RegionMatrix.Pair("eu", "us", rttMillis, isMeasured, 1, 1)));
    }

    private static AssignmentRecord near(NearRegions near) {
        return new AssignmentRecord("t-1", 3, List.of(CHAIN_ONE, CHAIN_TWO)).withNear(near);
    }

    @Test
    void regionsWhoseRoundTripIsShortNowGetPlainConnections() {
        roundTrips = measured(2.14, true);
        RebalancePlan plan = plan(ANY, CHAINS, near(NearRegions.NONE));

        NearRegions near = new NearRegions(List.of(new NearRegions.Pair("eu", "us", 2.14)));
        assertThat(plan.after().near()).isEqualTo(near);
        assertThat(plan.moves().next()).containsExactlyInAnyOrder(CHAIN_ONE, CHAIN_TWO);
        assertThat(plan.moves().regrouping()).containsExactlyInAnyOrder("w1", "w2");
        assertThat(plan.report().changes()).isTrue();
        assertThat(plan.report().judgement().reasons())
                .contains("streams between eu and us go by plain connections from then on, as the measured round trip"
                        + " of 2.1 ms is below 5 ms");
        assertThat(plan.begin(near(NearRegions.NONE)).rebalance().near()).isEqualTo(near);
    }

    @Test
    void regionsWhoseRoundTripIsLongNowGetChannels() {
        roundTrips = measured(5, true);
        RebalancePlan plan = plan(ANY, CHAINS, near(new NearRegions(List.of(new NearRegions.Pair("eu", "us", 2.14)))));

        assertThat(plan.after().near()).isEqualTo(NearRegions.NONE);
        assertThat(plan.moves().regrouping()).containsExactlyInAnyOrder("w1", "w2");
        assertThat(plan.report().judgement().reasons())
                .contains("streams between eu and us go by channels from then on, as the measured round trip of 5.0 ms"
                        + " is at least 5 ms");
    }

    @Test
    void whatIsDecidedStaysIfNothingElseWasMeasured() {
        NearRegions before = new NearRegions(List.of(new NearRegions.Pair("eu", "us", 2.14)));
        for (RegionMatrix matrix : List.of(RegionMatrix.NONE, measured(50, false), measured(3, true))) {
            roundTrips = matrix;
            RebalancePlan plan = plan(ANY, CHAINS, near(before));
            assertThat(plan.after().near()).isEqualTo(before);
            assertThat(plan.report().changes()).isFalse();
        }
    }

    @Test
    void nothingIsDecidedAnewWithOtherExecutorsAloneOrWithoutAuto() {
        roundTrips = measured(2.14, true);
        RebalancePlan alone = plan(executors("count", 1), CHAINS, near(NearRegions.NONE));
        assertThat(alone.after().near()).isEqualTo(NearRegions.NONE);
        assertThat(alone.moves().regrouping()).isEmpty();
        for (String mode : List.of("on", "off")) {
            config = Map.of(TopologyKeys.GEO.name(), mode);
            assertThat(plan(ANY, CHAINS, near(NearRegions.NONE)).report().changes())
                    .isFalse();
        }
    }

    @Test
    void aRegionWithoutWorkersChangesNothing() {
        roundTrips = measured(2.14, true);
        AssignmentRecord inOne = new AssignmentRecord("t-1", 3, List.of(plan("w1", "n1", 1, 2, 3, 4, 5, 6)));
        RebalancePlan plan = plan(ANY, CHAINS, inOne);
        assertThat(plan.after().near()).isEqualTo(NearRegions.NONE);
        assertThat(plan.report().changes()).isFalse();
    }

    @Test
    void moreExecutorsThanWorkersHaveAreNoted() {
        AssignmentRecord running = new AssignmentRecord("t-1", 3, List.of(plan("w1", "n1", 1, 2, 3, 4, 5, 6)))
                .withParallelism(Map.of("count", 1));
        RebalancePlan plan = plan(executors("count", 2), CHAINS, running);

        assertThat(plan.moves().fresh()).isEmpty();
        assertThat(plan.report().judgement().reasons())
                .anyMatch(reason ->
                        reason.startsWith("count may have 2 executors and has 1, as its workers have no more"));
    }

    @Test
    void executorsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> plan(executors("cuont", 1), CHAINS, CHAIN_ONE, CHAIN_TWO))
                .isInstanceOf(ClusterException.class)
                .hasMessage("-e cuont=1: topology 't' has no component 'cuont': did you mean 'count'?");
        for (int most : new int[] {0, 3}) {
            assertThatThrownBy(() -> plan(executors("count", most), CHAINS, CHAIN_ONE, CHAIN_TWO))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage("-e count=" + most + ": component 'count' has 2 tasks, and an executor"
                            + " runs at least one: give 1 to 2, or submit the topology with more tasks of it");
        }
        assertThatThrownBy(() -> ExecutorChange.of(
                        "t", BLOCKING, new AssignmentRecord("t-1", 3, List.of(CHAIN_ONE)), executors("store", 1)))
                .hasMessage("-e store=1: component 'store' blocks, so each of its 2 tasks has its own executor:"
                        + " submit the topology with another number of its tasks");
    }

    @Test
    void tasksStayOnlyWhereTheirNodeIs() {
        assertThatThrownBy(() -> plan(executors("count", 1), CHAINS, CHAIN_ONE, plan("w2", "n3", 2, 4, 6)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("the supervisor of node n3 is gone");
    }

    @Test
    void anotherNumberOfTasksReplacesAllWorkersAndEachTaskIsInOne() {
        RebalancePlan plan = plan(tasks("count", 5), CHAINS, CHAIN_ONE, CHAIN_TWO);

        assertThat(plan.moves().next().stream().flatMap(worker -> worker.tasks().stream()))
                .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(plan.moves().leaving()).containsExactly(CHAIN_ONE, CHAIN_TWO);
        assertThat(plan.moves().fresh()).hasSameSizeAs(plan.moves().next()).doesNotContain("w1", "w2");
        assertThat(plan.report().changes()).isTrue();
        assertThat(plan.report().judgement().reasons())
                .contains(
                        "count gets 5 tasks instead of 2: tasks have other numbers then, so all workers are replaced");

        AssignmentRecord begun = plan.begin(new AssignmentRecord("t-1", 3, List.of(CHAIN_ONE, CHAIN_TWO)));
        assertThat(begun.tasksFor("w1")).isEmpty();
        assertThat(begun.tasksFor(plan.moves().fresh().get(0))).containsExactly(Map.entry("count", 5));
        AssignmentRecord read = Json.read(Json.write(begun), AssignmentRecord.class);
        assertThat(read).isEqualTo(begun);
        assertThat(RebalanceProtocol.cancel(begun, "why").tasks()).isEmpty();
    }

    @Test
    void whatWasRescaledStaysSoWhenItIsRebalancedLater() {
        AssignmentRecord running = new AssignmentRecord(
                        "t-1", 3, List.of(plan("w1", "n1", 1, 3, 5, 6), plan("w2", "n2", 2, 4, 7)))
                .withTasks(Map.of("count", 3));
        RebalancePlan plan = plan(new RebalanceRequest(true, "even", 3, Map.of()), CHAINS, running);
        assertThat(plan.moves().next().stream().flatMap(worker -> worker.tasks().stream()))
                .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7);
        assertThat(plan.begin(running).rebalance().rescales()).isFalse();

        RebalancePlan back = plan(tasks("count", 2), CHAINS, running);
        assertThat(back.moves().next().stream().flatMap(worker -> worker.tasks().stream()))
                .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
        assertThat(back.begin(running).rebalance().rescales()).isTrue();

        RebalancePlan same = plan(tasks("count", 3), CHAINS, running);
        assertThat(same.begin(running).rebalance().rescales()).isFalse();
        assertThat(same.report().judgement().reasons())
                .contains("-t count=3 changes nothing: that is its current number");
    }

    @Test
    void numbersOfTasksThatCannotBeAreRefusedWithTheRemedy() {
        assertThatThrownBy(() -> plan(tasks("cuont", 1), CHAINS, CHAIN_ONE, CHAIN_TWO))
                .hasMessage("-t cuont=1: topology 't' has no component 'cuont': did you mean 'count'?");
        assertThatThrownBy(() -> plan(tasks("count", 0), CHAINS, CHAIN_ONE, CHAIN_TWO))
                .hasMessage("-t count=0: component 'count' has at least 1 task");
        String spout = COMPONENTS.components().get(0).id();
        assertThatThrownBy(() -> plan(tasks(spout, 3), CHAINS, CHAIN_ONE, CHAIN_TWO))
                .hasMessageStartingWith("-t " + spout + "=3: component '" + spout + "' is a spout")
                .hasMessageContaining("millrace savepoint --stop");
    }

    private static RebalanceRequest tasks(String component, int count) {
        return new RebalanceRequest(true, null, 0, Map.of(), Map.of(component, count));
    }

    private static RebalanceRequest executors(String component, int most) {
        return new RebalanceRequest(true, null, 0, Map.of(component, most));
    }

    private static Topology blocking() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.of("number", List.of(1)), 1);
        builder.setBolt("store", new JournalTopology.Pass(), 2)
                .shuffle("numbers")
                .blocking();
        return builder.build();
    }

    private RebalancePlan plan(RebalanceRequest request, Traffic traffic, WorkerPlan... running) {
        return plan(request, traffic, new AssignmentRecord("t-1", 3, List.of(running)));
    }

    private RebalancePlan plan(RebalanceRequest request, Traffic traffic, AssignmentRecord running) {
        TopologyRecord record = Records.submitted("t", "t-1", 6, config);
        Map<String, PeerEndpoint> up = new TreeMap<>();
        for (WorkerPlan plan : running.workers()) {
            up.put(plan.worker(), Records.endpoint(plan.worker(), plan.node(), 1));
        }
        TopologyView topology = Records.topology(record, 1, new Versioned<>(running, 1), up, Map.of());
        TreeMap<String, SupervisorRecord> supervisors = new TreeMap<>();
        supervisors.put("n1", Records.supervisor("n1", "host", 1, 1, 4, 4, "i1", region("eu")));
        supervisors.put("n2", Records.supervisor("n2", "host", 2, 2, 4, 4, "i2", region("us")));
        TreeMap<String, DrainRecord> drains = new TreeMap<>();
        drained.forEach(node -> drains.put(node, new DrainRecord(node, 0)));
        ClusterView view = new ClusterView(
                Optional.empty(), new TreeMap<>(), supervisors, new TreeMap<>(Map.of("t", topology)), drains);
        return RebalancePlanner.plan(topology, COMPONENTS, request, traffic, view, Distances.of(view, roundTrips));
    }

    /** Returns a region, or the only one if no round trips are known. */
    private String region(String name) {
        return roundTrips.regions().isEmpty() ? "default" : name;
    }

    private static WorkerPlan plan(String worker, String node, Integer... tasks) {
        return new WorkerPlan(worker, node, 1, List.of(tasks));
    }
}
