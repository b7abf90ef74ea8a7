// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceRecord;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.process.Loop;
import io.millrace.cluster.process.Wakeup;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.snapshot.SnapshotRequest;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.Worker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The membership of a running worker in its topology: registers it, tells it of its peers, and activates or pauses its
 * spouts. While ZooKeeper is away the membership does not change. All state belongs to the loop {@code
 * millrace-membership}.
 */
final class Membership implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final long CHECK_MILLIS = 1_000;

    private final LaunchSpec spec;
    private final Worker worker;
    private final Registry registry;
    private final WorkerShutdown shutdown;
    private final Regrouping regrouping;
    private final Wakeup wakeup = new Wakeup();
    private final EphemeralNode registration;
    private final ClusterWatch watch;
    private final Loop loop;

    private final PeerEndpoint endpoint;
    private final KnownPeers peers;
    private final LongSupplier clock;
    private boolean isActive;

    private boolean open;

    private boolean begun;

    private boolean newest;

    /** The values that the worker has of the settings that may change while it runs. */
    private final Map<ConfigKey<?>, String> settings;

    /** The last view that was followed completely. */
    private ClusterView followed;

    /**
     * The epoch of the assignment that executors were asked to apply, and the epoch that was acknowledged to the
     * controller.
     */
    private long askedFor;

    private long acknowledged;

    /** The epoch of the assignment that executors have applied; written by executors. */
    private volatile long settled;

    /**
     * The number of the savepoint for which spouts were asked to pause, and the number of the one that was
     * acknowledged.
     */
    private long askedToStop;

    private long stopped;
    /** The number of the savepoint for which spouts are paused; written by executors. */
    private volatile long settledStop;

    private final SavepointAnswers savepoints;

    Membership(LaunchSpec spec, Worker worker, Registry registry, WorkerShutdown shutdown, Regrouping regrouping) {
        this(spec, worker, registry, shutdown, regrouping, Loop::millis);
    }

    /** @param clock the monotonic clock, in milliseconds */
    Membership(
            LaunchSpec spec,
            Worker worker,
            Registry registry,
            WorkerShutdown shutdown,
            Regrouping regrouping,
            LongSupplier clock) {
        this.regrouping = regrouping;
        this.clock = clock;
        this.peers = new KnownPeers(registry.sessionTimeoutMillis());
        this.spec = spec;
        this.worker = worker;
        this.registry = registry;
        this.shutdown = shutdown;
        this.endpoint = worker.endpoint();
        this.settings = settings(spec.program().config());
        registration = registry.ephemeral(
                registry.paths().worker(spec.topologyName(), spec.topologyId(), spec.worker()),
                Json.write(endpoint),
                holder -> Json.read(holder, PeerEndpoint.class).epoch() < spec.epoch(),
                wakeup::signal);
        watch = ClusterWatch.forWorker(registry, spec.topologyName(), spec.topologyId(), wakeup::signal);
        savepoints = new SavepointAnswers(spec, worker, registry, wakeup::signal);
        loop = new Loop("millrace-membership", wakeup, this::pass);
    }

    void start() {
        loop.start();
    }

    /** Closes the membership. The registration is removed with the session, which ends when the registry is closed. */
    @Override
    public void close() {
        loop.close();
        watch.close();
        reportLeft();
    }

    /**
     * Reports to the successors of its tasks that its components are closed, so that they need not wait for the end of
     * the process. If this fails, the supervisor reports it when the process is gone.
     */
    private void reportLeft() {
        try {
            if (registry.connected() && !mayRun(registry.readAssignment(spec.topologyName(), spec.topologyId()))) {
                closeComponents();
            }
        } catch (RegistryException e) {
            LOG.debug("cannot report that {} has left: {}", spec.worker(), e.getMessage());
        }
    }

    /** Whether this worker may still run: only an assignment without this worker denies it. */
    private boolean mayRun(Optional<Versioned<AssignmentRecord>> assignment) {
        return assignment
                .map(now -> now.value().worker(spec.worker()).isPresent())
                .orElse(true);
    }

    /** Does a pass of the loop; a simulation calls it without the loop. */
    long pass() {
        if (!registry.connected()) {
            newest = false;
            worker.countDrops();
            return CHECK_MILLIS;
        }
        if (!newest && !isNewestOrDenied()) {
            return CHECK_MILLIS;
        }
        newest = true;
        try {
            registration.ensure();
        } catch (EphemeralNode.TakenException e) {
            shutdown.request("a later start of " + spec.worker() + " is up");
            return CHECK_MILLIS;
        } catch (RegistryException e) {
            if (e.kind() != RegistryException.Kind.NOT_FOUND) {
                throw e;
            }
            // The topology is being removed; the registry itself confirms it.
            shutDownIfNotAssigned();
            return CHECK_MILLIS;
        }
        if (watch.ready()) {
            follow();
        }
        return CHECK_MILLIS;
    }

    private void follow() {
        ClusterView all = watch.view();
        if (all == followed) {
            worker.countDrops();
            TopologyView same = all.topologies().get(spec.topologyName());
            worker.clients(same.clients().values());
            savepoints.pass(same);
            return;
        }
        TopologyView view = all.topologies().get(spec.topologyName());
        if (view == null || !serves(view)) {
            if (view != null && hasHandedOver(view)) {
                leave();
            } else {
                shutDownIfNotAssigned();
            }
            return;
        }
        AssignmentRecord assignment = view.assignment().value();
        if (regrouping.isDue(assignment)) {
            // The next membership acknowledges it when it is done
            regrouping.begin(view.assignment());
            return;
        }
        worker.granted(epochs(view));
        Set<String> wanted = wanted(assignment);
        Set<String> reached = new TreeSet<>(wanted);
        if (!spec.plan().relays()) {
            assignment.relays().forEach(plan -> reached.add(plan.worker()));
        }
        assignment.joined().stream()
                .map(WorkerPlan::worker)
                .filter(name -> !name.equals(spec.worker()))
                .forEach(reached::add);
        Set<PeerEndpoint> up = peers.up(view, reached, clock.getAsLong());
        // No worker waits for relays, and for tasks that were dormant
        boolean areUp =
                up.stream().filter(peer -> wanted.contains(peer.worker())).count() == wanted.size();
        // This is repeated until there are links to all peers, as a peer that was not reachable may be reachable now.
        boolean linked = worker.peers(assignment.routingFor(spec.worker()), up) && areUp;
        worker.clients(view.clients().values());
        change(view.record());
        if (!open && (!assignment.defersOpening(spec.worker()) || predecessorsHaveLeft(view, assignment))) {
            worker.open();
            open = true;
        }
        boolean paused = view.savepoint() != null && view.savepoint().value().pauses();
        boolean active = view.record().status() != Status.INACTIVE && !assignment.pauses() && !paused;
        // Spouts that start before all peers are up would fill outboxes, and their tuples would wait.
        boolean complete = begun || areUp;
        if (active != isActive && (complete || !active)) {
            if (active) {
                worker.activate();
            } else {
                worker.deactivate();
            }
            isActive = active;
            begun |= active;
        }
        boolean told = !paused || isActive || stop(view.savepoint().value().number());
        savepoints.pass(view);
        if (linked && assignment.rebalancing()) {
            acknowledge(assignment.epoch());
        }
        if (assignment.rebalancing() && assignment.rebalance().phase() == Phase.SNAPSHOT) {
            worker.snapshotFor(new SnapshotRequest(SnapshotRequest.REBALANCE, assignment.epoch()));
        }
        boolean complied = linked && !peers.keeps() && open && told && active == isActive;
        followed = complied && !assignment.rebalancing() ? all : null;
    }

    /** Returns the newest start of each worker, which was granted by the assignment of its time. */
    private static Map<String, Long> epochs(TopologyView view) {
        return view.starts().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, start -> start.getValue().epoch()));
    }

    /** Passes the settings that have changed while the topology runs to the worker. */
    private void change(TopologyRecord record) {
        settings(record.config()).forEach((key, value) -> {
            if (!value.equals(settings.put(key, value))) {
                worker.setting(key, value);
            }
        });
    }

    private static Map<ConfigKey<?>, String> settings(Map<String, String> config) {
        Map<ConfigKey<?>, String> settings = new HashMap<>();
        TopologyKeys.live().forEach(key -> settings.put(key, config.getOrDefault(key.name(), key.defaultText())));
        return settings;
    }

    /** Returns the workers to which this worker needs links: current peers, and those after the rebalance. */
    private Set<String> wanted(AssignmentRecord assignment) {
        List<WorkerPlan> plans =
                assignment.defersOpening(spec.worker()) || assignment.rebalancing() && isLeaving(assignment.rebalance())
                        ? assignment.workersFor(spec.worker())
                        : assignment.wanted();
        Set<String> wanted = new TreeSet<>();
        plans.stream()
                .map(WorkerPlan::worker)
                .filter(name -> !name.equals(spec.worker()))
                .forEach(wanted::add);
        return wanted;
    }

    private boolean isLeaving(RebalanceRecord rebalance) {
        return rebalance.leaving().stream().anyMatch(plan -> plan.worker().equals(spec.worker()));
    }

    /** Whether the assignment hands this worker's tasks to others. */
    private boolean hasHandedOver(TopologyView view) {
        if (!view.record().id().equals(spec.topologyId()) || view.assignment() == null) {
            return false;
        }
        AssignmentRecord assignment = view.assignment().value();
        return assignment.topologyId().equals(spec.topologyId())
                && assignment.rebalancing()
                && assignment.rebalance().phase() == Phase.HANDOVER
                && isLeaving(assignment.rebalance());
    }

    /**
     * Closes the components and reports it at once, as paused spouts wait for that and the end of the process takes
     * longer.
     */
    private void leave() {
        try {
            closeComponents();
        } finally {
            shutdown.request("other workers have the tasks of " + spec.worker() + " now");
        }
    }

    private void closeComponents() {
        worker.close();
        if (worker.hasClosedComponents()) {
            registry.deleteStart(spec.topologyName(), spec.topologyId(), spec.worker(), spec.epoch());
        }
    }

    /**
     * Whether the earlier workers of this new worker's tasks are gone, so that it need not wait for all others. The
     * registry itself is read too, as the copy may be late.
     */
    private boolean predecessorsHaveLeft(TopologyView view, AssignmentRecord assignment) {
        if (assignment.rebalance().phase() != Phase.HANDOVER) {
            return false;
        }
        List<String> predecessors = assignment.rebalance().leaving().stream()
                .filter(plan -> assignment.rebalance().rescales()
                        || plan.tasks().stream().anyMatch(spec.plan().tasks()::contains))
                .map(WorkerPlan::worker)
                .toList();
        return predecessors.stream().noneMatch(view.starts()::containsKey)
                && registry.confirmed(
                                spec.cluster().clusterId(),
                                () -> predecessors.stream()
                                        .allMatch(
                                                name -> registry.readStart(spec.topologyName(), spec.topologyId(), name)
                                                        .isEmpty()))
                        .orElse(false);
    }

    /** Acknowledges an assignment to the controller as soon as the executors have applied it. */
    private void acknowledge(long epoch) {
        if (askedFor != epoch) {
            askedFor = epoch;
            worker.whenSettled(() -> {
                settled = epoch;
                wakeup.signal();
            });
        }
        if (settled == epoch && acknowledged != epoch && register(epoch, stopped)) {
            acknowledged = epoch;
        }
    }

    /**
     * Reports, as soon as the executors have paused their spouts, that none emits for this savepoint.
     *
     * @return whether it has been reported
     */
    private boolean stop(long savepoint) {
        if (askedToStop != savepoint) {
            askedToStop = savepoint;
            worker.whenSettled(() -> {
                settledStop = savepoint;
                wakeup.signal();
            });
        }
        if (settledStop == savepoint && stopped != savepoint && register(acknowledged, savepoint)) {
            stopped = savepoint;
        }
        return stopped == savepoint;
    }

    private boolean register(long heard, long savepoint) {
        return registration.write(Json.write(endpoint.withHeard(heard).withStopped(savepoint)));
    }

    private boolean serves(TopologyView view) {
        return view.record().id().equals(spec.topologyId())
                && !view.record().ended()
                && view.assignment() != null
                && isAssignedHere(view.assignment().value());
    }

    private boolean isAssignedHere(AssignmentRecord assignment) {
        return assignment
                .worker(spec.worker())
                .filter(plan -> plan.node().equals(spec.node()))
                .isPresent();
    }

    /** Reads the registry itself, as the copy may be late, and shuts down if the worker is no longer assigned. */
    private void shutDownIfNotAssigned() {
        // Another cluster, or an emptied ZooKeeper, do not remove the topology, so it continues
        registry.confirmed(spec.cluster().clusterId(), this::whyNotAssigned)
                .flatMap(why -> why)
                .ifPresent(shutdown::request);
    }

    private Optional<String> whyNotAssigned() {
        Optional<Versioned<TopologyRecord>> record = registry.readTopology(spec.topologyName());
        if (record.isEmpty() || !record.get().value().id().equals(spec.topologyId())) {
            return Optional.of("topology " + spec.topologyId() + " is gone");
        }
        Status status = record.get().value().status();
        if (record.get().value().ended()) {
            return Optional.of(
                    "topology " + spec.topologyId() + (status == Status.FAILED ? " has failed" : " is to end"));
        }
        if (registry.readAssignment(spec.topologyName(), spec.topologyId())
                .filter(assignment -> isAssignedHere(assignment.value()))
                .isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                status == Status.COMPLETED
                        ? "topology " + spec.topologyId() + " has completed"
                        : spec.worker() + " is not assigned to " + spec.node() + " any more");
    }

    /**
     * Whether this is the newest start, or ZooKeeper denies access. A worker that ZooKeeper has never admitted says so
     * and ends. A running one goes on, as while ZooKeeper is away.
     */
    private boolean isNewestOrDenied() {
        try {
            return isNewest();
        } catch (RegistryException e) {
            if (e.kind() == RegistryException.Kind.DENIED && followed == null && !open) {
                shutdown.failed(e);
                return false;
            }
            throw e;
        }
    }

    /** Whether this is the latest start of this worker; a later one replaces it. */
    private boolean isNewest() {
        Optional<WorkerStart> last = registry.readStart(spec.topologyName(), spec.topologyId(), spec.worker());
        if (last.isPresent() && last.get().epoch() > spec.epoch()) {
            shutdown.request("start " + last.get().epoch() + " of " + spec.worker() + " has replaced this one");
            return false;
        }
        return true;
    }
}
