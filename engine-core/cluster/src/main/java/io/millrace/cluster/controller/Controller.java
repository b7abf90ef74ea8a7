package io.millrace.cluster.controller;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyWays;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.blob.Replication;
import io.millrace.cluster.blob.Replicator.Copies;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.controller.dashboard.Dashboard;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.controller.metrics.SupervisorClient;
import io.millrace.cluster.controller.placement.Distances;
import io.millrace.cluster.controller.placement.RegionRules;
import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy;
import io.millrace.cluster.controller.rebalance.AutoRebalancer;
import io.millrace.cluster.controller.rebalance.DecisionLog;
import io.millrace.cluster.controller.rebalance.RebalanceDriver;
import io.millrace.cluster.controller.rebalance.RebalancePlan;
import io.millrace.cluster.controller.rebalance.RebalancePlanner;
import io.millrace.cluster.controller.rebalance.TrafficSource;
import io.millrace.cluster.controller.rebalance.TrafficSource.Traffic;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ControllerInfo;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.DrainRecord;
import io.millrace.cluster.model.EngineBoundsRequest;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.OrderRequest;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.cluster.model.RebalanceRecord;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmitResponse;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.state.StateChecks;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.settings.KnownKeys;
import io.millrace.runtime.settings.TopologyNames;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.model.InvalidProblemException;
import io.millrace.transport.LinkSecret;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The operations of the leading controller for clients. HTTP threads call. Changes go to the registry only. */
final class Controller implements Dashboard.Source {

    private static final int MOST_JARS = 1_000;
    private static final int CHANGE_ATTEMPTS = 10;
    private static final Duration LIST_WAIT = Duration.ofMillis(500);
    private static final int SEEN_CHECKS = 1_000;
    private static final long SEEN_CHECK_MILLIS = 2;

    private final String host;
    private final Config defaults;
    private final boolean takesClassPaths;
    private final Registry registry;
    private final Leadership leadership;
    private final BlobStore blobs;
    private final Replication replication;
    private final Topologies topologies;
    private final SupervisorClient supervisors;
    private final MetricsCollector metrics;
    private final SnapshotViews snapshots;
    private final StateChecks states;
    private final TrafficSource traffic;
    private final Problems problems;
    private final DecisionLog decisions;
    private final AskedTopologies asked;
    private final SavepointRequests savepoints;
    private final Standing standing;
    private final Supplier<ClusterView> view;
    private final Runnable wake;
    private final Clock clock;
    private final RepeatedRequests repeated;
    private final Semaphore dryRuns = new Semaphore(1);

    Controller(
            Config config,
            boolean takesClassPaths,
            Registry registry,
            Leadership leadership,
            BlobStore blobs,
            Replication replication,
            Topologies topologies,
            SupervisorClient supervisors,
            MetricsCollector metrics,
            TrafficSource traffic,
            Problems problems,
            DecisionLog decisions,
            AskedTopologies asked,
            SavepointRequests savepoints,
            Standing standing,
            Supplier<ClusterView> view,
            Runnable wake,
            Clock clock) {
        this.host = config.get(ClusterKeys.CONTROLLER_HOST);
        this.defaults = topologyDefaults(config);
        this.takesClassPaths = takesClassPaths;
        this.registry = registry;
        this.leadership = leadership;
        this.blobs = blobs;
        this.replication = replication;
        this.topologies = topologies;
        this.supervisors = supervisors;
        this.metrics = metrics;
        this.states = new StateChecks(registry, supervisors.nodes());
        this.snapshots = new SnapshotViews(registry, metrics, this::silent, clock);
        this.traffic = traffic;
        this.problems = problems;
        this.decisions = decisions;
        this.asked = asked;
        this.savepoints = savepoints;
        this.standing = standing;
        this.view = view;
        this.wake = wake;
        this.clock = clock;
        this.repeated = new RepeatedRequests(registry);
    }

    /**
     * Starts a topology as soon as a second machine has its files, if there is one. Without a topology in the answer the
     * client repeats the request.
     *
     * @param requestId the same for a request that the client repeats; empty if it gives none
     */
    SubmitResponse submit(SubmitRequest request, String requestId) {
        requireLeadership();
        try {
            String name = TopologyNames.checked(request.name());
            if (registry.readTopology(name).isPresent()) {
                // In this order: the same request may be done meanwhile by another thread
                return repeated.submitted(name, requestId).map(this::submitted).orElseThrow(() -> inUse(name));
            }
            Config config = defaults.with(KnownKeys.checkedForTopology(request.config(), "topology '" + name + "'"));
            Algorithms.byName(config.get(TopologyKeys.SCHEDULER_ALGORITHM));
            AutoRebalancePolicy.Settings.of(config);
            if (!request.classPath().isEmpty() && !takesClassPaths) {
                throw new TopologyException("only an embedded cluster accepts a class path: submit a jar");
            }
            if (request.jars().isEmpty() && request.classPath().isEmpty()) {
                throw new TopologyException("no jar has the classes of topology '" + name + "': submit a jar");
            }
            if (request.jars().size() > MOST_JARS) {
                throw new TopologyException(
                        "topology '" + name + "' has " + request.jars().size() + " jars, and at most " + MOST_JARS
                                + " are allowed: put several into one");
            }
            for (SubmittedJar jar : request.jars()) {
                if (!blobs.touch(jar.checked().digest())) {
                    throw new ClusterException(
                            Reason.NOT_FOUND, "the jar " + jar.name() + " was not uploaded: upload it first");
                }
            }
            if (!blobs.touch(Digest.checked(request.topologyDigest()))) {
                throw new ClusterException(Reason.NOT_FOUND, "the topology was not uploaded: upload it first");
            }
            Topology topology =
                    topologies.get(request.topologyDigest()).orElseThrow(() -> fetching(request.topologyDigest()));
            refuseIfRegionsAreMissing(name, topology, config);
            long now = clock.millis();
            boolean inactive = config.get(TopologyKeys.INACTIVE);
            TopologyRecord record = new TopologyRecord(
                    name,
                    TopologyNames.newId(name, now),
                    inactive ? Status.INACTIVE : Status.ACTIVE,
                    now,
                    new TaskPlan(topology).taskCount(),
                    request.topologyDigest(),
                    request.jars(),
                    request.classPath(),
                    config.asMap(),
                    null,
                    LinkSecret.random());
            List<String> digests = record.digests().distinct().toList();
            Copies copies = replication.replicate(digests);
            if (copies == Copies.UNDER_WAY) {
                return new SubmitResponse(null, replication.underWay(digests));
            }
            List<String> notes = SnapshotNotes.of(
                    config, topology, states, view.get().supervisors().values());
            // So that a leader that has just begun places it by what workers of other topologies have measured
            metrics.knownRoundTrips(view.get());
            String note = copies == Copies.ON_TWO_MACHINES || takesClassPaths
                    ? null
                    : "the files of topology '" + name + "' are on one machine only (" + host
                            + "), because no other one is up";
            TopologyInfo info = new TopologyInfo(
                            name,
                            record.id(),
                            inactive ? Status.INACTIVE : Status.STARTING,
                            now,
                            record.tasks(),
                            0,
                            0,
                            List.of(),
                            null,
                            note)
                    .withNotes(notes);
            leadership.createTopology(record, RepeatedRequests.answered(requestId, info));
            return submitted(info);
        } catch (TopologyException | InvalidProblemException e) {
            throw new ClusterException(Reason.REFUSED, e.getMessage(), e);
        } catch (RegistryException e) {
            if (e.kind() == RegistryException.Kind.EXISTS) {
                return repeated.submitted(request.name(), requestId)
                        .map(this::submitted)
                        .orElseThrow(() -> inUse(request.name()));
            }
            throw unavailable(e);
        }
    }

    private SubmitResponse submitted(TopologyInfo info) {
        wake.run();
        awaitSeen(known -> Optional.ofNullable(known.topologies().get(info.name()))
                .filter(seen -> seen.record().id().equals(info.id()))
                .isPresent());
        return new SubmitResponse(info);
    }

    /** One line says which nodes are missing: the topology would wait for them, which an author with a misspelt region would not notice. */
    private void refuseIfRegionsAreMissing(String name, Topology topology, Config config) {
        ClusterView now = view.get();
        RegionRules rules = new RegionRules(topology, config);
        String missing = rules.missing(now);
        if (!missing.isEmpty()) {
            throw new TopologyException("topology '" + name + "' has nowhere to run: " + missing);
        }
        List<String> apart = rules.apart(now);
        int workers = config.get(TopologyKeys.WORKERS);
        if (apart.size() > workers) {
            throw new TopologyException("topology '" + name + "' has components that must run in "
                    + String.join(" and in ", apart) + ", and " + TopologyKeys.WORKERS.name() + " is " + workers
                    + ": raise it to " + apart.size() + " or more");
        }
    }

    List<TopologyInfo> list() {
        ClusterView now = view.get();
        // While the registry does not tell which workers are up, their supervisors may
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

    TopologyDescription describe(String name) {
        ClusterView now = view.get();
        TopologyView topology = find(now, name);
        List<NodeReport> reports = metrics.reports(topology, now);
        return describe(topology, reports, metrics.metrics(topology, reports), now);
    }

    @Override
    public TopologyDescription describe(
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

    TopologyMetrics metrics(String name) {
        ClusterView now = view.get();
        TopologyView topology = find(now, name);
        return metrics.metrics(topology, metrics.reports(topology, now));
    }

    TopologyWays ways(String name) {
        ClusterView now = view.get();
        return metrics.ways(find(now, name), now);
    }

    TopologyChannels channels(String name) {
        TopologyMetrics metrics = metrics(name);
        return new TopologyChannels(name, metrics.channels(), metrics.multicasts());
    }

    TopologyAlternatives channelAlternatives(String name) {
        ClusterView now = view.get();
        TopologyView topology = find(now, name);
        return metrics.alternatives(topology, metrics.reports(topology, now));
    }

    /** Sets how tuples of a stream are delivered in other regions, also for workers that start later. */
    void order(String name, OrderRequest request) {
        requireLeadership();
        TopologyRecord known = find(view.get(), name).record();
        Topology graph = topologies.get(known.topologyDigest()).orElseThrow(() -> fetching(known.topologyDigest()));
        change(name, record -> {
            refuseIfEnded(record);
            return record.withSetting(TopologyKeys.GEO_ORDER.name(), OrderChange.of(record, graph, request));
        });
    }

    TopologyEngines engines(String name) {
        return TopologyEngines.of(metrics(name));
    }

    /** Sets how many engines each task of a component has, also for workers that start later. */
    void engineBounds(String name, EngineBoundsRequest request) {
        requireLeadership();
        TopologyRecord known = find(view.get(), name).record();
        Topology graph = topologies.get(known.topologyDigest()).orElseThrow(() -> fetching(known.topologyDigest()));
        change(name, record -> {
            refuseIfEnded(record);
            return record.withSetting(TopologyKeys.ENGINE_BOUNDS.name(), EngineChange.of(record, graph, request));
        });
    }

    /** @param most how many of the last ones */
    SnapshotMetrics snapshots(String name, int most) {
        ClusterView now = view.get();
        return snapshots.of(find(now, name), now, most);
    }

    TrafficReport traffic(String name) {
        TopologyView topology = find(view.get(), name);
        return metrics.traffic().report(topology.record().id(), name);
    }

    @Override
    public ClusterView view() {
        return view.get();
    }

    @Override
    public boolean leads() {
        return standing.leading();
    }

    /** The latest metrics of all topologies that are not being killed. */
    List<TopologyMetrics> running() {
        return metrics.latest(view.get());
    }

    List<NodeInfo> nodes() {
        return nodes(view.get());
    }

    @Override
    public List<NodeInfo> nodes(ClusterView now) {
        return Nodes.of(now, problems);
    }

    @Override
    public Set<String> silent() {
        return supervisors.silent();
    }

    List<ControllerInfo> controllers() {
        return Nodes.controllers(view.get());
    }

    /** Takes everything off a node, and places nothing there until it is taken back; also for later leaders. */
    NodeInfo drain(String node) {
        return changeDrain(node, true, () -> leadership.createDrain(new DrainRecord(node, clock.millis())));
    }

    /** Lets tasks be placed on a drained node again. */
    NodeInfo undrain(String node) {
        return changeDrain(node, false, () -> leadership.deleteDrain(node));
    }

    private NodeInfo changeDrain(String node, boolean drained, Runnable change) {
        requireLeadership();
        Set<String> known = Nodes.names(view.get());
        if (!known.contains(node)) {
            throw new ClusterException(
                    Reason.NOT_FOUND,
                    "there is no node '" + node + "'"
                            + (known.isEmpty() ? "" : ": there is " + String.join(", ", known)));
        }
        try {
            change.run();
        } catch (RegistryException e) {
            boolean isSo = e.kind() == (drained ? RegistryException.Kind.EXISTS : RegistryException.Kind.NOT_FOUND);
            if (!isSo) {
                throw unavailable(e);
            }
        }
        wake.run();
        awaitSeen(seen -> seen.isDrained(node) == drained);
        return nodes().stream()
                .filter(info -> info.node().equals(node))
                .findFirst()
                .orElseGet(() -> new NodeInfo(
                        node, null, 0, 0, 0, 0, NodeInfo.State.MISSING, List.of(), "", List.of(), "", false));
    }

    /** @param after positions by worker: of these what follows, of others the last lines */
    List<LogLines> logs(String name, String worker, int lines, Map<String, String> after) {
        ClusterView now = view.get();
        TopologyView topology = find(now, name);
        if (worker != null
                && (topology.assignment() == null
                        || topology.assignment().value().worker(worker).isEmpty())) {
            throw new ClusterException(Reason.NOT_FOUND, "topology '" + name + "' has no worker '" + worker + "'");
        }
        return supervisors.logs(
                MetricsCollector.supervisorsOf(topology, now), topology.record().id(), worker, lines, after);
    }

    /** Activates or pauses spouts; a completed topology stays completed. */
    void setActive(String name, boolean active) {
        change(name, record -> {
            refuseIfEnded(record);
            return record.withStatus(
                    active ? record.status() == Status.INACTIVE ? Status.ACTIVE : record.status() : Status.INACTIVE);
        });
    }

    /** @param id of the submission to kill, which may be gone already: a later one is left alone; null for any */
    void kill(String name, String id) {
        requireLeadership();
        if (id != null && !id.matches("[A-Za-z0-9_.-]{1,300}")) {
            throw new ClusterException(Reason.REFUSED, "id is '" + id + "': give that of 'millrace list --json'");
        }
        try {
            if (id != null && !registry.isThere(TopologyNames.checked(name), id)) {
                return;
            }
            change(name, record -> id == null || record.id().equals(id) ? record.withStatus(Status.KILLED) : record);
        } catch (RegistryException e) {
            throw unavailable(e);
        } catch (ClusterException e) {
            // Another client's request may have removed it meanwhile
            if (id == null || e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
        }
    }

    /** Turns the automatic mode of rebalancing on or off, also for later leaders. */
    void setAutomatic(String name, boolean automatic) {
        change(name, record -> {
            refuseIfEnded(record);
            return record.withSetting(TopologyKeys.REBALANCE_AUTO.name(), TopologyKeys.REBALANCE_AUTO.write(automatic));
        });
    }

    /**
     * Asks a function of a topology.
     *
     * @param values the JSON of the request
     */
    CompletionStage<Tuple> ask(String name, String function, byte[] values, Duration timeout) {
        requireLeadership();
        TopologyRecord record = find(view.get(), name).record();
        refuseIfEnded(record);
        Topology graph = topologies.get(record.topologyDigest()).orElseThrow(() -> fetching(record.topologyDigest()));
        return asked.ask(record, graph, handles -> {
            TopologyFunction asks;
            try {
                asks = handles.function(function);
            } catch (TopologyException e) {
                throw new ClusterException(Reason.NOT_FOUND, e.getMessage(), e);
            }
            return asks.timeout(timeout).ask(AskedValues.read(values, function, asks.fields()));
        });
    }

    /** Asks for a savepoint of a running topology, which its worker makes. */
    SavepointRecord savepoint(String name, SavepointRequest request, String requestId) {
        requireLeadership();
        ClusterView now = view.get();
        SavepointRecord last = savepoints.last(name, now.topologies().get(TopologyNames.checked(name)));
        if (last != null && last.isAskedBy(requestId)) {
            return last;
        }
        SavepointRecord asked = savepoints.ask(find(now, name), request, requestId);
        wake.run();
        awaitSeen(known -> {
            TopologyView topology = known.topologies().get(name);
            return topology == null
                    || topology.savepoint() != null
                            && topology.savepoint().value().number() >= asked.number();
        });
        return asked;
    }

    /** Returns the last savepoint that was asked of a topology, which may have ended with it. */
    SavepointRecord savepoint(String name) {
        TopologyView topology = view.get().topologies().get(name);
        SavepointRecord last = savepoints.last(name, topology);
        if (last != null) {
            return last;
        }
        throw new ClusterException(
                Reason.NOT_FOUND,
                topology == null
                        ? unknown(name).getMessage()
                        : "no savepoint was asked of topology '" + name + "': see 'millrace savepoint --help'");
    }

    RebalanceDecisions decisions(String name) {
        ClusterView now = view.get();
        TopologyView topology = find(now, name);
        return new RebalanceDecisions(
                name,
                AutoRebalancer.isAutomatic(topology),
                decisions.of(topology.record().id()),
                MetricsCollector.engineDecisions(topology, metrics.reports(topology, now)));
    }

    /**
     * Plans a better placement of a running topology's tasks, and starts the rebalance unless the request is a dry run.
     *
     * @param requestId the same for a request that the client repeats; empty if it gives none
     */
    RebalanceReport rebalance(String name, RebalanceRequest request, String requestId) {
        requireLeadership();
        ClusterView now = view.get();
        TopologyView topology = find(now, TopologyNames.checked(name));
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
            leadership.beginRebalance(topology, begun, RepeatedRequests.answered(requestId, report));
            return begun(report);
        } catch (RegistryException e) {
            if (e.kind() == RegistryException.Kind.UNAVAILABLE) {
                throw unavailable(e);
            }
            return repeated.rebalanced(topology.record(), requestId)
                    .map(this::begun)
                    .orElseThrow(() -> new ClusterException(
                            Reason.REFUSED, "topology '" + name + "' was changed meanwhile: try again", e));
        }
    }

    private RebalanceReport begun(RebalanceReport report) {
        wake.run();
        awaitSeen(fresh -> Optional.ofNullable(fresh.topologies().get(report.topology()))
                .map(TopologyView::assignment)
                .map(seen -> seen.value().epoch() >= report.number())
                .orElse(true));
        return report;
    }

    /**
     * Plans a better placement and changes nothing: a dry run that needs no token. One at a time, as it may take seconds of a processor.
     */
    RebalanceReport dryRun(String name, String algorithm, int workers) {
        requireLeadership();
        ClusterView now = view.get();
        TopologyView topology = find(now, TopologyNames.checked(name));
        if (!dryRuns.tryAcquire()) {
            throw new ClusterException(Reason.NO_CLUSTER, "another dry run is under way: try again");
        }
        try {
            return plan(topology, new RebalanceRequest(true, algorithm, workers, Map.of()), now)
                    .report();
        } finally {
            dryRuns.release();
        }
    }

    private RebalancePlan plan(TopologyView topology, RebalanceRequest request, ClusterView now) {
        refuseToRebalance(topology);
        Topology components = topologies
                .get(topology.record().topologyDigest())
                .orElseThrow(() -> fetching(topology.record().topologyDigest()));
        AssignmentRecord running = topology.assignment().value();
        Traffic known = traffic.of(topology, Parallelism.of(components, running.parallelism(), running.tasks()), now);
        return RebalancePlanner.plan(
                topology, components, request, known, now, Distances.of(now, metrics.knownRoundTrips(now)));
    }

    RebalanceState rebalance(String name) {
        TopologyView topology = find(view.get(), name);
        if (topology.assignment() == null || topology.assignment().value().rebalance() == null) {
            return new RebalanceState(0, "", false, "", List.of());
        }
        AssignmentRecord now = topology.assignment().value();
        RebalanceRecord rebalance = now.rebalance();
        return new RebalanceState(
                rebalance.number(),
                rebalance.phase().name(),
                rebalance.phase().goesOn(),
                rebalance.outcome(),
                RebalanceDriver.waitingFor(topology));
    }

    private static void refuseToRebalance(TopologyView topology) {
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

    private interface Change {
        TopologyRecord next(TopologyRecord record);
    }

    private void change(String name, Change change) {
        requireLeadership();
        RegistryException last = null;
        for (int attempt = 0; attempt < CHANGE_ATTEMPTS; attempt++) {
            try {
                Versioned<TopologyRecord> now =
                        registry.readTopology(TopologyNames.checked(name)).orElseThrow(() -> unknown(name));
                TopologyRecord next = change.next(now.value());
                if (!next.equals(now.value())) {
                    leadership.updateTopology(next, now.version());
                }
                wake.run();
                awaitSeen(known -> Optional.ofNullable(known.topologies().get(name))
                        .filter(seen -> seen.record().id().equals(now.value().id()))
                        .map(seen -> seen.record().equals(next) || seen.version() > now.version())
                        .orElse(true));
                return;
            } catch (RegistryException e) {
                if (e.kind() != RegistryException.Kind.CONFLICT) {
                    throw unavailable(e);
                }
                last = e;
            }
        }
        throw new ClusterException(Reason.FAILED, last.getMessage() + " repeatedly: try again", last);
    }

    /** Waits until this controller's view contains the change, so that the client's next request sees it. */
    private void awaitSeen(Predicate<ClusterView> seen) {
        for (int check = 0; check < SEEN_CHECKS && !seen.test(view.get()); check++) {
            try {
                Thread.sleep(SEEN_CHECK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void refuseIfEnded(TopologyRecord record) {
        if (record.ended()) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "topology '" + record.name() + "' "
                            + (record.status() == Status.FAILED
                                    ? "has failed: kill it, and submit it again"
                                    : "is being killed"));
        }
    }

    private void requireLeadership() {
        if (!standing.leading()) {
            throw new ClusterException(Reason.NO_CLUSTER, whyNotLeading());
        }
    }

    private String whyNotLeading() {
        if (!registry.connected()) {
            return "this controller cannot lead, as ZooKeeper at " + registry.address() + " does not answer: try again";
        }
        return standing.whyNot(view.get().leader());
    }

    private ClusterException inUse(String name) {
        TopologyView running = view.get().topologies().get(name);
        Status status = running == null ? Status.ACTIVE : running.record().status();
        return new ClusterException(
                Reason.REFUSED,
                switch (status) {
                    case KILLED -> "topology '" + name + "' is still being killed: wait, or choose another name";
                    case FAILED -> "topology '" + name + "' has failed: kill it first, or choose another name";
                    default -> "a topology named '" + name + "' runs already: kill it, or choose another name";
                });
    }

    private static TopologyView find(ClusterView view, String name) {
        return Optional.ofNullable(view.topologies().get(name)).orElseThrow(() -> unknown(name));
    }

    private static ClusterException unknown(String name) {
        return new ClusterException(Reason.NOT_FOUND, "there is no topology '" + name + "': see 'millrace list'");
    }

    /** The client tries again for some seconds. */
    private static ClusterException fetching(String digest) {
        return new ClusterException(
                Reason.NO_CLUSTER,
                "try again: the file with SHA-256 " + digest + " is being fetched from another node");
    }

    /** What was asked for may have been done or not, so the client asks again: its request's id tells. */
    private static ClusterException unavailable(RegistryException e) {
        return new ClusterException(Reason.NO_CLUSTER, e.getMessage(), e);
    }

    /** The topology keys in the controller's own configuration. */
    private static Config topologyDefaults(Config config) {
        Map<String, String> values = new TreeMap<>();
        TopologyKeys.all().forEach(key -> config.get(key.name()).ifPresent(text -> values.put(key.name(), text)));
        config.asMap().forEach((key, text) -> {
            if (key.startsWith(Config.AUTHOR_PREFIX)) {
                values.put(key, text);
            }
        });
        return Config.of(values);
    }
}
