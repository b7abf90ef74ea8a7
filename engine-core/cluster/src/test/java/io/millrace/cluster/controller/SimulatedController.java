// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.config.Config;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.Records;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobKeeper;
import io.millrace.cluster.blob.BlobSource;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.blob.Replicator;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.controller.metrics.SupervisorReports;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.controller.rebalance.DecisionLog;
import io.millrace.cluster.controller.rebalance.RebalanceDriver;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol;
import io.millrace.cluster.controller.rebalance.TrafficSource.Traffic;
import io.millrace.cluster.http.HttpWire;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.state.StateChecks;
import io.millrace.cluster.traffic.RoundTrips;
import io.millrace.cluster.traffic.TrafficMonitor;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The real controller without its threads and HTTP. */
public final class SimulatedController {

    private static final long LOST_MILLIS = 10_000;
    private static final long SESSION_MILLIS = 10_000;

    private final String name;
    private final BlobStore blobs;
    private final BlobFetcher fetcher;
    private final Replicator replicator;
    private final Deque<Runnable> background = new ArrayDeque<>();
    private final MetricsCollector metrics;
    private final ControllerAgent agent;
    private final Submissions submissions;
    private final TopologyChanges changes;
    private final RebalanceRequests rebalanceRequests;
    private final NodeRequests nodes;
    private final ClusterWatch watch;
    private final Runnable catchUp;

    /**
     * @param home the controller's directory, which outlives it
     * @param files the clock by which its files grow old
     * @param catchUp brings its copy of the registry up to date, as a client's request waits for that
     */
    public SimulatedController(
            String name,
            Registry registry,
            Path home,
            Supplier<List<BlobSource>> sources,
            Supplier<List<BlobKeeper>> keepers,
            SupervisorReports reports,
            Runnable catchUp,
            LongSupplier clockMillis,
            Clock files) {
        this.name = name;
        this.catchUp = catchUp;
        blobs = new BlobStore(home.resolve("blobs"), 1_000_000, files);
        fetcher = new BlobFetcher(blobs, sources, background::add, () -> {});
        replicator = new Replicator(blobs, keepers, () -> {}, 0, clockMillis);
        Topologies topologies = new Topologies(fetcher);
        Leadership leadership = registry.leadership(() -> {});
        Problems problems = new Problems(Optional::empty);
        RoundTrips roundTrips = new RoundTrips(Duration.ofSeconds(30), Duration.ofMillis(50), clockNanos(clockMillis));
        metrics = new MetricsCollector(
                leadership,
                topologies,
                reports,
                new TrafficMonitor(Duration.ofSeconds(30), clockNanos(clockMillis)),
                roundTrips,
                System::nanoTime);
        RebalanceDriver rebalances = new RebalanceDriver(
                leadership,
                topologies,
                metrics::snapshots,
                topology -> RebalanceDriver.pointer(registry, topology),
                new RebalanceProtocol.Limits(60_000, 5_000, 2_000),
                clockMillis);
        LostNodes lost = new LostNodes(leadership, SESSION_MILLIS + LOST_MILLIS, SESSION_MILLIS, clockMillis);
        Reconciler reconciler = new Reconciler(
                new Placements(leadership, topologies::get, new Placer(roundTrips::of), lost, problems),
                rebalances,
                new SavepointRequests(registry, leadership),
                new Drains(leadership, topologies::get, clockMillis),
                new EndingTopologies(leadership, lost, clockMillis),
                lost,
                problems);
        watch = ClusterWatch.all(registry, () -> {});
        agent = new ControllerAgent(
                registry,
                watch,
                leadership,
                reconciler,
                new NamedFiles(blobs, fetcher, topologies, () -> registry.confirmedDigests("cluster"), clockMillis));
        Leader leader = new Leader(registry, leadership, new Standing(agent::leads, name), caughtUp(), () -> {});
        submissions = new Submissions(
                leader,
                new SubmittedFiles(blobs, replicator, topologies, 1_000_000),
                metrics,
                new StateChecks(registry, new NodeTargets(HttpWire.PLAIN, "")),
                Config.empty(),
                false,
                Clock.systemUTC());
        changes = new TopologyChanges(leader, topologies);
        rebalanceRequests = new RebalanceRequests(
                leader,
                topologies,
                (topology, components, view) -> new Traffic(Map.of(), Map.of(), false),
                metrics,
                new DecisionLog(Clock.systemUTC()));
        nodes = new NodeRequests(leader, problems, Clock.systemUTC());
        ControllerRecord self = Records.controller(name, 1, 1, name);
        agent.stand(self, ControllerMember.of(registry, self, () -> {}), registry.stand(name, () -> {}));
    }

    /** Returns a cluster that never waits, as the copy is up to date. */
    private KnownCluster caughtUp() {
        return new KnownCluster() {
            @Override
            public ClusterView view() {
                catchUp.run();
                return watch.view();
            }

            @Override
            public void await(Predicate<ClusterView> wanted) {
                catchUp.run();
            }
        };
    }

    public BlobStore blobs() {
        return blobs;
    }

    public boolean leads() {
        return agent.leads();
    }

    /** Takes a pass of the controller's loop, and does one step of the background work. */
    public void step() {
        Runnable next = background.poll();
        if (next != null) {
            next.run();
        }
        agent.pass();
        if (agent.leads()) {
            metrics.observe(watch.view());
        }
        replicator.pass();
    }

    private static LongSupplier clockNanos(LongSupplier millis) {
        return () -> millis.getAsLong() * 1_000_000;
    }

    // The following methods are the requests of clients

    /** Returns the topologies of which it tells a client; empty if it does not answer as the leader. */
    public Optional<Set<String>> list() {
        catchUp.run();
        return agent.leads() && watch.ready()
                ? Optional.of(Set.copyOf(watch.view().topologies().keySet()))
                : Optional.empty();
    }

    /** Submits a topology; null while the files are being copied: the client asks again. */
    public TopologyInfo submit(SubmitRequest request, String requestId) {
        return submissions.submit(request, requestId).topology();
    }

    /** Asks the controller to keep a file, as another controller does. */
    public boolean keep(String digest) {
        return fetcher.keep(digest);
    }

    public void kill(String topology) {
        changes.kill(topology, null);
    }

    public void drain(String node) {
        nodes.drain(node);
    }

    public void undrain(String node) {
        nodes.undrain(node);
    }

    public void setActive(String topology, boolean active) {
        changes.setActive(topology, active);
    }

    /** Returns the number of the rebalance, 0 if nothing changes. */
    public long rebalance(String topology, RebalanceRequest request, String requestId) {
        return rebalanceRequests.rebalance(topology, request, requestId).number();
    }

    @Override
    public String toString() {
        return name;
    }
}
