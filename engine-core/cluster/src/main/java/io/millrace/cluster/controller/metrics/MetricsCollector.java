// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.metrics;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.metrics.EngineDecision;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.traffic.RoundTrips;
import io.millrace.cluster.traffic.TrafficMonitor;
import io.millrace.cluster.traffic.TrafficSample;
import io.millrace.runtime.metrics.CompletionDetector;
import io.millrace.runtime.metrics.RecentLatencies;
import io.millrace.runtime.metrics.TopologyMetricsMerge;
import io.millrace.runtime.metrics.TraceMerge;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.worker.PeerEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the metrics of workers from supervisors. The metrics loop of the leading controller calls {@link #observe},
 * which finds completed topologies. Any thread may call the other methods.
 */
public final class MetricsCollector {

    private static final Logger LOG = LoggerFactory.getLogger(MetricsCollector.class);

    private final Leadership leadership;
    private final Topologies topologies;
    private final SupervisorReports supervisors;

    /** The detectors by topology id. Owned by the loop. */
    private final Map<String, Detection> detectors = new HashMap<>();

    /** @param tasks the numbers of tasks that a rebalance has changed */
    private record Detection(Map<String, Integer> tasks, CompletionDetector detector) {}

    /** The recent latencies by topology id. */
    private final Map<String, RecentLatencies> recent = new ConcurrentHashMap<>();

    private final LongSupplier nanoTime;
    private final LatestReports latest;

    private final TrafficMonitor traffic;

    private final RoundTrips roundTrips;

    private final StateSizes states = new StateSizes();

    /** @param nanoTime the clock that tells the age of reports */
    public MetricsCollector(
            Leadership leadership,
            Topologies topologies,
            SupervisorReports supervisors,
            TrafficMonitor traffic,
            RoundTrips roundTrips,
            LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.latest = new LatestReports(nanoTime);
        this.traffic = traffic;
        this.roundTrips = roundTrips;
        this.leadership = leadership;
        this.topologies = topologies;
        this.supervisors = supervisors;
    }

    /**
     * Checks all topologies that can complete, and records those that have.
     *
     * @return whether a topology has finished tasks or is new, so that the next check should follow soon
     */
    public boolean observe(ClusterView view) {
        List<TopologyView> active = view.topologies().values().stream()
                .filter(topology -> topology.record().status() == Status.ACTIVE && topology.assignment() != null)
                .toList();
        Set<String> known = new HashSet<>();
        view.topologies()
                .values()
                .forEach(topology -> known.add(topology.record().id()));
        Set<String> ids = new HashSet<>();
        active.forEach(topology -> ids.add(topology.record().id()));
        detectors.keySet().retainAll(ids);
        recent.keySet().retainAll(known);
        traffic.retain(known);
        states.retain(known);
        if (active.isEmpty()) {
            return false;
        }
        Finished finished = detectors.keySet().containsAll(ids) ? finished(active, view) : Finished.ALL;
        if (finished != Finished.ALL && !traffic.isDue()) {
            return finished == Finished.SOME;
        }
        // Traffic and latencies are the largest part of a report, and completion does not depend on them
        MetricsDetail detail = traffic.isDue() ? MetricsDetail.FULL : MetricsDetail.COUNTS;
        List<NodeReport> reports = supervisors.reports(view.supervisors().values(), detail);
        if (detail == MetricsDetail.FULL) {
            latest.put(reports);
            List<TrafficSample> readings = readings(ids, reports);
            traffic.offer(readings);
            roundTrips.offer(readings, view);
            states.offer(reports);
        }
        for (TopologyView topology : active) {
            Optional<Topology> components = topologies.get(topology.record().topologyDigest());
            if (components.isPresent()
                    && !topology.assignment().value().rebalancing()
                    && completed(topology, components.get(), reports)) {
                complete(topology);
            }
        }
        return finished != Finished.NONE;
    }

    /** The largest share of finished spout tasks in any topology. */
    private enum Finished {
        NONE,
        SOME,
        ALL
    }

    /**
     * Supervisors register which topologies have finished tasks, so they are asked only if one has. Full reports are
     * requested only if a topology may have completed.
     */
    private Finished finished(List<TopologyView> active, ClusterView view) {
        Set<String> finishing = view.supervisors().values().stream()
                .flatMap(supervisor -> supervisor.finishing().stream())
                .collect(Collectors.toSet());
        if (active.stream()
                .noneMatch(topology -> finishing.contains(topology.record().id()))) {
            return Finished.NONE;
        }
        Map<String, Set<Integer>> byTopology = new HashMap<>();
        for (FinishedTasks of : supervisors.finishedTasks(view.supervisors().values())) {
            byTopology.computeIfAbsent(of.topologyId(), id -> new HashSet<>()).addAll(of.tasks());
        }
        Finished most = Finished.NONE;
        for (TopologyView topology : active) {
            String id = topology.record().id();
            if (byTopology.containsKey(id)) {
                if (detectors.get(id).detector().mayComplete(byTopology.get(id))) {
                    return Finished.ALL;
                }
                most = Finished.SOME;
            }
        }
        return most;
    }

    public TrafficMonitor traffic() {
        return traffic;
    }

    /** Returns the round trips between regions that were measured last. */
    public RegionMatrix roundTrips(ClusterView view) {
        return roundTrips.of(view);
    }

    /**
     * Returns the round trips for a decision: asks supervisors if there are several regions and this leader has no
     * measurement yet.
     */
    public RegionMatrix knownRoundTrips(ClusterView view) {
        RegionMatrix known = roundTrips.of(view);
        if (known.pairs().isEmpty()
                || roundTrips.isMeasured()
                || view.topologies().isEmpty()) {
            return known;
        }
        Set<String> ids = view.topologies().values().stream()
                .map(topology -> topology.record().id())
                .collect(Collectors.toSet());
        roundTrips.offer(readings(ids, askAll(view)), view);
        return roundTrips.of(view);
    }

    /** The size of a topology's last snapshot in bytes, as of the last measurement of traffic; 0 if unknown. */
    public long stateBytes(String topologyId) {
        return states.bytes(topologyId);
    }

    /** Returns the current reports of a topology's workers. */
    public List<NodeReport> reports(TopologyView topology, ClusterView view) {
        return supervisors.reports(supervisorsOf(topology, view), MetricsDetail.FULL).stream()
                .filter(report ->
                        report.worker().topologyId().equals(topology.record().id()))
                .toList();
    }

    /** The supervisors of all nodes on which a worker of this topology may run, or may have run if it has ended. */
    public static Collection<SupervisorRecord> supervisorsOf(TopologyView topology, ClusterView view) {
        if (topology.assignment() == null) {
            return view.supervisors().values();
        }
        Set<String> nodes = new HashSet<>();
        topology.starts().values().forEach(start -> nodes.add(start.node()));
        topology.assignment().value().withSlots().forEach(plan -> nodes.add(plan.node()));
        return view.supervisors().values().stream()
                .filter(supervisor -> nodes.contains(supervisor.node()))
                .toList();
    }

    /** Returns the metrics of all topologies that are not being killed, from recent reports if there are any. */
    public List<TopologyMetrics> latest(ClusterView view) {
        List<NodeReport> reports =
                latest.get(() -> supervisors.reports(view.supervisors().values(), MetricsDetail.FULL));
        return view.topologies().values().stream()
                .filter(topology -> topology.record().status() != Status.KILLED)
                .map(topology -> metrics(
                        topology,
                        reports.stream()
                                .filter(report -> report.worker()
                                        .topologyId()
                                        .equals(topology.record().id()))
                                .toList()))
                .toList();
    }

    /** Returns recent reports, or those with which supervisors answer within {@code most}. */
    public PromptReports promptly(ClusterView view, Duration most) {
        return latest.promptly(() -> askPromptly(view.supervisors().values(), most));
    }

    private PromptReports askPromptly(Collection<SupervisorRecord> all, Duration most) {
        Map<String, CompletableFuture<List<NodeReport>>> answers = new HashMap<>();
        all.forEach(supervisor ->
                answers.put(supervisor.node(), supervisors.askReports(List.of(supervisor), MetricsDetail.FULL)));
        CompletableFuture.allOf(answers.values().toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, most.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        List<NodeReport> reports = new ArrayList<>();
        Set<String> unanswered = new HashSet<>();
        answers.forEach((node, answer) -> {
            List<NodeReport> answered = answer.getNow(null);
            if (answered == null) {
                unanswered.add(node);
            } else {
                reports.addAll(answered);
            }
        });
        return new PromptReports(reports, unanswered);
    }

    /** Asks all supervisors for full reports, which scrapes then use as well. */
    public List<NodeReport> askAll(ClusterView view) {
        List<NodeReport> reports = supervisors.reports(view.supervisors().values(), MetricsDetail.FULL);
        latest.put(reports);
        return reports;
    }

    public TopologyMetrics metrics(TopologyView topology, List<NodeReport> reports) {
        return metrics(
                topology, reports, recent.computeIfAbsent(topology.record().id(), id -> new RecentLatencies()));
    }

    /** @param of the latencies that the caller keeps for this topology */
    public TopologyMetrics metrics(TopologyView topology, List<NodeReport> reports, RecentLatencies of) {
        return TopologyMetricsMerge.merge(
                topology.record().name(),
                topology.record().status() == Status.COMPLETED,
                workers(topology, reports),
                snapshots(topology, reports),
                of,
                nanoTime.getAsLong());
    }

    /** Asks the supervisors of a topology for its traces. */
    public TopologyTraces traces(TopologyView topology, ClusterView view) {
        List<TraceRecord> traces = supervisors.traces(
                supervisorsOf(topology, view), topology.record().id());
        return TraceMerge.merge(metrics(topology, reports(topology, view)), traces);
    }

    /** Returns the settings that the topology's channels between regions could have. */
    public TopologyAlternatives alternatives(TopologyView topology, List<NodeReport> reports) {
        return new TopologyAlternatives(
                topology.record().name(), TopologyMetricsMerge.alternatives(snapshots(topology, reports)));
    }

    /** Returns the decisions of the topology's tasks about their engines, the oldest first. */
    public static List<EngineDecision> engineDecisions(TopologyView topology, List<NodeReport> reports) {
        return snapshots(topology, reports).stream()
                .flatMap(snapshot -> snapshot.capabilities().decisions().stream())
                .sorted(Comparator.comparingLong(decision -> decision.span().fromMillis()))
                .toList();
    }

    private static List<TrafficSample> readings(Set<String> topologyIds, List<NodeReport> reports) {
        return reports.stream()
                .filter(report -> topologyIds.contains(report.worker().topologyId()))
                .filter(report ->
                        report.worker().run().pid() != 0 && report.worker().snapshot() != null)
                .map(report -> new TrafficSample(
                        report.worker().topologyId(),
                        report.node(),
                        report.worker().snapshot()))
                .toList();
    }

    private boolean completed(TopologyView topology, Topology components, List<NodeReport> reports) {
        AssignmentRecord running = topology.assignment().value();
        CompletionDetector detector = detectors
                .compute(
                        topology.record().id(),
                        (id, known) -> known != null && known.tasks().equals(running.tasks())
                                ? known
                                : new Detection(
                                        running.tasks(),
                                        new CompletionDetector(new TaskPlan(
                                                Parallelism.of(components, running.parallelism(), running.tasks())))))
                .detector();
        boolean restarted = topology.starts().values().stream().anyMatch(start -> start.epoch() > 1);
        return detector.observe(snapshots(topology, reports), restarted);
    }

    private void complete(TopologyView topology) {
        try {
            leadership.updateTopology(topology.record().withStatus(Status.COMPLETED), topology.version());
            LOG.info("{} has completed", topology.record().id());
        } catch (RegistryException e) {
            // Another process has changed it, or there is no connection: the next observation tries again.
            LOG.debug("{}: {}", topology.record().id(), e.getMessage());
        }
    }

    /** Asks for the counts of the current workers, without latencies and traffic, and does not wait. */
    public CompletableFuture<List<WorkerSnapshot>> snapshots(TopologyView topology, ClusterView view) {
        return supervisors
                .askReports(supervisorsOf(topology, view), MetricsDetail.COUNTS)
                .thenApply(reports -> snapshots(topology, reports));
    }

    private static List<WorkerSnapshot> snapshots(TopologyView topology, List<NodeReport> reports) {
        return current(topology, reports).stream()
                .map(report -> report.worker().snapshot())
                .filter(snapshot -> snapshot != null)
                .toList();
    }

    /**
     * Returns the reports of the current workers: new workers of a rebalance have no counts yet, and counts of removed
     * workers do not match.
     */
    public static List<NodeReport> current(TopologyView topology, List<NodeReport> reports) {
        return reports.stream()
                .filter(report -> topology.assignment() != null
                        && topology.assignment().value().present().stream()
                                .anyMatch(plan ->
                                        plan.worker().equals(report.worker().worker())))
                .filter(report ->
                        report.worker().topologyId().equals(topology.record().id()))
                .toList();
    }

    private static List<WorkerMetrics> workers(TopologyView topology, List<NodeReport> reports) {
        List<WorkerMetrics> workers = new ArrayList<>();
        if (topology.assignment() == null) {
            return workers;
        }
        Map<String, WorkerReport> byWorker = new HashMap<>();
        reports.forEach(report -> byWorker.put(report.worker().worker(), report.worker()));
        topology.assignment().value().present().forEach(plan -> {
            PeerEndpoint endpoint = topology.workers().get(plan.worker());
            WorkerReport report = byWorker.get(plan.worker());
            long epoch = topology.starts().containsKey(plan.worker())
                    ? topology.starts().get(plan.worker()).epoch()
                    : 0;
            boolean registered =
                    endpoint != null && (report == null || report.run().pid() != 0);
            long pid = report != null ? report.run().pid() : endpoint != null ? endpoint.pid() : 0;
            workers.add(new WorkerMetrics(
                    plan.worker(), plan.node(), pid, epoch, (int) epoch, registered, LinkCounts.NONE));
        });
        return workers;
    }
}
