// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.StuckSpout;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.Records;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyDescription.Place;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.operators.Bolts;
import io.millrace.runtime.plan.Specs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DescriptionsTest {

    @Test
    void aSpoutThatStandsStillIsAProblemUnlessTheTopologyHasEnded() {
        List<TaskMetrics> tasks = List.of(
                task(
                        "views",
                        3,
                        1_000,
                        Map.of(StuckSpout.STILL, 6.2, StuckSpout.HELD_BY + 4, 600.0, StuckSpout.HELD_BY + 5, 400.0)),
                task("hold", 4, 0, Map.of()),
                task("hold", 5, 0, Map.of()),
                task("moves", 6, 1_000, Map.of(StuckSpout.STILL, 0.0, StuckSpout.HELD_BY + 4, 0.0)));
        String problem =
                "spout views task 3 has stood still for 6 s: its 1,000 pending tuples (topology.max.spout.pending) are"
                        + " held by bolt hold (tasks 4, 5: 1,000 inputs neither acked nor failed): ack inputs when they"
                        + " are in a state (docs/windows.md), or raise topology.max.spout.pending";
        assertThat(problems(Status.ACTIVE, tasks)).containsExactly(problem);
        assertThat(problems(Status.FAILED, tasks)).isEmpty();
    }

    @Test
    void aSnapshotThatStandsStillIsAProblemUnlessTheTopologyHasEnded() {
        String line = "snapshot 12 has not ended for 14 s: worker w1: does not answer";
        SnapshotMetrics snapshots = new SnapshotMetrics(1, 11, 0, 0, false, "", line, 11, 0, -1, List.of());
        assertThat(problems(Status.ACTIVE, snapshots)).containsExactly(line);
        assertThat(problems(Status.FAILED, snapshots)).isEmpty();
    }

    @Test
    void groupingsAreNamedAsTheAuthorHasWrittenThem() {
        assertThat(Descriptions.grouping(new Grouping.ByFields(Fields.of("user", "item"))))
                .isEqualTo("fields(user, item)");
        assertThat(Descriptions.grouping(new Grouping.PartialKey(Fields.of("word"))))
                .isEqualTo("partialKey(word)");
        assertThat(Descriptions.grouping(new Grouping.LocalOrShuffle())).isEqualTo("localOrShuffle");
    }

    @Test
    void dormantTasksHaveNoWorker() {
        AssignmentRecord assignment = new AssignmentRecord(
                        "wc-1", 1, List.of(new WorkerPlan("w1", "n1", 1, List.of(1, 2))))
                .withJoined(List.of(new WorkerPlan("w2", "n2", 1, List.of(4))));
        TopologyDescription description = describe(
                Status.ACTIVE,
                List.of(),
                new Versioned<>(assignment, 0),
                Optional.of(Specs.topology(Specs.spec("lines", 1), Specs.growing(3, Specs.spec("split", 1, "lines")))));
        assertThat(description.placement())
                .containsExactly(
                        new Place(1, "lines", "w1", "n1"),
                        new Place(2, "split", "w1", "n1"),
                        new Place(3, "split", "", ""),
                        new Place(4, "split", "w2", "n2"));
        assertThat(description.info().size().tasks()).isEqualTo(3);
        assertThat(description.info().workers()).isEqualTo(1);
    }

    @Test
    void aTaskThatGetsNothingIsAHintAndNoProblem() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new TestTopologies.Numbers(1, 1));
        builder.setBolt("sum", Bolts.forEach(tuple -> {}), 2).localOrShuffle("numbers");
        AssignmentRecord assignment = new AssignmentRecord(
                "wc-1",
                1,
                List.of(new WorkerPlan("w1", "n1", 1, List.of(1, 2)), new WorkerPlan("w2", "n1", 1, List.of(3))));
        TopologyDescription description =
                describe(Status.ACTIVE, List.of(), new Versioned<>(assignment, 0), Optional.of(builder.build()));
        assertThat(description.hints()).singleElement().asString().contains("gets nothing by localOrShuffle");
        assertThat(description.problems()).containsExactly("the supervisor of node n1 is gone");
    }

    @Test
    void aLinkThatStaysRefusedIsAProblem() {
        List<PeerMetrics> peers = List.of(
                CutPeers.of("w1", "w2", Duration.ofSeconds(31), "cannot connect to w2#4@h:1: refused: no proof"),
                CutPeers.of("w2", "w1", Duration.ofSeconds(9), "cannot connect to w1#1@h:2: refused: no proof"));
        assertThat(describe(Status.ACTIVE, List.of(), peers, null, null, Optional.empty())
                        .problems())
                .containsExactly("w1 has had no connection to w2 for 31 s, so tuples for it wait: cannot connect to"
                        + " w2#4@h:1: refused: no proof");
        assertThat(describe(Status.KILLED, List.of(), peers, null, null, Optional.empty())
                        .problems())
                .isEmpty();
    }

    @Test
    void aBrokenConnectionIsOneLineAlsoIfSomethingStandsStill() {
        SnapshotMetrics waiting = new SnapshotMetrics(
                1, 5, 0, 0, false, "", "snapshot 6 has not ended for 40 s: w2 does not answer", 5, 0, -1, List.of());
        List<PeerMetrics> apart = List.of(CutPeers.of("w1", "w2", Duration.ofSeconds(31), "refused"));
        assertThat(describe(Status.ACTIVE, List.of(), apart, waiting, null, Optional.empty())
                        .problems())
                .containsExactly(
                        waiting.standstill(),
                        "w1 has had no connection to w2 for 31 s, so tuples for it wait: refused");
        List<PeerMetrics> justLost = List.of(CutPeers.of("w1", "w2", Duration.ofSeconds(1), "refused"));
        assertThat(describe(Status.ACTIVE, List.of(), justLost, waiting, null, Optional.empty())
                        .problems())
                .containsExactly(waiting.standstill(), "worker w1 has no connection to worker w2: refused");
    }

    private static List<String> problems(Status status, List<TaskMetrics> tasks) {
        return describe(status, tasks, null, Optional.empty()).problems();
    }

    private static List<String> problems(Status status, SnapshotMetrics snapshots) {
        return describe(status, List.of(), snapshots, null, Optional.empty()).problems();
    }

    private static TopologyDescription describe(
            Status status,
            List<TaskMetrics> tasks,
            Versioned<AssignmentRecord> assignment,
            Optional<Topology> components) {
        return describe(status, tasks, null, assignment, components);
    }

    private static TopologyDescription describe(
            Status status,
            List<TaskMetrics> tasks,
            SnapshotMetrics snapshots,
            Versioned<AssignmentRecord> assignment,
            Optional<Topology> components) {
        return describe(status, tasks, List.of(), snapshots, assignment, components);
    }

    private static TopologyDescription describe(
            Status status,
            List<TaskMetrics> tasks,
            List<PeerMetrics> peers,
            SnapshotMetrics snapshots,
            Versioned<AssignmentRecord> assignment,
            Optional<Topology> components) {
        TopologyRecord record = new TopologyRecord(
                "wc",
                "wc-1",
                status,
                0,
                new TopologyRecord.Program(4, Digest.of(new byte[1]), List.of(), List.of(), Map.of()),
                null,
                null);
        TopologyMetrics metrics = new TopologyMetrics(
                "wc",
                false,
                new TopologyMetrics.Work(List.of(), tasks, List.of()),
                new TopologyMetrics.Exchange(peers, List.of(), List.of(), LinkCounts.NONE),
                TopologyMetrics.Latencies.NONE,
                snapshots,
                TopologyMetrics.Sites.NONE);
        ClusterView view = Records.view(Optional.empty(), new TreeMap<>(), new TreeMap<>());
        return Descriptions.of(
                Records.topology(record, 0, assignment, Map.of(), Map.of()),
                components,
                List.of(),
                metrics,
                Optional.empty(),
                Set.of(),
                RegionMatrix.NONE,
                view);
    }

    private static TaskMetrics task(String component, int task, long pending, Map<String, Double> gauges) {
        return new TaskMetrics(
                component,
                task,
                "w1",
                Figures.none(TaskFigure.class).with(TaskFigure.PENDING, pending),
                Map.of(),
                gauges,
                Map.of(),
                LatencySummary.NONE,
                LatencySummary.NONE,
                LatencySummary.NONE);
    }
}
