// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.cluster.Records;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.controller.metrics.SupervisorReports;
import io.millrace.cluster.model.Adjustments;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.MemoryZooKeeper;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.traffic.RoundTrips;
import io.millrace.cluster.traffic.TrafficMonitor;
import io.millrace.runtime.geo.ChannelEnds;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A request to a supervisor that does not answer lasts longer than the time limit. */
@Timeout(20)
class SnapshotViewsTest {

    private static final String DISK_FULL = "snapshot 9: disk full: remove what fills it";

    private final Set<String> stopped = new HashSet<>();
    private final Set<String> silent = new HashSet<>();
    private List<NodeReport> said = List.of();
    private long nanos;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final SnapshotViews snapshots = new SnapshotViews(
            new Registry(new MemoryZooKeeper(10_000).connect("controller"), RegistryPaths.of(Config.empty())),
            new MetricsCollector(
                    null,
                    null,
                    new Reports(),
                    new TrafficMonitor(Duration.ofSeconds(10), () -> 0),
                    new RoundTrips(Duration.ofSeconds(10), Duration.ofMillis(50), () -> 0),
                    // Each list makes new requests
                    () -> nanos += Duration.ofSeconds(10).toNanos()),
            () -> silent,
            new Clock() {
                @Override
                public Instant instant() {
                    return now;
                }

                @Override
                public ZoneId getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                    return this;
                }
            });

    @Test
    void aListSaysWhatANodeThatIsStoppedHasNotReported() {
        stopped.add("n2");

        List<TopologyInfo> list = snapshots.list(view());

        assertThat(list).extracting(TopologyInfo::name).containsExactly("exact", "plain");
        assertThat(list.get(0).snapshots().failing()).isFalse();
        assertThat(list.get(0).problem()).contains("no answer from node n2");
        assertThat(list.get(1).problem()).as("it takes no snapshots").isNull();
    }

    @Test
    void aNodeKnownToBeSilentIsNamedToo() {
        silent.add("n1");
        assertThat(snapshots.list(view()).get(0).problem()).contains("no answer from node n1");
    }

    @Test
    void nothingIsMissingIfAllAnswer() {
        assertThat(snapshots.list(view())).extracting(TopologyInfo::problem).containsOnlyNulls();
    }

    @Test
    void aListSaysWhyAWorkerDoesNotRun() {
        said = List.of(new NodeReport(
                "n1",
                new WorkerReport(
                        "plain-1",
                        "w1",
                        new WorkerReport.Run(1, 0, WorkerReport.State.WAITING, 4, "no table", null),
                        null)));

        List<TopologyInfo> list = snapshots.list(view());

        assertThat(list.get(1).problem()).isEqualTo("does not run as it should: w1 on n1 (4 times in a row): no table");
        assertThat(list.get(0).problem()).isNull();
    }

    @Test
    void aListSaysThatAWorkerReachesAnotherOneNoMore() {
        WorkerSnapshot snapshot = new WorkerSnapshot(
                "w1",
                1,
                0,
                WorkerSnapshot.Work.NONE,
                new WorkerSnapshot.Exchange(
                        List.of(CutPeers.of("w1", "w2", Duration.ofSeconds(12), "cannot connect to w2: refused")),
                        List.of(),
                        List.of(),
                        LinkCounts.NONE,
                        LinkCounts.NONE,
                        0,
                        new byte[0]),
                WorkerSnapshot.Capabilities.NONE);
        said = List.of(new NodeReport(
                "n1",
                new WorkerReport(
                        "plain-1",
                        "w1",
                        new WorkerReport.Run(1, 7, WorkerReport.State.RUNNING, 0, "", null),
                        snapshot)));

        assertThat(snapshots.list(view()).get(1).problem())
                .isEqualTo("w1 has had no connection to w2 for 12 s, so tuples for it wait: cannot connect to w2:"
                        + " refused");
    }

    @Test
    void thatSnapshotsFailStaysWhenAnAnswerIsLate() {
        said = List.of(coordinator("w1", 1, failing("")));
        assertThat(snapshots.list(view()).get(0).snapshots().lastFailure()).isEqualTo(DISK_FULL);

        stopped.add("n1");
        assertFails();
        assertThat(snapshots.list(view()).get(0).problem())
                .as("nothing is unknown yet")
                .isNull();

        silent.add("n1");
        assertFails();
        assertThat(snapshots.list(view()).get(0).problem())
                .as("it is silent for some time")
                .contains("no answer from node n1");

        stopped.clear();
        silent.clear();
        assertFails();
        assertThat(snapshots.list(view()).get(0).problem()).isNull();
    }

    @Test
    void thatSnapshotsFailStaysWhenTheCoordinatorChangesUntilOneIsCommitted() {
        said = List.of(coordinator("w1", 1, failing("")));
        assertFails();

        said = List.of();
        assertFails();

        said = List.of(coordinator("w2", 1, begun(5)));
        assertFails();

        said = List.of(coordinator("w2", 1, begun(6)));
        TopologyInfo committed = snapshots.list(view()).get(0);
        assertThat(committed.snapshots().failing()).isFalse();
        assertThat(committed.snapshots().lastFailure()).isEmpty();
    }

    /** Leader and coordinator may have died together. */
    @Test
    void aNewLeaderDoesNotTakeANewCoordinatorsSilenceForGoodNews() {
        said = List.of(coordinator("w2", 1, begun(5)));
        for (int i = 0; i < 2; i++) {
            assertThat(snapshots.list(view()).get(0).problem())
                    .isEqualTo("has not reported yet whether its snapshots fail, only the last commit is known");
        }
        said = List.of(coordinator("w2", 1, begun(0)));
        assertThat(snapshots.list(view()).get(0).problem())
                .as("the first one is still to come")
                .isNull();
        said = List.of(coordinator("w2", 1, new SnapshotMetrics(2, 1, 0, 0, false, "", "", 6, 0, -1, List.of())));
        assertThat(snapshots.list(view()).get(0).problem()).isNull();
        said = List.of(coordinator("w2", 1, begun(6)));
        assertThat(snapshots.list(view()).get(0).problem())
                .as("it is known that none had failed")
                .isNull();
    }

    /** With an interval of an hour the first snapshot is an hour away. */
    @Test
    void aNewCoordinatorsSilenceIsNoProblemForEver() {
        said = List.of(coordinator("w2", 1, begun(5)));
        now = now.plusSeconds(59);
        assertThat(snapshots.list(view()).get(0).problem()).startsWith("has not reported yet");
        now = now.plusSeconds(59);
        assertThat(snapshots.list(view()).get(0).problem()).startsWith("has not reported yet");
        now = now.plusSeconds(1);
        assertThat(snapshots.list(view()).get(0).problem()).isNull();
        assertThat(snapshots.list(view()).get(0).problem()).isNull();
    }

    @Test
    void whatASnapshotWaitsForStaysWhenAnAnswerIsLate() {
        said = List.of(
                coordinator("w1", 1, failing("snapshot 9 has not ended for 14 s: its manifest is being written")));
        String line = snapshots.list(view()).get(0).problem();
        assertThat(line).startsWith("snapshot 9 has not ended");

        stopped.add("n1");
        assertThat(snapshots.list(view()).get(0).problem()).isEqualTo(line);

        silent.add("n1");
        assertThat(snapshots.list(view()).get(0).problem()).contains("no answer from node n1");
    }

    @Test
    void aTopologyThatHasEndedDoesNotStandStill() {
        said = List.of(coordinator("w1", 1, failing("a recovery has not ended for 14 s, it waits for worker w2")));
        assertThat(snapshots.list(view()).get(0).problem()).isNotNull();
        assertThat(snapshots.list(view(Status.FAILED)).get(0).problem()).isNull();
    }

    private void assertFails() {
        SnapshotMetrics known = snapshots.list(view()).get(0).snapshots();
        assertThat(known.failing()).isTrue();
        assertThat(known.failuresInRow()).isEqualTo(4);
        assertThat(known.lastFailure()).isEqualTo(DISK_FULL);
    }

    private static SnapshotMetrics failing(String standstill) {
        return new SnapshotMetrics(1, 5, 4, 4, true, DISK_FULL, standstill, 5, 0, -1, List.of());
    }

    /** Returns the metrics of a coordinator that has counted no failure. */
    private static SnapshotMetrics begun(long lastId) {
        return new SnapshotMetrics(2, 0, 0, 0, false, "", "", lastId, 0, -1, List.of());
    }

    private static NodeReport coordinator(String worker, long epoch, SnapshotMetrics known) {
        WorkerSnapshot snapshot = new WorkerSnapshot(
                worker,
                epoch,
                0,
                WorkerSnapshot.Work.NONE,
                WorkerSnapshot.Exchange.of(LinkCounts.NONE, LinkCounts.NONE, 0),
                new WorkerSnapshot.Capabilities(known, ChannelEnds.NONE, List.of()));
        return new NodeReport(
                "n" + worker.substring(1),
                new WorkerReport(
                        "exact-1",
                        worker,
                        new WorkerReport.Run(epoch, 7, WorkerReport.State.RUNNING, 0, "", null),
                        snapshot));
    }

    private static ClusterView view() {
        return view(Status.ACTIVE);
    }

    private static ClusterView view(Status status) {
        TreeMap<String, TopologyView> topologies = new TreeMap<>();
        topologies.put(
                "exact",
                topology(
                        "exact",
                        status,
                        Config.empty()
                                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                                .with(TopologyKeys.STATE_DIR, "/mnt/state")));
        topologies.put("plain", topology("plain", status, Config.empty()));
        TreeMap<String, SupervisorRecord> supervisors = new TreeMap<>();
        for (String node : List.of("n1", "n2")) {
            supervisors.put(node, Records.supervisor(node, "127.0.0.1", 1, 1, 2, 4, node));
        }
        return Records.view(Optional.empty(), supervisors, topologies);
    }

    private static TopologyView topology(String name, Status status, Config config) {
        TopologyRecord record = new TopologyRecord(
                name,
                name + "-1",
                status,
                0,
                new TopologyRecord.Program(2, "", List.of(), List.of(), config.asMap()),
                null,
                null);
        AssignmentRecord assignment = new AssignmentRecord(
                name + "-1",
                1,
                List.of(new WorkerPlan("w1", "n1", 1, List.of(1)), new WorkerPlan("w2", "n2", 1, List.of(2))),
                0,
                null,
                Adjustments.NONE,
                AssignmentRecord.Unawaited.NONE);
        return Records.topology(record, 0, new Versioned<>(assignment, 0), Map.of(), Map.of());
    }

    /** No worker has reported yet, unless a test says otherwise. */
    private final class Reports implements SupervisorReports {

        @Override
        public List<NodeReport> reports(Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
            return askReports(supervisors, detail).join();
        }

        @Override
        public CompletableFuture<List<NodeReport>> askReports(
                Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
            return supervisors.stream().map(SupervisorRecord::node).anyMatch(stopped::contains)
                    ? new CompletableFuture<>()
                    : CompletableFuture.completedFuture(said.stream()
                            .filter(report -> supervisors.stream()
                                    .anyMatch(asked -> asked.node().equals(report.node())))
                            .toList());
        }

        @Override
        public List<TraceRecord> traces(Collection<SupervisorRecord> supervisors, String topologyId) {
            return List.of();
        }

        @Override
        public List<FinishedTasks> finishedTasks(Collection<SupervisorRecord> supervisors) {
            return List.of();
        }
    }
}
