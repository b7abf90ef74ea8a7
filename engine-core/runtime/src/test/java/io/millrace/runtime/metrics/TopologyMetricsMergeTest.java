// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.api.metrics.EdgeMetrics;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyMetricsMergeTest {

    private static final TaskPlan PLAN =
            new TaskPlan(Specs.topology(Specs.spec("read", 2), Specs.sink("count", 3, "read")));

    @Test
    void workersAddUp() {
        WorkerCounters one = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(2, 4), List.of(3)));
        WorkerCounters two = WorkerCounters.inMemory("w2", 5, PLAN, List.of(List.of(1), List.of(5)));
        one.executor(0).addSent(LinkKind.QUEUE, 1);
        one.executor(1).addSent(LinkKind.NET, 2);
        two.executor(0).addSent(LinkKind.RING, 3);
        for (int i = 0; i < 99; i++) {
            one.task(3 + i % 2).endToEnd().record(1000);
        }
        two.task(5).endToEnd().record(1_000_000);
        one.task(2).stream(0).addSent(5, 1, 100);
        one.task(2).stream(0).addSent(5, 1, 20);
        one.task(2).stream(0).addSent(3, 1, 0);
        two.task(1).stream(0).addSent(4, 1, 7);
        two.executor(1).add(ExecutorFigure.BUSY_NANOS, 77);
        two.task(5).inflow("read", "default").record(Stage.EXECUTE, 100);
        two.task(5).inflow("read", "default").record(Stage.OUTBOX, 1);
        one.task(4).inflow("read", "default").record(Stage.EXECUTE, 10);
        one.task(4).inflow("read", "default").record(Stage.DECODE, 5);
        one.task(2).add(TaskFigure.EMITTED, 10);
        two.task(1).add(TaskFigure.EMITTED, 20);
        List<WorkerMetrics> workers = List.of(
                new WorkerMetrics("w1", "n1", 11, 1, 1, true, LinkCounts.NONE),
                new WorkerMetrics("w3", "n1", 13, 1, 1, false, LinkCounts.NONE));

        TopologyMetrics merged = TopologyMetricsMerge.merge(
                "t", true, workers, List.of(two.snapshot(1), one.snapshot(1)), new RecentLatencies(), 0);

        assertThat(merged.topology()).isEqualTo("t");
        assertThat(merged.completed()).isTrue();
        assertThat(merged.tasks()).extracting(TaskMetrics::task).containsExactly(1, 2, 3, 4, 5);
        assertThat(merged.sum("read", TaskMetrics::emitted)).isEqualTo(30);
        assertThat(merged.edges())
                .containsExactly(
                        new EdgeMetrics("read", 1, "default", "count", 4, 1, 7),
                        new EdgeMetrics("read", 2, "default", "count", 3, 1, 0),
                        new EdgeMetrics("read", 2, "default", "count", 5, 2, 120));
        assertThat(merged.stages())
                .containsExactly(
                        stage(Stage.OUTBOX, new LatencySummary(1, 1, 1, 1, 1, 1)),
                        stage(Stage.DECODE, new LatencySummary(1, 5, 5, 5, 5, 5)),
                        stage(Stage.EXECUTE, new LatencySummary(2, 10, 100, 100, 100, 100)));
        assertThat(merged.executors())
                .extracting(
                        ExecutorMetrics::worker, ExecutorMetrics::executor, each -> each.get(ExecutorFigure.BUSY_NANOS))
                .containsExactly(tuple("w1", 0, 0L), tuple("w1", 1, 0L), tuple("w2", 0, 0L), tuple("w2", 1, 77L));
        assertThat(merged.executors())
                .extracting(ExecutorMetrics::tasks)
                .containsExactly(List.of(2, 4), List.of(3), List.of(1), List.of(5));
        assertThat(merged.links()).isEqualTo(new LinkCounts(0, 1, 3, 2));
        assertThat(merged.workers())
                .containsExactly(
                        new WorkerMetrics("w1", "n1", 11, 1, 1, true, new LinkCounts(0, 1, 0, 2)), workers.get(1));
        assertThat(merged.endToEnd().count()).isEqualTo(100);
        assertThat(merged.endToEnd().p50Nanos()).isBetween(980L, 1020L);
        assertThat(merged.endToEnd().maxNanos()).isBetween(990_000L, 1_010_000L);
    }

    private static StageMetrics stage(Stage stage, LatencySummary latency) {
        return new StageMetrics("read", "default", "count", stage, latency);
    }

    @Test
    void theNewestSnapshotOfAWorkerCounts() {
        WorkerCounters before = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(1)));
        WorkerCounters after = WorkerCounters.inMemory("w1", 2, PLAN, List.of(List.of(1)));
        before.task(1).add(TaskFigure.EMITTED, 100);
        after.task(1).add(TaskFigure.EMITTED, 1);
        var early = after.snapshot(-5);
        after.task(1).add(TaskFigure.EMITTED, 1);

        TopologyMetrics merged = TopologyMetricsMerge.merge(
                "t", false, List.of(), List.of(after.snapshot(3), before.snapshot(9), early), new RecentLatencies(), 0);

        assertThat(merged.tasks()).hasSize(1);
        assertThat(merged.tasks().get(0).emitted()).isEqualTo(2);
    }
}
