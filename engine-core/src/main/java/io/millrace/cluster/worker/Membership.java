package io.millrace.cluster.worker;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.Loop;
import io.millrace.cluster.Wakeup;
import io.millrace.cluster.registry.AssignmentRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.RebalanceRecord;
import io.millrace.cluster.registry.RebalanceRecord.Phase;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyRecord;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.registry.WorkerPlan;
import io.millrace.cluster.registry.WorkerStart;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.Worker;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a running worker a member of its topology: registers it, tells it of its peers, and lets its spouts emit or not.
 * While ZooKeeper is away everything stays as it was. All state belongs to the loop {@code millrace-membership}.
 */
final class Membership implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final long CHECK_MILLIS = 1_000;

    private final LaunchSpec spec;
    private final Worker worker;
    private final Registry registry;
    private final Ending ending;
    private final Wakeup wakeup = new Wakeup();
    private final EphemeralNode registration;
    private final ClusterWatch watch;
    private final Loop loop;

    private final PeerEndpoint endpoint;
    private boolean isActive;

    /** Whether its components were opened. */
    private boolean open;

    /** Whether its spouts were active once. */
    private boolean begun;

    private boolean newest;

    /** A view that asks nothing more of this worker. */
    private ClusterView followed;

    /** The assignment that executors were asked to say when they have done what it says; that of which the controller was told. */
    private long askedFor;

    private long told;

    /** The assignment that executors have done what it says; theirs to write. */
    private volatile long settled;

    Membership(LaunchSpec spec, Worker worker, Registry registry, Ending ending) {
        this.spec = spec;
        this.worker = worker;
        this.registry = registry;
        this.ending = ending;
        this.endpoint = worker.endpoint();
        registration = registry.ephemeral(
                registry.paths().worker(spec.topologyName(), spec.worker()),
                Json.write(endpoint),
                holder -> Json.read(holder, PeerEndpoint.class).epoch() < spec.epoch(),
                wakeup::signal);
        watch = ClusterWatch.forWorker(registry, spec.topologyName(), wakeup::signal);
        loop = new Loop("millrace-membership", wakeup, this::pass);
    }

    void start() {
        loop.start();
    }

    /** What is registered goes with the session, which the registry's end ends. */
    @Override
    public void close() {
        loop.close();
        watch.close();
        sayThatItHasLeft();
    }

    /**
     * Whoever takes over its tasks need not wait for the end of the process once its components are closed. If this says
     * nothing, the supervisor does when it finds the process gone.
     */
    private void sayThatItHasLeft() {
        try {
            if (registry.connected() && !isToRun(registry.readAssignment(spec.topologyName()))) {
                worker.close();
                if (worker.hasClosedComponents()) {
                    registry.deleteStart(spec.topologyName(), spec.worker(), spec.epoch());
                }
            }
        } catch (RegistryException e) {
            LOG.debug("cannot say that {} has left: {}", spec.worker(), e.getMessage());
        }
    }

    /** Whether this assignment, of whichever topology and if there is one, does not say that it is not to run. */
    private boolean isToRun(Optional<Versioned<AssignmentRecord>> assignment) {
        return assignment
                .map(Versioned::value)
                .filter(now -> now.topologyId().equals(spec.topologyId()))
                .map(now -> now.worker(spec.worker()).isPresent())
                .orElse(true);
    }

    private long pass() {
        if (!registry.connected()) {
            newest = false;
            return CHECK_MILLIS;
        }
        if (!newest && !isNewest()) {
            return CHECK_MILLIS;
        }
        newest = true;
        try {
            registration.ensure();
        } catch (EphemeralNode.TakenException e) {
            ending.unwanted("a later start of " + spec.worker() + " is up");
            return CHECK_MILLIS;
        } catch (RegistryException e) {
            if (e.kind() != RegistryException.Kind.NOT_FOUND) {
                throw e;
            }
            // The topology is being removed; what follows tells for sure.
            endIfUnwanted();
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
            return;
        }
        TopologyView view = all.topologies().get(spec.topologyName());
        if (view == null || !serves(view)) {
            if (view != null && hasGivenAwayItsTasks(view)) {
                leave();
            } else {
                endIfUnwanted();
            }
            return;
        }
        AssignmentRecord assignment = view.assignment().value();
        Set<String> wanted = wanted(assignment);
        Set<PeerEndpoint> up = Set.copyOf(view.workers().values().stream()
                .filter(peer -> wanted.contains(peer.worker()))
                .toList());
        // Also what has not changed, until there are links to all: a peer that was not reached the last time may be
        // now.
        boolean linked = worker.peers(assignment.routingFor(spec.worker()), up) && up.size() == wanted.size();
        if (!open && (!assignment.holds(spec.worker()) || haveLeft(view, assignment))) {
            worker.open();
            open = true;
        }
        boolean active = view.record().status() != Status.INACTIVE && !assignment.pauses();
        // Spouts that begin before everybody is there fill outboxes and let their tuples grow old.
        boolean complete = begun || up.size() == wanted.size();
        if (active != isActive && (complete || !active)) {
            if (active) {
                worker.activate();
            } else {
                worker.deactivate();
            }
            isActive = active;
            begun |= active;
        }
        if (linked && assignment.rebalancing()) {
            tell(assignment.epoch());
        }
        followed = linked && open && active == isActive && !assignment.rebalancing() ? all : null;
    }

    /** Whom this worker is to have links to: those with whom it exchanges tuples now, and those with whom it will. */
    private Set<String> wanted(AssignmentRecord assignment) {
        List<WorkerPlan> plans =
                assignment.holds(spec.worker()) || assignment.rebalancing() && isLeaving(assignment.rebalance())
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

    /** Whether the registry says that this worker's tasks run elsewhere from now on, which it can say of no worker by mistake. */
    private boolean hasGivenAwayItsTasks(TopologyView view) {
        if (!view.record().id().equals(spec.topologyId()) || view.assignment() == null) {
            return false;
        }
        AssignmentRecord assignment = view.assignment().value();
        return assignment.topologyId().equals(spec.topologyId())
                && assignment.rebalancing()
                && assignment.rebalance().phase() == Phase.HANDOVER
                && isLeaving(assignment.rebalance());
    }

    /** Closes the components and says so at once, as sources wait for that; the end of the process takes longer. */
    private void leave() {
        try {
            worker.close();
            if (worker.hasClosedComponents()) {
                registry.deleteStart(spec.topologyName(), spec.worker(), spec.epoch());
            }
        } finally {
            ending.unwanted("other workers have the tasks of " + spec.worker() + " now");
        }
    }

    /**
     * Whether nothing is left of those that had this new worker's tasks, so that it need not wait for all others. The registry
     * itself is asked too, as the copy of it may be half made.
     */
    private boolean haveLeft(TopologyView view, AssignmentRecord assignment) {
        if (assignment.rebalance().phase() != Phase.HANDOVER) {
            return false;
        }
        List<String> predecessors = assignment.rebalance().leaving().stream()
                .filter(plan -> plan.tasks().stream().anyMatch(spec.plan().tasks()::contains))
                .map(WorkerPlan::worker)
                .toList();
        return predecessors.stream().noneMatch(view.starts()::containsKey)
                && predecessors.stream()
                        .allMatch(name ->
                                registry.readStart(spec.topologyName(), name).isEmpty());
    }

    /** Tells the controller of an assignment as soon as the executors have done what it says. */
    private void tell(long epoch) {
        if (askedFor != epoch) {
            askedFor = epoch;
            worker.whenSettled(() -> {
                settled = epoch;
                wakeup.signal();
            });
        }
        if (settled == epoch && told != epoch && registration.say(Json.write(endpoint.withHeard(epoch)))) {
            told = epoch;
        }
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

    /** Asks the registry itself, as the copy of it may be half made, and ends if the worker is not to run. */
    private void endIfUnwanted() {
        if (registry.readCluster()
                .filter(cluster -> cluster.id().equals(spec.clusterId()))
                .isEmpty()) {
            // Not our cluster, or an emptied ZooKeeper: no word of those who know, so the topology goes on.
            return;
        }
        Optional<Versioned<TopologyRecord>> record = registry.readTopology(spec.topologyName());
        if (record.isEmpty() || !record.get().value().id().equals(spec.topologyId())) {
            ending.unwanted("topology " + spec.topologyId() + " is gone");
        } else if (record.get().value().ended()) {
            ending.unwanted("topology " + spec.topologyId() + " was killed or has failed");
        } else if (registry.readAssignment(spec.topologyName())
                .filter(assignment -> isAssignedHere(assignment.value()))
                .isEmpty()) {
            ending.unwanted(spec.worker() + " is not assigned to " + spec.node() + " any more");
        }
    }

    /** Whether no later start of this worker was allotted; one that was means that this one was given up. */
    private boolean isNewest() {
        Optional<WorkerStart> last = registry.readStart(spec.topologyName(), spec.worker());
        if (last.isPresent() && last.get().epoch() > spec.epoch()) {
            ending.unwanted("start " + last.get().epoch() + " of " + spec.worker() + " has replaced this one");
            return false;
        }
        return true;
    }
}
