// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Records;
import io.millrace.cluster.controller.JournalTopology;
import io.millrace.cluster.controller.placement.Distances;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.traffic.MeasuredTraffic;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.plan.TaskPair;
import io.millrace.runtime.worker.PeerEndpoint;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The rebalancer with the real planner, and a simulated registry, monitor and clock. */
class AutoRebalancerTest {

    /** A topology with sources 1 and 2, then 3 and 4, then sinks 5 and 6. */
    private static final Topology COMPONENTS = JournalTopology.counting(Path.of("nowhere"), 10);

    private static final List<WorkerPlan> ACROSS = List.of(plan("w1", "n1", 1, 4, 5), plan("w2", "n2", 2, 3, 6));

    private final Map<String, AssignmentRecord> assignments = new TreeMap<>();
    private final Map<String, Integer> versions = new HashMap<>();
    private final Map<String, MeasuredTraffic> measured = new HashMap<>();
    private final Set<String> nodes = new HashSet<>(Set.of("n1", "n2"));
    private final List<String> written = new ArrayList<>();
    private Config config = Config.empty()
            .with(TopologyKeys.REBALANCE_AUTO, true)
            .with(TopologyKeys.REBALANCE_CONFIRMATIONS, 2)
            .with(TopologyKeys.REBALANCE_CALM, Duration.ZERO);
    /** The regions of nodes that are not in the default region. */
    private final Map<String, String> regions = new HashMap<>();

    private RegionMatrix roundTrips = RegionMatrix.NONE;
    private Topology components = COMPONENTS;
    private long planningMillis;
    private long nowMillis = 1_000;
    private final DecisionLog log = new DecisionLog(Clock.fixed(Instant.ofEpochMilli(77), ZoneOffset.UTC));
    private final AutoRebalancer rebalancer = new AutoRebalancer(
            digest -> Optional.of(components),
            id -> Optional.ofNullable(measured.get(id)),
            id -> 1.0,
            view -> roundTrips,
            this::write,
            log,
            // The scheduler takes time between two readings of the clock
            () -> nowMillis += planningMillis);

    private static WorkerPlan plan(String worker, String node, Integer... tasks) {
        return new WorkerPlan(worker, node, 1, List.of(tasks));
    }

    private void write(TopologyView topology, AssignmentRecord next) {
        String name = topology.record().name();
        if (topology.assignment().version() != versions.get(name)) {
            throw new RegistryException(RegistryException.Kind.CONFLICT, name + " was changed", null);
        }
        written.add(name);
        assignments.put(name, next);
        versions.merge(name, 1, Integer::sum);
    }

    private void run(String name, List<WorkerPlan> workers) {
        assignments.put(name, new AssignmentRecord(name + "-1", 3, workers));
        versions.put(name, 1);
    }

    /** Measures two chains, 1, 3, 5 and 2, 4, 6, each link of which carries this many messages. */
    private void measure(String name, double perSecond) {
        Map<TaskPair, Double> messages = new HashMap<>();
        for (int task = 1; task <= 4; task++) {
            messages.put(new TaskPair(task, task + 2), perSecond);
        }
        MeasuredTraffic before = measured.get(name + "-1");
        Set<String> workers = Set.copyOf(
                assignments.get(name).workers().stream().map(WorkerPlan::worker).toList());
        measured.put(
                name + "-1",
                new MeasuredTraffic(
                        messages, Map.of(), Map.of(), Map.of(), before == null ? 1 : before.number() + 1, workers));
    }

    private ClusterView view() {
        TreeMap<String, TopologyView> topologies = new TreeMap<>();
        assignments.forEach((name, assignment) -> {
            TopologyRecord record = Records.submitted(name, name + "-1", 6, config.asMap());
            Map<String, PeerEndpoint> up = new TreeMap<>();
            for (WorkerPlan plan : assignment.wanted()) {
                up.put(plan.worker(), Records.endpoint(plan.worker(), plan.node(), 1, "host", 1));
            }
            topologies.put(
                    name, Records.topology(record, 1, new Versioned<>(assignment, versions.get(name)), up, Map.of()));
        });
        TreeMap<String, SupervisorRecord> supervisors = new TreeMap<>();
        nodes.forEach(node -> supervisors.put(
                node,
                Records.supervisor(
                        node, "host", 1, 1, 4, 8, node, regions.getOrDefault(node, SupervisorRecord.DEFAULT_REGION))));
        return Records.view(Optional.empty(), supervisors, topologies);
    }

    private void pass() {
        nowMillis += 1_000;
        rebalancer.pass(view());
    }

    private List<Verdict> verdicts(String name) {
        return log.of(name + "-1").stream().map(RebalanceDecision::verdict).toList();
    }

    private void confirm(String name) {
        for (int i = 0; i < 2; i++) {
            measure(name, 1_000);
            pass();
        }
    }

    @Test
    void tasksThatTalkComeTogetherWhenThatIsConfirmed() {
        run("t", ACROSS);
        pass();
        confirm("t");

        AssignmentRecord begun = assignments.get("t");
        assertThat(begun.rebalance().phase()).isEqualTo(Phase.STARTING);
        assertThat(new PlacementCosts(
                                MonitoredTraffic.inIntegers(measured.get("t-1")).messagesPerSecond(),
                                0,
                                1,
                                Distances.of(view(), roundTrips))
                        .of(begun.rebalance().next())
                        .crossShare())
                .isZero();
        assertThat(verdicts("t")).containsExactly(Verdict.NOT_MEASURED, Verdict.UNCONFIRMED, Verdict.MOVED);
        RebalanceDecision moved = log.of("t-1").get(2);
        assertThat(moved.number()).isEqualTo(begun.rebalance().number());
        assertThat(moved.figures().crossShareBefore()).isEqualTo(1);
        assertThat(moved.figures().crossShareAfter()).isZero();
        assertThat(moved.figures().moves()).isEqualTo(2);
        assertThat(moved.figures().restarts()).isEqualTo(4);
        assertThat(moved.atMillis()).isEqualTo(77);
        assertThat(Json.read(Json.write(moved), RebalanceDecision.class)).isEqualTo(moved);
    }

    @Test
    void theEndOfAMoveIsToldAndNothingMovesBack() {
        run("t", ACROSS);
        confirm("t");
        AssignmentRecord begun = assignments.get("t");
        pass();
        assignments.put(
                "t", begun.with(begun.rebalance().next(), begun.rebalance().ended(Phase.DONE, "")));
        versions.merge("t", 1, Integer::sum);
        pass();
        for (int i = 0; i < 20; i++) {
            measure("t", i % 2 == 0 ? 1_000 : 900);
            pass();
        }

        assertThat(written).containsExactly("t");
        assertThat(verdicts("t"))
                .containsSubsequence(Verdict.MOVED, Verdict.REBALANCING, Verdict.DONE, Verdict.NOTHING_BETTER);
        assertThat(log.of("t-1").get(verdicts("t").size() - 1).times()).isEqualTo(20);
    }

    private void apart(double rttMillis) {
        regions.put("n1", "eu");
        regions.put("n2", "us");
        roundTrips = new RegionMatrix(
                List.of("eu", "us"), List.of(new RegionMatrix.Pair("eu", "us", rttMillis, true, 1, 1)));
    }

    @Test
    void aMovePaysIfTheMeasuredRoundTripsAreLong() {
        config = config.with(TopologyKeys.REBALANCE_HORIZON, Duration.ofSeconds(20));
        run("t", ACROSS);
        apart(1);
        measure("t", 1);
        pass();
        assertThat(verdicts("t")).endsWith(Verdict.COST_TOO_HIGH);
        // Four messages a second cross
        assertThat(log.of("t-1").get(verdicts("t").size() - 1).figures().hopMicrosBefore())
                .isEqualTo(4 * 500.0);

        apart(200);
        for (int i = 0; i < 2; i++) {
            measure("t", 1);
            pass();
        }
        assertThat(written).containsExactly("t");
        assertThat(log.of("t-1").get(verdicts("t").size() - 1).figures().hopMicrosBefore())
                .isEqualTo(4 * 100_000.0);
    }

    @Test
    void tasksThatMayNotLeaveTheirRegionStayWhateverWouldPay() {
        apart(200);
        components = JournalTopology.counting(Path.of("nowhere"), 10, List.of("eu"));
        run("t", List.of(plan("w1", "n1", 1, 2, 5), plan("w2", "n2", 3, 4, 6)));
        confirm("t");

        AssignmentRecord begun = assignments.get("t");
        assertThat(begun.rebalance().phase()).isEqualTo(Phase.STARTING);
        assertThat(begun.rebalance().next())
                .filteredOn(plan -> plan.tasks().contains(1) || plan.tasks().contains(2))
                .extracting(WorkerPlan::node)
                .containsOnly("n1");
    }

    @Test
    void itIsOffUnlessAskedFor() {
        config = Config.empty();
        run("t", ACROSS);
        confirm("t");
        confirm("t");

        assertThat(written).isEmpty();
        assertThat(log.of("t-1")).isEmpty();
    }

    @Test
    void oneTopologyMovesAtATime() {
        run("a", ACROSS);
        run("b", ACROSS);
        measure("a", 1_000);
        measure("b", 1_000);
        pass();
        ClusterView stale = view();
        measure("a", 1_000);
        measure("b", 1_000);
        rebalancer.pass(stale);
        rebalancer.pass(stale);
        assertThat(written).as("the view does not show the first move yet").containsExactly("a");
        confirm("b");
        confirm("b");
        assertThat(written).as("the first one goes on").containsExactly("a");
        assertThat(verdicts("b")).endsWith(Verdict.REBALANCING);

        AssignmentRecord begun = assignments.get("a");
        assignments.put("a", begun.with(begun.workers(), begun.rebalance().ended(Phase.CANCELLED, "for a test")));
        versions.merge("a", 1, Integer::sum);
        confirm("b");
        assertThat(written).containsExactly("a", "b");
        assertThat(verdicts("a")).contains(Verdict.CANCELLED);
    }

    @Test
    void nothingMovesWhileASupervisorIsAway() {
        run("t", ACROSS);
        nodes.remove("n2");
        confirm("t");
        assertThat(verdicts("t")).containsExactly(Verdict.WORKERS_MISSING);
        assertThat(log.of("t-1").get(0).reason()).contains("w2").doesNotContain("w1");
    }

    @Test
    void whoLosesTheRaceForTheAssignmentSaysSoAndTriesAgain() {
        run("t", ACROSS);
        measure("t", 1_000);
        pass();
        ClusterView stale = view();
        versions.merge("t", 1, Integer::sum);
        measure("t", 1_000);
        rebalancer.pass(stale);
        assertThat(written).isEmpty();
        assertThat(verdicts("t")).endsWith(Verdict.FAILED);

        confirm("t");
        assertThat(written).containsExactly("t");
    }

    @Test
    void aLimitBelowWhatANodeTakesLeavesEverythingAndNamesTheKey() {
        config = config.with(TopologyKeys.REBALANCE_MAX_MOVES, 1);
        run("t", ACROSS);
        confirm("t");
        assertThat(verdicts("t")).containsExactly(Verdict.NOTHING_BETTER);
        assertThat(log.of("t-1").get(0).reason())
                .isEqualTo(
                        "2 tasks would have to move, and no part of at most 1 pays alone: raise topology.rebalance.max.moves");
    }

    @Test
    void theSchedulerRestsForLongerThanItWorks() {
        planningMillis = 100;
        run("t", List.of(plan("w1", "n1", 1, 3, 5), plan("w2", "n2", 2, 4, 6)));
        for (int i = 0; i < 40; i++) {
            measure("t", 1_000);
            pass();
        }
        int judged = log.of("t-1").get(0).times();
        assertThat(judged).isBetween(5, 15);
    }

    @Test
    void theLogIsBoundedAndKeepsWhatIsSaidInARowAsOne() {
        for (int i = 0; i < 3 * DecisionLog.MOST; i++) {
            log.add(
                    "t-1",
                    AutoRebalancePolicy.Judgement.of(i % 2 == 0 ? Verdict.CALM : Verdict.NOTHING_BETTER, "r" + i));
        }
        assertThat(log.of("t-1")).hasSize(DecisionLog.MOST);
        log.add("t-1", AutoRebalancePolicy.Judgement.of(Verdict.NOTHING_BETTER, "last"));
        RebalanceDecision last = log.of("t-1").get(DecisionLog.MOST - 1);
        assertThat(last.times()).isEqualTo(2);
        assertThat(last.reason()).isEqualTo("last");
        log.retain(Set.of());
        assertThat(log.of("t-1")).isEmpty();
    }
}
