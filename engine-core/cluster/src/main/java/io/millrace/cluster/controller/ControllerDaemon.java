// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.config.Config;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobRoutes;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.blob.HttpBlobPeer;
import io.millrace.cluster.blob.Replicator;
import io.millrace.cluster.blob.Replicator.Copies;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.config.RestTls;
import io.millrace.cluster.config.Token;
import io.millrace.cluster.config.ZooKeeperAuth;
import io.millrace.cluster.controller.dashboard.Dashboard;
import io.millrace.cluster.controller.dashboard.DashboardRoutes;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.controller.metrics.SupervisorClient;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.controller.rebalance.AutoRebalancer;
import io.millrace.cluster.controller.rebalance.CountedTraffic;
import io.millrace.cluster.controller.rebalance.DecisionLog;
import io.millrace.cluster.controller.rebalance.MonitoredTraffic;
import io.millrace.cluster.controller.rebalance.RebalanceDriver;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.HttpWire;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.http.PlainHttp;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ClusterRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.process.Closer;
import io.millrace.cluster.process.ExclusiveDirectory;
import io.millrace.cluster.process.Loop;
import io.millrace.cluster.process.Machine;
import io.millrace.cluster.process.Wakeup;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.state.StateChecks;
import io.millrace.cluster.traffic.RoundTrips;
import io.millrace.cluster.traffic.TrafficMonitor;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.worker.EngineVersion;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller with its connections and threads: takes part in the election, leads if it is elected, and serves REST. A
 * close does not disturb topologies.
 */
public final class ControllerDaemon implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerDaemon.class);
    private static final long TICK_MILLIS = 1_000;
    private static final long PAUSE_MILLIS = 5_000;
    private static final long COPYING_AWAITED_MILLIS = 3_000;

    private final Closer parts = new Closer();
    private final Wakeup wakeup = new Wakeup();
    private final Wakeup polling = new Wakeup();
    private final Wakeup sampling = new Wakeup();
    private final Registry registry;
    private final NodeTargets nodes;
    private final ClusterWatch watch;
    private final Leadership leadership;
    private final ControllerAgent agent;
    private final String instance;
    private final MetricsCollector metrics;
    private final AutoRebalancer rebalancer;
    private final Dashboard dashboard;
    private final AskedTopologies asked;
    private final HttpDaemon http;
    private final String url;
    private final String token;
    private final long pollMillis;

    /** The pause until the next pass. Owned by the metrics loop. */
    private long pauseMillis = 1;

    /** The last view without topologies in automatic mode. Owned by the rebalancer's loop. */
    private ClusterView nothingAutomatic;

    /** Starts a controller. It serves when this returns, and leads soon if no other controller does. */
    public static ControllerDaemon start(Config config) {
        return new ControllerDaemon(config, ClusterRecord.newId(), false);
    }

    /** Starts a controller of an embedded cluster; clients may then name class paths on this machine. */
    public static ControllerDaemon embedded(Config config, String clusterId) {
        return new ControllerDaemon(config, clusterId, true);
    }

    private ControllerDaemon(Config config, String clusterId, boolean embedded) {
        try {
            ExclusiveDirectory data = parts.add(ExclusiveDirectory.hold(config, ClusterKeys.CONTROLLER_DATA_DIR));
            instance = data.instance();
            token = Token.obtain(config);
            Optional<Supplier<SSLEngine>> tls = RestTls.server(config);
            if (ZooKeeperAuth.of(config).isEmpty()) {
                LOG.warn(ZooKeeperAuth.MISSING);
            }
            registry = parts.add(Registry.open(config));
            ClusterRecord cluster = registry.cluster(clusterId);
            nodes = new NodeTargets(new HttpWire(RestTls.client(config)), registry.nodeSecret());
            long mostBytes = config.get(ClusterKeys.CONTROLLER_JAR_MAX_BYTES);
            BlobStore blobs = new BlobStore(data.path().resolve("blobs"), mostBytes, Clock.systemUTC());
            ExecutorService fetching = BlobFetcher.thread();
            parts.add(fetching::shutdownNow);
            BlobFetcher fetcher = new BlobFetcher(blobs, this::otherNodes, fetching, wakeup::signal);
            Topologies topologies = new Topologies(fetcher);
            NamedFiles files = new NamedFiles(
                    blobs, fetcher, topologies, () -> registry.confirmedDigests(cluster.id()), Loop::millis);
            Wakeup copying = new Wakeup();
            Replicator replicator =
                    new Replicator(blobs, this::otherNodes, copying::signal, COPYING_AWAITED_MILLIS, Loop::millis);
            SupervisorClient supervisors = parts.add(new SupervisorClient(nodes));
            leadership = registry.leadership(wakeup::signal);
            Problems problems = new Problems(new Staleness(registry, Clock.systemUTC())::problem);
            RoundTrips roundTrips = new RoundTrips(
                    config.get(ClusterKeys.MONITOR_INTERVAL),
                    config.get(ClusterKeys.CLUSTER_REGION_RTT),
                    System::nanoTime);
            metrics = new MetricsCollector(
                    leadership,
                    topologies,
                    supervisors,
                    new TrafficMonitor(config.get(ClusterKeys.MONITOR_INTERVAL), System::nanoTime),
                    roundTrips,
                    System::nanoTime);
            RebalanceDriver rebalances = new RebalanceDriver(
                    leadership,
                    topologies,
                    metrics::snapshots,
                    topology -> RebalanceDriver.pointer(registry, topology),
                    limits(config),
                    Loop::millis);
            DecisionLog decisions = new DecisionLog(Clock.systemUTC());
            rebalancer = new AutoRebalancer(
                    topologies::get,
                    metrics.traffic()::of,
                    id -> rebalances.pauses().expectedSeconds(id, metrics.stateBytes(id)),
                    roundTrips::of,
                    this::beginMove,
                    decisions,
                    Loop::millis);
            SavepointRequests savepoints = new SavepointRequests(registry, leadership);
            LostNodes lost = new LostNodes(
                    leadership,
                    config.get(ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT).toMillis(),
                    config.get(ClusterKeys.ZOOKEEPER_SESSION_TIMEOUT).toMillis(),
                    Loop::millis);
            Reconciler reconciler = new Reconciler(
                    new Placements(leadership, topologies::get, new Placer(roundTrips::of), lost, problems),
                    rebalances,
                    savepoints,
                    new Drains(leadership, topologies::get, Loop::millis),
                    new EndingTopologies(leadership, lost, Loop::millis),
                    lost,
                    problems);
            watch = parts.add(ClusterWatch.all(registry, this::onChange));
            agent = new ControllerAgent(registry, watch, leadership, reconciler, files);
            asked = parts.add(new AskedTopologies(AskedTopologies.opener(config, cluster.id()), Loop::millis));
            Leader leader = new Leader(
                    registry,
                    leadership,
                    new Standing(this::leads, instance),
                    new KnownCluster.Watched(watch),
                    wakeup::signal);
            TopologyViews views =
                    new TopologyViews(leader, topologies, supervisors, metrics, problems, Clock.systemUTC());
            dashboard = new Dashboard(
                    metrics,
                    new DashboardSource(leader, views, supervisors, problems),
                    Loop::millis,
                    Clock.systemUTC()::millis,
                    sampling::signal);
            SubmittedFiles submitted = new SubmittedFiles(
                    blobs,
                    // An embedded cluster is one process, so that no file outlives it
                    embedded ? digests -> Copies.ON_TWO_MACHINES : replicator,
                    topologies,
                    mostBytes);
            Submissions submissions = new Submissions(
                    leader,
                    submitted,
                    metrics,
                    new StateChecks(registry, supervisors.nodes()),
                    config,
                    embedded,
                    Clock.systemUTC());
            RebalanceRequests rebalanceRequests = new RebalanceRequests(
                    leader,
                    topologies,
                    new MonitoredTraffic(
                            metrics.traffic(),
                            new CountedTraffic(
                                    (topology, now) -> metrics.metrics(topology, metrics.reports(topology, now)))),
                    metrics,
                    decisions);
            List<Route> routes = ControllerApi.routes(
                    registry::connected,
                    Stream.of(
                            submissions.routes(),
                            submitted.routes(),
                            views.routes(),
                            new TopologyChanges(leader, topologies).routes(),
                            rebalanceRequests.routes(),
                            new SavepointRoutes(leader, savepoints).routes(),
                            new AskRequests(leader, topologies, asked).routes(),
                            new NodeRequests(leader, problems, Clock.systemUTC()).routes(),
                            BlobRoutes.of(blobs, fetcher),
                            DashboardRoutes.of(dashboard)));
            String host = config.get(ClusterKeys.CONTROLLER_HOST);
            http = parts.add(HttpDaemon.start(
                    host,
                    config.get(ClusterKeys.CONTROLLER_PORT),
                    ClusterKeys.CONTROLLER_HOST,
                    ClusterKeys.CONTROLLER_PORT,
                    routes,
                    RestAccess.of(config, token, nodes.secret(), tls)));
            url = "http" + (tls.isPresent() ? "s" : "") + "://" + host + ":" + http.port() + "/";
            if (tls.isEmpty()) {
                PlainHttp.listens(host, http.port());
            }
            ControllerRecord self = new ControllerRecord(
                    host, http.port(), ProcessHandle.current().pid(), instance, EngineVersion.get(), Machine.id());
            EphemeralNode member = ControllerMember.of(registry, self, wakeup::signal);
            member.awaitHeld(holder -> ControllerMember.answers(holder, self), e -> ControllerMember.taken(e, self));
            agent.stand(self, member, parts.add(registry.stand(host + ":" + http.port(), wakeup::signal)));
            pollMillis = config.get(ClusterKeys.CONTROLLER_POLL_INTERVAL).toMillis();
            Loop main = parts.add(new Loop("millrace-controller", wakeup, this::pass));
            Loop metricsLoop = parts.add(new Loop("millrace-metrics", polling, this::poll));
            Loop rebalancing = parts.add(new Loop("millrace-rebalancer", new Wakeup(), this::rebalance));
            Loop replicating = parts.add(new Loop("millrace-replicator", copying, replicator::pass));
            Loop samples = parts.add(new Loop("millrace-dashboard", sampling, this::sample));
            Loop asking = parts.add(new Loop("millrace-asks", new Wakeup(), this::closeUnasked));
            main.start();
            if (!embedded) {
                replicating.start();
            }
            metricsLoop.start();
            rebalancing.start();
            samples.start();
            asking.start();
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        } catch (Exception e) {
            parts.close();
            throw new ClusterException(Reason.FAILED, "the controller cannot start: " + e.getMessage(), e);
        }
    }

    public int port() {
        return http.port();
    }

    /** Returns the address of the page, below which REST is. */
    public String url() {
        return url;
    }

    /** Returns the secret that every change needs. */
    public String token() {
        return token;
    }

    /** Whether this controller leads and accepts changes. */
    public boolean leads() {
        return agent.leads();
    }

    /** Returns why this controller does not lead; empty if it leads. */
    public Optional<String> whyNotLeading() {
        if (leads()) {
            return Optional.empty();
        }
        return Optional.of(
                registry.connected()
                        ? "the controller does not lead"
                        : "ZooKeeper at " + registry.address() + " does not answer");
    }

    @Override
    public void close() {
        parts.close();
    }

    private static RebalanceProtocol.Limits limits(Config config) {
        long startMillis = config.get(ClusterKeys.WORKER_START_TIMEOUT).toMillis();
        long drainMillis = config.get(ClusterKeys.CONTROLLER_REBALANCE_DRAIN).toMillis();
        return new RebalanceProtocol.Limits(startMillis, Math.max(PAUSE_MILLIS, drainMillis), drainMillis);
    }

    private long pass() {
        ControllerAgent.Pass done = agent.pass();
        if (done.changed()) {
            polling.signal();
        }
        return done.pauseMillis();
    }

    /** Checks for completed topologies. The pause grows up to one second while none is near its end. */
    private long poll() {
        boolean soon = leads() && metrics.observe(watch.view());
        pauseMillis = soon ? pollMillis : Math.max(pollMillis, Math.min(TICK_MILLIS, pauseMillis * 3 / 2));
        return pauseMillis;
    }

    /** Checks for new measurements once per interval. */
    private long rebalance() {
        if (leads() && watch.ready()) {
            ClusterView view = watch.view();
            if (view != nothingAutomatic) {
                nothingAutomatic = rebalancer.pass(view) ? null : view;
            }
        } else if (!agent.elected()) {
            rebalancer.reset();
        }
        return TICK_MILLIS;
    }

    private long sample() {
        return watch.ready() ? dashboard.pass(watch.view()) : TICK_MILLIS;
    }

    private long closeUnasked() {
        Set<String> running = watch.ready()
                ? watch.view().topologies().values().stream()
                        .map(topology -> topology.record().id())
                        .collect(Collectors.toSet())
                : null;
        asked.retain(id -> agent.elected() && (running == null || running.contains(id)));
        return TICK_MILLIS;
    }

    /** Wakes the loops after a change. Called on the watch's threads. */
    private void onChange() {
        wakeup.signal();
        polling.signal();
        sampling.signal();
    }

    private void beginMove(TopologyView topology, AssignmentRecord next) {
        if (!leads()) {
            throw new ClusterException(Reason.NO_CLUSTER, "this controller no longer leads");
        }
        leadership.updateAssignment(topology, next);
        wakeup.signal();
    }

    private List<HttpBlobPeer> otherNodes() {
        ClusterView view = watch.view();
        return HttpBlobPeer.others(
                view.leader(), view.controllers().values(), view.supervisors().values(), instance, nodes);
    }
}
