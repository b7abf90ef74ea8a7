// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.controller.metrics.PrometheusExposition;
import io.millrace.cluster.controller.metrics.SupervisorClient;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.LogPositions;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows the registered state of topologies, and the reports of their workers. HTTP threads and the dashboard call. */
final class TopologyViews {

    private static final Duration LIST_WAIT = Duration.ofMillis(500);
    private static final int LINES_UNLESS_TOLD = 100;
    private static final int MOST_LINES = 10_000;
    private static final int SNAPSHOTS_UNLESS_TOLD = 20;
    private static final int MOST_SNAPSHOTS = 100;

    private final Leader leader;
    private final Topologies topologies;
    private final SupervisorClient supervisors;
    private final MetricsCollector metrics;
    private final Problems problems;
    private final SnapshotViews snapshots;
    private final PrometheusExposition exposition;

    TopologyViews(
            Leader leader,
            Topologies topologies,
            SupervisorClient supervisors,
            MetricsCollector metrics,
            Problems problems,
            Clock clock) {
        this.leader = leader;
        this.topologies = topologies;
        this.supervisors = supervisors;
        this.metrics = metrics;
        this.problems = problems;
        this.snapshots = new SnapshotViews(leader.registry(), metrics, supervisors::silent, clock);
        this.exposition = new PrometheusExposition(leader::leads, () -> metrics.latest(leader.view()));
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/topologies", request -> Reply.json(list())),
                Route.get("/v1/topologies/{name}", request -> Reply.json(describe(request.part("name")))),
                Route.get("/v1/topologies/{name}/metrics", request -> Reply.json(metrics(request.part("name")))),
                Route.get("/v1/topologies/{name}/traces", this::traces),
                Route.get("/v1/topologies/{name}/geo", request -> Reply.json(channels(request.part("name")))),
                Route.get(
                        "/v1/topologies/{name}/geo/alternatives",
                        request -> Reply.json(channelAlternatives(request.part("name")))),
                Route.get(
                        "/v1/topologies/{name}/engines",
                        request -> Reply.json(TopologyEngines.of(metrics(request.part("name"))))),
                Route.get("/v1/topologies/{name}/traffic", request -> Reply.json(traffic(request.part("name")))),
                Route.get("/v1/topologies/{name}/logs", this::logs).taking("lines", "worker", RestPaths.AFTER),
                Route.get("/v1/topologies/{name}/snapshots", this::snapshots).taking("limit"),
                Route.get(PrometheusExposition.PATH, request -> exposition.scrape()));
    }

    private List<TopologyInfo> list() {
        ClusterView now = leader.view();
        // While the registry does not know which workers are up, their supervisors may know
        List<NodeReport> reports =
                problems.concernAll() ? metrics.promptly(now, LIST_WAIT).reports() : List.of();
        return snapshots.list(now).stream()
                .map(info -> info.withProblem(Stream.concat(
                                problems.of(info.id()).or(() -> Optional.ofNullable(info.problem())).stream(),
                                now.byId(info.id()).stream()
                                        .flatMap(topology ->
                                                Descriptions.ofWorkers(topology, of(topology, reports)).stream()))
                        .reduce((one, other) -> one + "; " + other)
                        .orElse(null)))
                .toList();
    }

    private static List<NodeReport> of(TopologyView topology, List<NodeReport> reports) {
        return reports.stream()
                .filter(report ->
                        report.worker().topologyId().equals(topology.record().id()))
                .toList();
    }

    private TopologyDescription describe(String name) {
        ClusterView now = leader.view();
        TopologyView topology = Leader.topology(now, name);
        List<NodeReport> reports = metrics.reports(topology, now);
        return describe(topology, reports, metrics.metrics(topology, reports), now);
    }

    TopologyDescription describe(
            TopologyView topology, List<NodeReport> reports, TopologyMetrics measured, ClusterView now) {
        return Descriptions.of(
                topology,
                topologies.get(topology.record().topologyDigest()),
                reports,
                measured,
                problems.of(topology.record().id()),
                supervisors.silent(),
                metrics.roundTrips(now),
                now);
    }

    private TopologyMetrics metrics(String name) {
        ClusterView now = leader.view();
        TopologyView topology = Leader.topology(now, name);
        return metrics.metrics(topology, metrics.reports(topology, now));
    }

    private Reply traces(Request request) {
        ClusterView now = leader.view();
        return Reply.json(metrics.traces(Leader.topology(now, request.part("name")), now));
    }

    private TopologyChannels channels(String name) {
        ClusterView now = leader.view();
        TopologyView topology = Leader.topology(now, name);
        TopologyMetrics measured = metrics.metrics(topology, metrics.reports(topology, now));
        String note = ChannelNotes.of(topology, topologies.get(topology.record().topologyDigest()), now.supervisors());
        return new TopologyChannels(name, measured.channels(), measured.multicasts(), note);
    }

    private TopologyAlternatives channelAlternatives(String name) {
        ClusterView now = leader.view();
        TopologyView topology = Leader.topology(now, name);
        return metrics.alternatives(topology, metrics.reports(topology, now));
    }

    private TrafficReport traffic(String name) {
        return metrics.traffic().report(leader.topology(name).record().id(), name);
    }

    private Reply snapshots(Request request) {
        int most = request.number("limit", SNAPSHOTS_UNLESS_TOLD, 0, MOST_SNAPSHOTS);
        ClusterView now = leader.view();
        SnapshotMetrics last = snapshots.of(Leader.topology(now, request.part("name")), now, most);
        return Reply.json(last);
    }

    private Reply logs(Request request) {
        int lines = request.number("lines", LINES_UNLESS_TOLD, 1, MOST_LINES);
        Map<String, String> after = LogPositions.read(request.query().get(RestPaths.AFTER));
        return Reply.json(logs(request.part("name"), request.query().get("worker"), lines, after));
    }

    /** @param after positions by worker: of these workers lines that follow are returned, of others the last ones */
    private List<LogLines> logs(String name, String worker, int lines, Map<String, String> after) {
        ClusterView now = leader.view();
        TopologyView topology = Leader.topology(now, name);
        if (worker != null
                && (topology.assignment() == null
                        || topology.assignment().value().worker(worker).isEmpty())) {
            throw new ClusterException(Reason.NOT_FOUND, "topology '" + name + "' has no worker '" + worker + "'");
        }
        return supervisors.logs(
                MetricsCollector.supervisorsOf(topology, now), topology.record().id(), worker, lines, after);
    }
}
