package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.StuckSpout;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
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
    void groupingsAreNamedAsTheAuthorHasWrittenThem() {
        assertThat(Descriptions.grouping(new Grouping.ByFields(Fields.of("user", "item"))))
                .isEqualTo("fields(user, item)");
        assertThat(Descriptions.grouping(new Grouping.PartialKey(Fields.of("word"))))
                .isEqualTo("partialKey(word)");
        assertThat(Descriptions.grouping(new Grouping.LocalOrShuffle())).isEqualTo("localOrShuffle");
    }

    private static List<String> problems(Status status, List<TaskMetrics> tasks) {
        TopologyRecord record = new TopologyRecord(
                "wc", "wc-1", status, 0, 4, Digest.of(new byte[1]), List.of(), List.of(), Map.of(), null);
        TopologyMetrics metrics = new TopologyMetrics(
                "wc",
                false,
                List.of(),
                tasks,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                LinkCounts.NONE,
                LatencySummary.NONE,
                LatencySummary.NONE,
                null);
        ClusterView view = new ClusterView(Optional.empty(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        return Descriptions.of(
                        new TopologyView(record, 0, null, Map.of(), Map.of()),
                        Optional.empty(),
                        List.of(),
                        metrics,
                        Optional.empty(),
                        Set.of(),
                        RegionMatrix.NONE,
                        view)
                .problems();
    }

    private static TaskMetrics task(String component, int task, long pending, Map<String, Double> gauges) {
        return new TaskMetrics(
                component,
                task,
                "w1",
                0,
                0,
                0,
                0,
                0,
                0,
                pending,
                0,
                0,
                false,
                Map.of(),
                gauges,
                Map.of(),
                LatencySummary.NONE,
                LatencySummary.NONE,
                LatencySummary.NONE);
    }
}
