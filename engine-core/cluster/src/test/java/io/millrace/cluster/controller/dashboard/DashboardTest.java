// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.Records;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.controller.metrics.SupervisorReports;
import io.millrace.cluster.model.Adjustments;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.traffic.RoundTrips;
import io.millrace.cluster.traffic.TrafficMonitor;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.metrics.StreamTraffic;
import io.millrace.runtime.metrics.TaskTime;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DashboardTest {

    private static final ClusterView NOTHING = Records.view(Optional.empty(), new TreeMap<>(), new TreeMap<>());
    private static final int SOURCE = 1;
    private static final int TARGET = 2;

    private final Reports reports = new Reports();
    private final MetricsCollector metrics = new MetricsCollector(
            null,
            null,
            reports,
            new TrafficMonitor(Duration.ofSeconds(10), () -> 0),
            new RoundTrips(Duration.ofSeconds(10), Duration.ofMillis(50), () -> 0),
            System::nanoTime);
    private final Facts facts = new Facts();
    private long millis = 1_000_000;
    private int woken;
    private final Dashboard dashboard = new Dashboard(metrics, facts, () -> millis, () -> millis, () -> woken++);

    @Test
    void tenPagesAskTheSupervisorsNotMoreOftenThanOne() {
        for (int second = 0; second < 20; second++) {
            for (int page = 0; page < 10; page++) {
                dashboard.overview();
            }
            dashboard.pass(view());
            millis += 1_000;
        }

        assertThat(reports.asked).isEqualTo(10);
        assertThat(woken).as("only the first request wakes the thread").isEqualTo(1);
    }

    @Test
    void allPagesGetTheSameBytes() {
        dashboard.pass(view());
        byte[] first = dashboard.topology("t");

        assertThat(dashboard.topology("t")).isSameAs(first);
        assertThat(dashboard.history("t", 7)).isSameAs(dashboard.history("t", 7));
        assertThat(dashboard.overview()).isSameAs(dashboard.overview());
    }

    @Test
    void withoutPagesOnlyTheLeaderAsksEveryTenSeconds() {
        for (int second = 0; second < 30; second++) {
            dashboard.pass(view());
            millis += 1_000;
        }
        assertThat(reports.asked).isEqualTo(3);

        facts.leads = false;
        for (int second = 0; second < 30; second++) {
            dashboard.pass(view());
            millis += 1_000;
        }
        assertThat(reports.asked).isEqualTo(3);
    }

    @Test
    void ratesAreThoseOfTheInterval() {
        sample(0, 0);
        sample(5_000, 1_000_000_000);

        LiveTopology live = live();
        assertThat(live.interval().totals().emitted()).isEqualTo(2_500);
        assertThat(live.interval().totals().acked()).isEqualTo(2_400);
        assertThat(live.interval().totals().pending()).isEqualTo(7);
        assertThat(live.findings().problems()).containsExactly("a problem");
        assertThat(live.findings().hints()).containsExactly("a hint");
        assertThat(live.graph().components())
                .extracting(LiveTopology.Component::id)
                .containsExactly("read", "count");
        assertThat(live.graph().edges()).singleElement().satisfies(edge -> {
            assertThat(edge.source()).isEqualTo("read");
            assertThat(edge.messages()).isEqualTo(2_500);
            assertThat(edge.grouping()).isEqualTo("fields(user, message); shuffle");
            assertThat(edge.shares().queue()).isEqualTo(1);
        });
        assertThat(live.running().shares().queue()).isEqualTo(1);
        assertThat(live.running().executors().get(1).busy()).isEqualTo(0.5);
        assertThat(live.running().executors().get(1).ringFull()).isEqualTo(250);
        assertThat(live.graph().components().get(1).busy()).isEqualTo(0.5);
        assertThat(live.running().traffic()).containsExactly(new LiveTopology.WorkerTraffic("w1", "w1", 2_500, 0));
    }

    @Test
    void aRestartedWorkerHasNoRatesUntilItsSecondSample() {
        sample(50_000, 0);
        reports.epoch = 2;
        sample(10, 100);
        assertThat(live().interval().totals().emitted()).isZero();
        assertThat(live().graph().edges().get(0).messages()).isZero();

        sample(1_010, 200);
        assertThat(live().interval().totals().emitted()).isEqualTo(500);
    }

    @Test
    void theHistoryHasWhatIsNewSinceThenAndEndsWithItsTopology() {
        sample(0, 0);
        sample(2_000, 0);
        long before = millis;
        sample(6_000, 0);

        HistoryPoints all = Json.read(dashboard.history("t", 0), HistoryPoints.class);
        HistoryPoints more = Json.read(dashboard.history("t", before), HistoryPoints.class);

        assertThat(all.columns()).startsWith("emitted", "executed", "acked").contains("transit.p99");
        assertThat(all.values()).extracting(values -> values.get(0)).containsExactly(0.0, 1_000.0, 2_000.0);
        assertThat(more.times()).isEqualTo(all.times().subList(2, 3));
        assertThat(all.values().get(2).get(all.columns().indexOf("p50")))
                .as("nothing was measured")
                .isNull();

        millis += 2_000;
        facts.view = NOTHING;
        dashboard.pass(NOTHING);
        assertThatThrownBy(() -> dashboard.history("t", 0))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("no topology 't'");
    }

    @Test
    void aNewTopologyIsShownAtOnceAndSampledAtOnceWhileAPageIsOpen() {
        dashboard.overview();
        dashboard.pass(NOTHING);

        assertThat(live().graph().components())
                .extracting(LiveTopology.Component::id)
                .containsExactly("read", "count");
        assertThat(live().interval().seconds()).isZero();
        assertThat(Json.read(dashboard.history("t", 0), HistoryPoints.class).times())
                .isEmpty();

        dashboard.pass(view());
        dashboard.pass(view());
        assertThat(reports.asked).isEqualTo(2);
        assertThat(Json.read(dashboard.overview(), ClusterOverview.class).topologies())
                .hasSize(1);
        assertThatThrownBy(() -> dashboard.topology("other")).hasMessageContaining("no topology 'other'");
    }

    private void sample(long count, long busyNanos) {
        millis += 2_000;
        reports.count = count;
        reports.busyNanos = busyNanos;
        reports.takenNanos = millis * 1_000_000;
        dashboard.overview();
        dashboard.pass(view());
    }

    private LiveTopology live() {
        return Json.read(dashboard.topology("t"), LiveTopology.class);
    }

    private static ClusterView view() {
        TopologyRecord record = new TopologyRecord(
                "t",
                "t-1",
                Status.ACTIVE,
                0,
                new TopologyRecord.Program(2, "", List.of(), List.of(), Map.of()),
                null,
                null);
        AssignmentRecord assignment = new AssignmentRecord(
                "t-1",
                1,
                List.of(new WorkerPlan("w1", "n1", 2, List.of(1, 2))),
                0,
                null,
                Adjustments.NONE,
                AssignmentRecord.Unawaited.NONE);
        TreeMap<String, TopologyView> topologies = new TreeMap<>();
        topologies.put("t", Records.topology(record, 0, new Versioned<>(assignment, 0), Map.of(), Map.of()));
        return Records.view(Optional.empty(), new TreeMap<>(), topologies);
    }

    /** One worker with a spout task and a bolt task, each in an executor of its own. */
    private static final class Reports implements SupervisorReports {

        @Override
        public List<TraceRecord> traces(Collection<SupervisorRecord> supervisors, String topologyId) {
            return List.of();
        }

        private int asked;
        private long epoch = 1;
        private long count;
        private long busyNanos;
        private long takenNanos;

        @Override
        public List<NodeReport> reports(Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
            asked++;
            WorkerSnapshot snapshot = new WorkerSnapshot(
                    "w1",
                    epoch,
                    takenNanos,
                    new WorkerSnapshot.Work(
                            List.of(task("read", SOURCE, 7), task("count", TARGET, 0)),
                            List.of(new TaskTime(SOURCE, 0, 0, 0), new TaskTime(TARGET, busyNanos, busyNanos, count)),
                            List.of(executor(0, SOURCE, 0), executor(1, TARGET, busyNanos))),
                    new WorkerSnapshot.Exchange(
                            List.of(),
                            List.of(new StreamTraffic(
                                    "read", SOURCE, "default", "count", List.of((long) TARGET, count, 0L))),
                            List.of(),
                            LinkCounts.NONE,
                            LinkCounts.NONE,
                            0,
                            new byte[0]),
                    WorkerSnapshot.Capabilities.NONE);
            return List.of(new NodeReport(
                    "n1",
                    new WorkerReport(
                            "t-1",
                            "w1",
                            new WorkerReport.Run(epoch, 42, WorkerReport.State.RUNNING, 0, "", null),
                            snapshot)));
        }

        private TaskMetrics task(String component, int task, long pending) {
            return new TaskMetrics(
                    component,
                    task,
                    "w1",
                    Figures.none(TaskFigure.class)
                            .with(TaskFigure.EMITTED, count)
                            .with(TaskFigure.EXECUTED, count)
                            .with(TaskFigure.ACKED, Math.max(0, count - count / 25))
                            .with(TaskFigure.PENDING, pending),
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    LatencySummary.NONE,
                    LatencySummary.NONE,
                    LatencySummary.NONE);
        }

        private ExecutorMetrics executor(int number, int task, long busy) {
            return new ExecutorMetrics(
                    "w1",
                    number,
                    List.of(task),
                    Figures.none(ExecutorFigure.class)
                            .with(ExecutorFigure.BUSY_NANOS, busy)
                            .with(ExecutorFigure.IDLE_NANOS, busy)
                            .with(ExecutorFigure.QUEUE_CAPACITY, 2_048)
                            .with(ExecutorFigure.RING_BYTES, 1 << 20)
                            .with(ExecutorFigure.RING_FULL_EVENTS, count / 10));
        }

        @Override
        public CompletableFuture<List<NodeReport>> askReports(
                Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
            return CompletableFuture.completedFuture(reports(supervisors, detail));
        }

        @Override
        public List<FinishedTasks> finishedTasks(Collection<SupervisorRecord> supervisors) {
            return List.of();
        }
    }

    private static final class Facts implements Dashboard.Source {
        private boolean leads = true;
        private ClusterView view = DashboardTest.view();

        @Override
        public ClusterView view() {
            return view;
        }

        @Override
        public boolean leads() {
            return leads;
        }

        @Override
        public TopologyDescription describe(
                TopologyView topology, List<NodeReport> reports, TopologyMetrics metrics, ClusterView view) {
            return new TopologyDescription(
                    new TopologyInfo(
                            "t",
                            "t-1",
                            Status.ACTIVE,
                            0,
                            new TopologyInfo.Size(2, 1, 1, List.of()),
                            TopologyInfo.Remarks.of(null, null)),
                    1,
                    List.of(
                            new TopologyDescription.Part(
                                    "read",
                                    "",
                                    "spout",
                                    new TopologyDescription.Counts(1, 1, 1),
                                    List.of(),
                                    List.of("default"),
                                    List.of()),
                            new TopologyDescription.Part(
                                    "count",
                                    "",
                                    "bolt",
                                    new TopologyDescription.Counts(1, 1, 1),
                                    List.of(
                                            "read/default fields(user, message)",
                                            "read/late fields(user, message)",
                                            "read/errors shuffle"),
                                    List.of(),
                                    List.of())),
                    new TopologyDescription.Running(
                            metrics.workers(),
                            List.of(
                                    new TopologyDescription.Place(SOURCE, "read", "w1", "n1"),
                                    new TopologyDescription.Place(TARGET, "count", "w1", "n1"))),
                    new TopologyDescription.Submission(Map.of(), List.of()),
                    new TopologyDescription.Findings(List.of("a problem"), List.of("a hint"), List.of()),
                    new TopologyDescription.Regions(RegionMatrix.NONE, List.of()));
        }

        @Override
        public List<NodeInfo> nodes(ClusterView view) {
            return List.of();
        }

        @Override
        public Set<String> silent() {
            return Set.of();
        }
    }
}
