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
import io.millrace.cluster.controller.metrics.SupervisorClient;
import io.millrace.cluster.controller.metrics.SupervisorReports;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.controller.rebalance.DecisionLog;
import io.millrace.cluster.controller.rebalance.RebalanceDriver;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol;
import io.millrace.cluster.controller.rebalance.TrafficSource.Traffic;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.Registry;
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
    private final Controller controller;
    private final ClusterWatch watch;
    private final Runnable catchUp;

    /**
     * @param home its directory, which outlives it
     * @param files the clock of its files, by which those grow old
     * @param catchUp tells its copy of the registry all that there is, as a client's request waits for it
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
        Config config = Config.empty();
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
        SavepointRequests savepoints = new SavepointRequests(registry, leadership);
        Reconciler reconciler = new Reconciler(
                leadership,
                topologies::get,
                new Placer(roundTrips::of),
                rebalances,
                problems,
                savepoints,
                new Drains(leadership, topologies::get, clockMillis),
                SESSION_MILLIS + LOST_MILLIS,
                SESSION_MILLIS,
                clockMillis);
        watch = ClusterWatch.all(registry, () -> {});
        agent = new ControllerAgent(
                registry,
                watch,
                leadership,
                reconciler,
                new NamedFiles(blobs, fetcher, topologies, () -> registry.confirmedDigests("cluster"), clockMillis));
        controller = new Controller(
                config,
                false,
                registry,
                leadership,
                blobs,
                replicator,
                topologies,
                new SupervisorClient(new NodeTargets("")),
                metrics,
                (topology, components, view) -> new Traffic(Map.of(), Map.of(), false),
                problems,
                new DecisionLog(Clock.systemUTC()),
                null,
                savepoints,
                new Standing(agent::leads, name),
                () -> {
                    catchUp.run();
                    return watch.view();
                },
                () -> {},
                Clock.systemUTC());
        ControllerRecord self = Records.controller(name, 1, 1, name);
        agent.stand(self, ControllerMember.of(registry, self, () -> {}), registry.stand(name, () -> {}));
    }

    public BlobStore blobs() {
        return blobs;
    }

    public boolean leads() {
        return agent.leads();
    }

    /** Takes a pass of its loop, and does one thing in the background. */
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

    // What clients ask of it

    /** The topologies of which it tells a client; empty if it does not answer as the leader. */
    public Optional<Set<String>> list() {
        catchUp.run();
        return agent.leads() && watch.ready()
                ? Optional.of(Set.copyOf(watch.view().topologies().keySet()))
                : Optional.empty();
    }

    /** Null while the files are being copied: the client asks again. */
    public TopologyInfo submit(SubmitRequest request, String requestId) {
        return controller.submit(request, requestId).topology();
    }

    /** Asks it to keep a file, as another controller does. */
    public boolean keep(String digest) {
        return fetcher.keep(digest);
    }

    public void kill(String topology) {
        controller.kill(topology, null);
    }

    public void drain(String node) {
        controller.drain(node);
    }

    public void undrain(String node) {
        controller.undrain(node);
    }

    public void setActive(String topology, boolean active) {
        controller.setActive(topology, active);
    }

    /** The number of the rebalance, 0 if nothing changes. */
    public long rebalance(String topology, RebalanceRequest request, String requestId) {
        return controller.rebalance(topology, request, requestId).number();
    }

    @Override
    public String toString() {
        return name;
    }
}
