// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.runtime.geo.ChannelEnds;
import io.millrace.runtime.metrics.WorkerSnapshot;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StateSizesTest {

    private final StateSizes sizes = new StateSizes();

    private static SnapshotReport snapshot(long id, long wholeBytes, Outcome outcome) {
        return new SnapshotReport(id, 1, 0, 0, 0, 0, 0, 0, 0, 1, wholeBytes, outcome, "", 1, "count", 0);
    }

    /** The report of a worker whose coordinator has taken these snapshots; without a coordinator if null. */
    private static NodeReport report(String topologyId, List<SnapshotReport> recent) {
        SnapshotMetrics snapshots =
                recent == null ? null : new SnapshotMetrics(1, recent.size(), 0, 0, false, "", "", 1, 0, -1, recent);
        WorkerSnapshot worker = new WorkerSnapshot(
                "w1",
                1,
                0,
                WorkerSnapshot.Work.NONE,
                WorkerSnapshot.Exchange.of(LinkCounts.NONE, LinkCounts.NONE, 0),
                new WorkerSnapshot.Capabilities(snapshots, ChannelEnds.NONE, List.of()));
        return new NodeReport(
                "n1",
                new WorkerReport(
                        topologyId, "w1", new WorkerReport.Run(1, 7, WorkerReport.State.RUNNING, 0, "", null), worker));
    }

    @Test
    void theLastCommittedSnapshotTellsTheSize() {
        sizes.offer(List.of(
                report("t-1", null),
                report(
                        "t-1",
                        List.of(
                                snapshot(1, 100, Outcome.COMMITTED),
                                snapshot(2, 300, Outcome.COMMITTED),
                                snapshot(3, 0, Outcome.FAILED)))));
        assertThat(sizes.bytes("t-1")).isEqualTo(300);
        assertThat(sizes.bytes("t-2")).isZero();
    }

    @Test
    void itStaysWhileACoordinatorHasNotReported() {
        sizes.offer(List.of(report("t-1", List.of(snapshot(1, 100, Outcome.COMMITTED)))));
        sizes.offer(List.of(report("t-1", List.of()), report("t-1", null)));
        assertThat(sizes.bytes("t-1")).isEqualTo(100);
        sizes.retain(Set.of());
        assertThat(sizes.bytes("t-1")).isZero();
    }
}
