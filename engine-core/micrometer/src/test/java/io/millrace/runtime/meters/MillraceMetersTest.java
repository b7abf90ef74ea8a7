// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.api.metrics.ChannelFigure;
import io.millrace.api.metrics.EdgeMetrics;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.Figure;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.MulticastFigure;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.api.metrics.RouteFigure;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Metrics of topologies as they appear in registries. */
class MillraceMetersTest {

    private static final LatencySummary LATENCY = new LatencySummary(10, 1_000, 2_000, 3_000, 4_000, 5_000_000_000L);
    private static final String TASK = "{component=\"lines\",task=\"1\",topology=\"wc\",worker=\"w1\"}";

    private final List<TopologyMetrics> source = new ArrayList<>();
    private final long[] nanos = {0};

    @Test
    void prometheusGetsEveryFamilyUnderItsName() {
        source.add(topology("wc", 7, 2, 3));

        ExpositionText text = scrape();

        assertThat(text.samples())
                .containsEntry("millrace_topologies", 1.0)
                .containsEntry("millrace_topology_completed{topology=\"wc\"}", 0.0)
                .containsEntry("millrace_tuples_executed_total" + TASK, 7.0)
                .containsEntry("millrace_tuples_emitted_total" + TASK, 14.0)
                .containsEntry("millrace_tuples_acked_total" + TASK, 3.0)
                .containsEntry("millrace_tuples_failed_total" + TASK, 4.0)
                .containsEntry("millrace_errors_total" + TASK, 5.0)
                .containsEntry("millrace_slow_calls_total" + TASK, 2.0)
                .containsEntry("millrace_pending_trees" + TASK, 6.0)
                .containsEntry("millrace_inbox_tuples" + TASK, 8.0)
                .containsEntry("millrace_outbox_tuples" + TASK, 9.0)
                .containsEntry(
                        "millrace_component_gauge{component=\"lines\",gauge=\"load\",task=\"1\",topology=\"wc\","
                                + "worker=\"w1\"}",
                        0.5)
                .containsEntry(
                        "millrace_component_timer_seconds_count{component=\"lines\",task=\"1\",timer=\"query\","
                                + "topology=\"wc\",worker=\"w1\"}",
                        9.0)
                .containsEntry(
                        "millrace_component_counter{component=\"lines\",counter=\"left\",task=\"1\",topology=\"wc\","
                                + "worker=\"w1\"}",
                        -3.0)
                .containsEntry("millrace_link_tuples_total{link=\"ring\",topology=\"wc\"}", 5.0)
                .containsEntry(
                        "millrace_edge_messages_total{source=\"lines\",stream=\"default\",target=\"count\",topology=\"wc\"}",
                        30.0)
                .containsEntry(
                        "millrace_edge_bytes_total{source=\"lines\",stream=\"default\",target=\"count\",topology=\"wc\"}",
                        3_000.0)
                .containsEntry(
                        "millrace_executor_seconds_total{executor=\"0\",state=\"backpressured\",topology=\"wc\",worker=\"w1\"}",
                        0.5)
                .containsEntry("millrace_queue_used_ratio{executor=\"0\",topology=\"wc\",worker=\"w1\"}", 0.25)
                .containsEntry("millrace_ring_used_ratio{executor=\"0\",topology=\"wc\",worker=\"w1\"}", 0.5)
                .containsEntry("millrace_peer_up{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 1.0)
                .containsEntry("millrace_peer_rtt_seconds{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 0.03)
                .containsEntry("millrace_peer_last_rtt_seconds{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", Double.NaN)
                .containsEntry("millrace_peer_clock_offset_seconds{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", -2.0)
                .containsEntry("millrace_peer_clock_error_seconds{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 0.015)
                .containsEntry("millrace_peer_untimed_total{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 6.0)
                .containsEntry("millrace_peer_window_bytes{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 4_096.0)
                .containsEntry("millrace_peer_in_flight_bytes{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 512.0)
                .containsEntry("millrace_peer_queued_bytes{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 64.0)
                .containsEntry(
                        "millrace_peer_credit_limited_seconds_total{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 0.25)
                .containsEntry("millrace_peer_connected_seconds_total{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 1.0)
                .containsEntry(
                        "millrace_peer_messages_total{direction=\"sent\",peer=\"w2\",topology=\"wc\",worker=\"w1\"}",
                        14.0)
                .containsEntry(
                        "millrace_peer_bytes_total{direction=\"received\",peer=\"w2\",topology=\"wc\",worker=\"w1\"}",
                        700.0)
                .containsEntry("millrace_peer_writes_total{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 5.0)
                .containsEntry("millrace_peer_lingers_total{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 1.0)
                .containsEntry("millrace_peer_refused_offers_total{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 2.0)
                .containsEntry("millrace_peer_connections_total{peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 3.0)
                .containsEntry(
                        "millrace_peer_drops_total{cause=\"unconfirmed\",peer=\"w2\",topology=\"wc\",worker=\"w1\"}",
                        9.0)
                .containsEntry(
                        "millrace_peer_refusals_total{cause=\"cluster\",peer=\"w2\",topology=\"wc\",worker=\"w1\"}",
                        1.0)
                .containsEntry(
                        "millrace_peer_closes_total{cause=\"idle\",peer=\"w2\",topology=\"wc\",worker=\"w1\"}", 2.0)
                .containsEntry("millrace_snapshots_total{outcome=\"committed\",topology=\"wc\"}", 7.0)
                .containsEntry("millrace_snapshots_total{outcome=\"failed\",topology=\"wc\"}", 2.0)
                .containsEntry("millrace_snapshot_failures_in_row{topology=\"wc\"}", 1.0)
                .containsEntry("millrace_snapshot_age_seconds{topology=\"wc\"}", 2.5)
                .containsEntry("millrace_snapshot_duration_seconds{phase=\"total\",topology=\"wc\"}", 0.09)
                .containsEntry("millrace_snapshot_duration_seconds{phase=\"travel\",topology=\"wc\"}", 0.01)
                .containsEntry("millrace_snapshot_duration_seconds{phase=\"alignment\",topology=\"wc\"}", 0.02)
                .containsEntry("millrace_snapshot_duration_seconds{phase=\"copy\",topology=\"wc\"}", 0.003)
                .containsEntry("millrace_snapshot_duration_seconds{phase=\"write\",topology=\"wc\"}", 0.04)
                .containsEntry("millrace_snapshot_duration_seconds{phase=\"commit\",topology=\"wc\"}", 0.005)
                .containsEntry("millrace_snapshot_size_bytes{part=\"written\",topology=\"wc\"}", 4_096.0)
                .containsEntry("millrace_snapshot_size_bytes{part=\"whole\",topology=\"wc\"}", 65_536.0)
                .containsEntry("millrace_worker_starts_total{topology=\"wc\",worker=\"w1\"}", 2.0)
                .containsEntry("millrace_worker_up{topology=\"wc\",worker=\"w2\"}", 1.0)
                .containsEntry("millrace_latency_seconds{topology=\"wc\",quantile=\"0.99\"}", 3e-6)
                .containsEntry("millrace_latency_seconds{topology=\"wc\",quantile=\"1.0\"}", 5.0)
                .containsEntry("millrace_latency_seconds_count{topology=\"wc\"}", 10.0)
                .containsEntry(
                        "millrace_stage_latency_seconds{source=\"lines\",stage=\"transit\",stream=\"default\","
                                + "target=\"count\",topology=\"wc\",quantile=\"0.5\"}",
                        1e-6);
        assertThat(text.types())
                .containsEntry("millrace_tuples_executed_total", "counter")
                .containsEntry("millrace_inbox_tuples", "gauge")
                .containsEntry("millrace_latency_seconds", "summary")
                .containsEntry("millrace_stage_latency_seconds", "summary");
    }

    @Test
    void everyNameIsDocumented() throws IOException {
        source.add(topology("wc", 7, 2, 3));
        String page = Files.readString(Path.of("..", "..", "docs", "prometheus.md"));

        assertThat(scrape().types().keySet())
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    @Test
    void everyMeterOfAFigureIsDocumented() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "prometheus.md"));
        for (Class<? extends Figure> table : List.of(
                TaskFigure.class,
                ExecutorFigure.class,
                PeerFigure.class,
                ChannelFigure.class,
                RouteFigure.class,
                MulticastFigure.class)) {
            assertThat(table.getEnumConstants())
                    .filteredOn(figure -> !figure.meter().isEmpty())
                    .isNotEmpty()
                    .allSatisfy(figure -> assertThat(page)
                            .contains("`" + Family.of(figure, "").prometheusName()));
        }
    }

    @Test
    void theDashboardAndTheAlertsOfDeployNameOnlyWhatIsExported() throws IOException {
        source.add(topology("wc", 7, 2, 3));
        Map<String, String> exported = scrape().types();
        for (String file : List.of("grafana-dashboard.json", "alerts.yml")) {
            Matcher names = Pattern.compile("\\bmillrace_\\w+")
                    .matcher(Files.readString(Path.of("..", "..", "deploy", "monitoring", file)));
            int found = 0;
            while (names.find()) {
                // The names of the daemons' meters have tests of their own
                if (!names.group().matches("millrace_(controller|supervisor)_.*")) {
                    assertThat(exported).as(file).containsKey(names.group());
                    found++;
                }
            }
            assertThat(found).as(file).isGreaterThan(5);
        }
    }

    @Test
    void theGrafanaDashboardIsConsistent() throws IOException {
        Map<?, ?> dashboard = (Map<?, ?>) Json.tree(
                Files.readAllBytes(Path.of("..", "..", "deploy", "monitoring", "grafana-dashboard.json")), "dashboard");
        assertThat(dashboard.get("uid")).isEqualTo("millrace");
        assertThat(dashboard.get("schemaVersion")).isEqualTo(39L);
        List<Map<?, ?>> panels = new ArrayList<>();
        ((List<?>) dashboard.get("panels")).forEach(panel -> panels.add((Map<?, ?>) panel));
        assertThat(panels)
                .extracting(panel -> panel.get("id"))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        for (Map<?, ?> panel : panels) {
            Map<?, ?> place = (Map<?, ?>) panel.get("gridPos");
            assertThat((Long) place.get("x") + (Long) place.get("w")).isLessThanOrEqualTo(24);
            if (!"row".equals(panel.get("type"))) {
                assertThat(((Map<?, ?>) ((Map<?, ?>) panel.get("fieldConfig")).get("defaults")).get("unit"))
                        .as(String.valueOf(panel.get("title")))
                        .isInstanceOf(String.class);
                assertThat((List<?>) panel.get("targets")).isNotEmpty();
            }
        }
    }

    @Test
    void countsGoOnWhenAWorkerRestarts() {
        PrometheusMeterRegistry registry = prometheus();
        source.add(topology("wc", 100, 20, 30));
        MillraceMeters meters = bind(registry);

        source.set(0, topology("wc", 10, 20, 3));
        meters.refresh();

        ExpositionText text = ExpositionText.of(registry.scrape());
        assertThat(text.samples())
                .containsEntry("millrace_tuples_executed_total" + TASK, 110.0)
                .containsEntry("millrace_link_tuples_total{link=\"ring\",topology=\"wc\"}", 53.0)
                .containsEntry("millrace_latency_seconds_count{topology=\"wc\"}", 10.0);
    }

    @Test
    void aWorkerThatDoesNotAnswerForAWhileHasNotBegunAgain() {
        PrometheusMeterRegistry registry = prometheus();
        source.add(topology("wc", 100, 20, 30));
        MillraceMeters meters = bind(registry);

        source.set(0, silent("wc"));
        meters.refresh();
        assertThat(ExpositionText.of(registry.scrape()).samples())
                .containsEntry("millrace_tuples_executed_total" + TASK, 100.0)
                .doesNotContainKey("millrace_inbox_tuples" + TASK);

        source.set(0, topology("wc", 101, 20, 30));
        meters.refresh();
        assertThat(ExpositionText.of(registry.scrape()).samples())
                .containsEntry("millrace_tuples_executed_total" + TASK, 101.0)
                .containsKey("millrace_inbox_tuples" + TASK);
    }

    @Test
    void aKilledTopologyVanishes() {
        PrometheusMeterRegistry registry = prometheus();
        source.add(topology("wc", 7, 2, 3));
        source.add(topology("other", 7, 2, 3));
        MillraceMeters meters = bind(registry);

        source.remove(0);
        meters.refresh();

        String text = registry.scrape();
        assertThat(text).contains("other").doesNotContain("\"wc\"");
        assertThat(ExpositionText.of(text).samples()).containsEntry("millrace_topologies", 1.0);
    }

    @Test
    void metricsThatCannotBeHadAreNone() {
        PrometheusMeterRegistry registry = prometheus();
        boolean[] killed = {false};
        try (MillraceMeters meters = MillraceMeters.bind(registry, () -> {
            if (killed[0]) {
                throw new IllegalStateException("killed");
            }
            return topology("wc", 7, 2, 3);
        })) {
            killed[0] = true;
            meters.refresh();
            assertThat(ExpositionText.of(registry.scrape()).samples()).containsOnlyKeys("millrace_topologies");
        }
        assertThat(registry.scrape()).isBlank();
    }

    @Test
    void aReaderGetsValuesThatAreASecondOldAtMost() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        source.add(topology("wc", 7, 2, 3));
        bind(registry);
        source.set(0, topology("wc", 70, 2, 3));

        nanos[0] = 999_999_999;
        assertThat(executed(registry)).isEqualTo(7);
        nanos[0]++;
        assertThat(executed(registry)).isEqualTo(70);
    }

    @Test
    void otherRegistriesGetLatenciesAsGauges() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        source.add(topology("wc", 7, 2, 3));
        bind(registry);

        assertThat(registry.get("millrace.latency")
                        .tag("quantile", "0.999")
                        .gauge()
                        .value())
                .isEqualTo(4e-6);
        assertThat(registry.get("millrace.stage.latency")
                        .tag("stage", "transit")
                        .tag("quantile", "0.9")
                        .gauge()
                        .value())
                .isEqualTo(2e-6);
    }

    private static double executed(MeterRegistry registry) {
        return registry.get("millrace.tuples.executed").functionCounter().count();
    }

    private ExpositionText scrape() {
        PrometheusMeterRegistry registry = prometheus();
        bind(registry);
        return ExpositionText.of(registry.scrape());
    }

    private static PrometheusMeterRegistry prometheus() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT).throwExceptionOnRegistrationFailure();
    }

    private MillraceMeters bind(MeterRegistry registry) {
        MillraceMeters meters = new MillraceMeters(() -> source, () -> nanos[0]);
        meters.bindTo(registry);
        return meters;
    }

    /** A topology of two workers, only one of which has a task. */
    private static TopologyMetrics topology(String name, long executed, long ringOfOne, long ringOfOther) {
        TaskMetrics task = new TaskMetrics(
                "lines",
                1,
                "w1",
                Figures.none(TaskFigure.class)
                        .with(TaskFigure.EMITTED, 2 * executed)
                        .with(TaskFigure.EXECUTED, executed)
                        .with(TaskFigure.ACKED, 3)
                        .with(TaskFigure.FAILED, 4)
                        .with(TaskFigure.ERRORS, 5)
                        .with(TaskFigure.SLOW_CALLS, 2)
                        .with(TaskFigure.PENDING, 6)
                        .with(TaskFigure.INBOX, 8)
                        .with(TaskFigure.OUTBOX, 9),
                Map.of("left", -3L),
                Map.of("load", 0.5),
                Map.of("query", new LatencySummary(9, 1_000, 2_000, 3_000, 4_000, 5_000)),
                LATENCY,
                LATENCY,
                LatencySummary.NONE);
        return new TopologyMetrics(
                name,
                false,
                new TopologyMetrics.Work(
                        List.of(worker("w1", 2, ringOfOne), worker("w2", 1, ringOfOther)),
                        List.of(task),
                        List.of(new ExecutorMetrics(
                                "w1",
                                0,
                                List.of(1),
                                Figures.none(ExecutorFigure.class)
                                        .with(ExecutorFigure.BUSY_NANOS, 250_000_000)
                                        .with(ExecutorFigure.BACK_PRESSURED_NANOS, 500_000_000)
                                        .with(ExecutorFigure.QUEUED, 512)
                                        .with(ExecutorFigure.QUEUE_CAPACITY, 2_048)
                                        .with(ExecutorFigure.RING_USED_BYTES, 8)
                                        .with(ExecutorFigure.RING_BYTES, 16)
                                        .with(ExecutorFigure.RING_FULL_EVENTS, 3)
                                        .with(ExecutorFigure.RING_SKIPS, 2)))),
                new TopologyMetrics.Exchange(
                        List.of(peer(2 * executed)),
                        List.of(
                                new EdgeMetrics("lines", 1, "default", "count", 2, 10, 1_000),
                                new EdgeMetrics("lines", 1, "default", "count", 3, 20, 2_000)),
                        List.of(new StageMetrics("lines", "default", "count", Stage.TRANSIT, LATENCY)),
                        LinkCounts.NONE),
                new TopologyMetrics.Latencies(LATENCY, LATENCY),
                snapshots(executed),
                TopologyMetrics.Sites.NONE);
    }

    private static SnapshotMetrics snapshots(long committed) {
        SnapshotReport last = new SnapshotReport(
                7,
                1,
                1_000,
                90_000_000,
                10_000_000,
                20_000_000,
                3_000_000,
                40_000_000,
                5_000_000,
                4_096,
                65_536,
                SnapshotReport.Outcome.COMMITTED,
                "",
                2,
                "count",
                33_000_000);
        return new SnapshotMetrics(
                1, committed, 2, 1, false, "snapshot 8: no room", "", 7, 1_100, 2_500, List.of(last));
    }

    private static TopologyMetrics silent(String name) {
        return new TopologyMetrics(
                name,
                false,
                new TopologyMetrics.Work(List.of(worker("w1", 2, 0)), List.of(), List.of()),
                TopologyMetrics.Exchange.NONE,
                TopologyMetrics.Latencies.NONE,
                null,
                TopologyMetrics.Sites.NONE);
    }

    private static PeerMetrics peer(long sent) {
        return new PeerMetrics(
                "w1",
                "w2",
                Figures.none(PeerFigure.class)
                        .with(PeerFigure.CONNECTED, true)
                        .with(PeerFigure.RTT_NANOS, 30_000_000)
                        .with(PeerFigure.CLOCK_OFFSET_NANOS, -2_000_000_000L)
                        .with(PeerFigure.CLOCK_ERROR_NANOS, 15_000_000)
                        .with(PeerFigure.WINDOW_BYTES, 4_096)
                        .with(PeerFigure.IN_FLIGHT_BYTES, 512)
                        .with(PeerFigure.QUEUED_BYTES, 64)
                        .with(PeerFigure.CREDIT_LIMITED_NANOS, 250_000_000)
                        .with(PeerFigure.CONNECTED_NANOS, 1_000_000_000)
                        .with(PeerFigure.SENT_MESSAGES, sent)
                        .with(PeerFigure.SENT_CONTROLS, 1)
                        .with(PeerFigure.SENT_BYTES, 100 * sent)
                        .with(PeerFigure.RECEIVED_MESSAGES, 7)
                        .with(PeerFigure.RECEIVED_CONTROLS, 3)
                        .with(PeerFigure.RECEIVED_BYTES, 700)
                        .with(PeerFigure.UNTIMED_MESSAGES, 6)
                        .with(PeerFigure.REFUSED_OFFERS, 2)
                        .with(PeerFigure.WRITES, 5)
                        .with(PeerFigure.LARGEST_WRITE_BYTES, 4_000)
                        .with(PeerFigure.LINGERS, 1)
                        .with(PeerFigure.DIALS, 4)
                        .with(PeerFigure.CONNECTIONS, 3),
                "lost w2",
                Map.of("unconfirmed", 9L),
                Map.of("cluster", 1L),
                Map.of("idle", 2L));
    }

    private static WorkerMetrics worker(String worker, int starts, long ring) {
        return new WorkerMetrics(worker, "n1", 1, starts, starts, true, new LinkCounts(0, 0, ring, 0));
    }
}
