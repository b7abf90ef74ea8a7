// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentLatenciesTest {

    private static final TaskPlan PLAN =
            new TaskPlan(Specs.topology(Specs.spec("read", 1), Specs.sink("write", 1, "read")));
    private static final long SECOND = 1_000_000_000;

    private final RecentLatencies recent = new RecentLatencies();

    @Test
    void whatWasMeasuredMoreThanTwoWindowsAgoIsLeftOut() {
        WorkerCounters worker = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(2)));
        worker.task(2).endToEnd().record(5 * SECOND);
        assertThat(read(worker, 0).count()).isEqualTo(1);
        assertThat(read(worker, SECOND).count()).isEqualTo(0);
        worker.task(2).endToEnd().record(1_000);
        LatencySummary late = read(worker, 2 * SECOND);
        assertThat(late.count()).isEqualTo(1);
        assertThat(late.maxNanos()).isLessThan(1_100);
    }

    @Test
    void aGreaterMaximumThanBeforeIsNoContradiction() {
        WorkerCounters worker = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(2)));
        // Each reading becomes the one that a later reading is compared with
        for (int i = 0; i < 40; i++) {
            worker.task(2).endToEnd().record(100_000_000 + i * 100_000L);
            assertThat(read(worker, i * SECOND).count()).isBetween(1L, 3L);
        }
    }

    @Test
    void aReplacedWorkerStartsAnew() {
        WorkerCounters before = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(2)));
        before.task(2).endToEnd().record(1_000);
        before.task(2).endToEnd().record(1_000);
        read(before, 0);
        WorkerCounters after = WorkerCounters.inMemory("w1", 2, PLAN, List.of(List.of(2)));
        after.task(2).endToEnd().record(9_000);
        assertThat(read(after, 1).count()).isZero();
        after.task(2).endToEnd().record(9_000);
        assertThat(read(after, 2).count()).isEqualTo(1);
    }

    private LatencySummary read(WorkerCounters worker, long now) {
        TopologyMetrics merged =
                TopologyMetricsMerge.merge("t", false, List.of(), List.of(worker.snapshot(now)), recent, now);
        return merged.recentEndToEnd();
    }
}
