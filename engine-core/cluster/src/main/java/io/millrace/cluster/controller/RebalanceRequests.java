// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.controller.placement.Distances;
import io.millrace.cluster.controller.rebalance.AutoRebalancer;
import io.millrace.cluster.controller.rebalance.DecisionLog;
import io.millrace.cluster.controller.rebalance.RebalanceDriver;
import io.millrace.cluster.controller.rebalance.RebalancePlan;
import io.millrace.cluster.controller.rebalance.RebalancePlanner;
import io.millrace.cluster.controller.rebalance.TrafficSource;
import io.millrace.cluster.controller.rebalance.TrafficSource.Traffic;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.cluster.model.RebalanceRecord;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.settings.TopologyNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Plans and begins rebalances, and reports their progress. HTTP threads call. */
final class RebalanceRequests {

    private static final int MOST_WORKERS = 100_000;

    private final Leader leader;
    private final Topologies topologies;
    private final TrafficSource traffic;
    private final MetricsCollector metrics;
    private final DecisionLog decisions;
    private final RepeatedRequests repeated;
    private final Semaphore dryRuns = new Semaphore(1);

    RebalanceRequests(
            Leader leader,
            Topologies topologies,
            TrafficSource traffic,
            MetricsCollector metrics,
            DecisionLog decisions) {
        this.leader = leader;
        this.topologies = topologies;
        this.traffic = traffic;
        this.metrics = metrics;
        this.decisions = decisions;
        this.repeated = new RepeatedRequests(leader.registry());
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                                "/v1/topologies/{name}/rebalance",
                                RebalanceRequest.class,
                                (request, body) ->
                                        Reply.json(rebalance(request.part("name"), body, RepeatedRequests.id(request))))
                        .taking(RestPaths.REQUEST_ID),
                Route.get("/v1/topologies/{name}/rebalance", request -> Reply.json(state(request.part("name")))),
                Route.get("/v1/topologies/{name}/rebalance/plan", this::dryRun).taking("algorithm", "workers"),
                Route.get(
                        "/v1/topologies/{name}/rebalance/decisions",
                        request -> Reply.json(decisions(request.part("name")))));
    }

    /**
     * Plans a better placement of a running topology's tasks, and starts the rebalance unless the request is a dry run.
     *
     * @param requestId the id of the request, the same if the client repeats it; empty if it gives none
     */
    RebalanceReport rebalance(String name, RebalanceRequest request, String requestId) {
        leader.require();
        ClusterView now = leader.view();
        TopologyView topology = Leader.topology(now, TopologyNames.checked(name));
        Optional<RebalanceReport> before = repeated.rebalanced(topology.record(), requestId);
        if (before.isPresent()) {
            return begun(before.get());
        }
        RebalancePlan plan = plan(topology, request, now);
        if (request.dryRun() || !plan.report().changes()) {
            return plan.report();
        }
        AssignmentRecord begun = plan.begin(topology.assignment().value());
        RebalanceReport report = plan.report().begun(begun.rebalance().number());
        try {
            leader.changes().beginRebalance(topology, begun, RepeatedRequests.answered(requestId, report));
            return begun(report);
        } catch (RegistryException e) {
            if (e.kind() == RegistryException.Kind.UNAVAILABLE) {
                throw Leader.unavailable(e);
            }
            return repeated.rebalanced(topology.record(), requestId)
                    .map(this::begun)
                    .orElseThrow(() -> new ClusterException(
                            Reason.REFUSED, "topology '" + name + "' was changed meanwhile: try again", e));
        }
    }

    private RebalanceReport begun(RebalanceReport report) {
        leader.awaitSeen(fresh -> Optional.ofNullable(fresh.topologies().get(report.topology()))
                .map(TopologyView::assignment)
                .map(seen -> seen.value().epoch() >= report.number())
                .orElse(true));
        return report;
    }

    /** Answers a dry run, which needs no token. One runs at a time, as it may take seconds of a processor. */
    private Reply dryRun(Request request) {
        leader.require();
        int workers = request.number("workers", 0, 0, MOST_WORKERS);
        RebalanceRequest wanted = new RebalanceRequest(true, request.query().get("algorithm"), workers, Map.of());
        ClusterView now = leader.view();
        TopologyView topology = Leader.topology(now, TopologyNames.checked(request.part("name")));
        if (!dryRuns.tryAcquire()) {
            throw new ClusterException(Reason.NO_CLUSTER, "another dry run is under way: try again");
        }
        try {
            return Reply.json(plan(topology, wanted, now).report());
        } finally {
            dryRuns.release();
        }
    }

    private RebalancePlan plan(TopologyView topology, RebalanceRequest request, ClusterView now) {
        refuse(topology);
        Topology components = topologies.require(topology.record().topologyDigest());
        AssignmentRecord running = topology.assignment().value();
        Traffic known = traffic.of(topology, Parallelism.of(components, running.parallelism(), running.tasks()), now);
        return RebalancePlanner.plan(
                topology, components, request, known, now, Distances.of(now, metrics.knownRoundTrips(now)));
    }

    private static void refuse(TopologyView topology) {
        String name = topology.record().name();
        if (topology.record().ended() || topology.record().status() == Status.COMPLETED) {
            throw new ClusterException(
                    Reason.REFUSED, "topology '" + name + "' has ended or is ending: there is nothing to rebalance");
        }
        if (!topology.assigned()) {
            throw new ClusterException(
                    Reason.REFUSED, "topology '" + name + "' is not placed yet: see 'millrace describe " + name + "'");
        }
        if (topology.assignment().value().rebalancing()) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "topology '" + name + "' is being rebalanced ("
                            + topology.assignment().value().rebalance().phase()
                            + "): wait until that is done");
        }
    }

    private RebalanceState state(String name) {
        TopologyView topology = leader.topology(name);
        if (topology.assignment() == null || topology.assignment().value().rebalance() == null) {
            return new RebalanceState(0, "", false, "", List.of());
        }
        RebalanceRecord rebalance = topology.assignment().value().rebalance();
        return new RebalanceState(
                rebalance.number(),
                rebalance.phase().name(),
                rebalance.phase().goesOn(),
                rebalance.outcome(),
                RebalanceDriver.waitingFor(topology));
    }

    private RebalanceDecisions decisions(String name) {
        ClusterView now = leader.view();
        TopologyView topology = Leader.topology(now, name);
        return new RebalanceDecisions(
                name,
                AutoRebalancer.isAutomatic(topology),
                decisions.of(topology.record().id()),
                MetricsCollector.engineDecisions(topology, metrics.reports(topology, now)));
    }
}
