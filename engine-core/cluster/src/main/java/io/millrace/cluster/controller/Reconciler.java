package io.millrace.cluster.controller;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.controller.placement.DormantTasks;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.controller.placement.Placer.NoRoomException;
import io.millrace.cluster.controller.placement.RelayPlans;
import io.millrace.cluster.controller.rebalance.RebalanceDriver;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.settings.ClusterKeys;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles the registry on the leading controller: assigns new topologies, moves workers off lost and drained nodes, removes
 * killed and failed topologies. The controller's loop calls. Every pass reads the whole state and depends on no earlier
 * pass.
 */
final class Reconciler {

    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    private final Leadership leadership;
    private final Function<String, Optional<Topology>> topologies;
    private final Placer placer;
    private final RebalanceDriver rebalances;
    private final Problems problems;
    private final SavepointRequests savepoints;
    private final Drains drains;
    private final long lostMillis;
    private final long sessionMillis;
    private final LongSupplier clockMillis;

    private final CompletedTopologies completed;

    /** By node: the time since when a supervisor with assigned workers has been missing. */
    private final Map<String, Long> missingSinceMillis = new HashMap<>();

    /** Those of them that have been missing for too long, and that the registry itself does not have. */
    private final Set<String> confirmedLost = new HashSet<>();

    /** @param topologies by digest */
    Reconciler(
            Leadership leadership,
            Function<String, Optional<Topology>> topologies,
            Placer placer,
            RebalanceDriver rebalances,
            Problems problems,
            SavepointRequests savepoints,
            Drains drains,
            long lostMillis,
            long sessionMillis,
            LongSupplier clockMillis) {
        this.leadership = leadership;
        this.topologies = topologies;
        this.placer = placer;
        this.rebalances = rebalances;
        this.problems = problems;
        this.savepoints = savepoints;
        this.drains = drains;
        this.lostMillis = lostMillis;
        this.sessionMillis = sessionMillis;
        this.clockMillis = clockMillis;
        this.completed = new CompletedTopologies(clockMillis);
    }

    /** Makes at most one change, as the view does not contain it yet. Returns whether it made one. */
    boolean pass(ClusterView view) {
        Set<String> ids = new HashSet<>();
        noteMissingSupervisors(view);
        for (TopologyView topology : view.topologies().values()) {
            ids.add(topology.record().id());
            try {
                if (reconcile(topology, view)) {
                    return true;
                }
            } catch (RegistryException e) {
                if (e.kind() == RegistryException.Kind.UNAVAILABLE) {
                    throw e;
                }
                LOG.debug("{}: {}", topology.record().id(), e.getMessage());
            } catch (NoRoomException | ClusterException e) {
                problems.set(topology.record().id(), e.getMessage());
            }
        }
        problems.retain(ids);
        rebalances.retain(ids);
        completed.retain(ids);
        drains.retain(ids);
        return false;
    }

    private boolean reconcile(TopologyView topology, ClusterView view) {
        if (topology.record().ended()) {
            return remove(topology);
        }
        if (completed.isOver(topology.record())) {
            return release(topology);
        }
        if (!topology.assigned()) {
            return assign(topology, view);
        }
        if (close(topology, view)) {
            return true;
        }
        Set<String> lost = lost(topology);
        if (!lost.isEmpty()) {
            if (RebalanceProtocol.canBeCancelled(topology.assignment().value())) {
                rebalances.cancel(topology, "a node was lost: " + lost + " must move first");
                return true;
            }
            return move(topology, lost, view);
        }
        if (savepoints.reconcile(topology) || rebalances.step(topology, view, this::isLost)) {
            return true;
        }
        if (relay(topology, view)) {
            return true;
        }
        List<WorkerPlan> missing = unregistered(topology, missingSinceMillis::containsKey);
        if (!missing.isEmpty()) {
            problems.setPassing(topology.record().id(), waitsFor(missing));
            return false;
        }
        boolean moves = drains.step(topology, view);
        problems.clear(topology.record().id());
        return moves || open(topology, view);
    }

    private String waitsFor(List<WorkerPlan> missing) {
        return "waits for "
                + missing.stream()
                        .map(plan -> plan.worker() + " on " + plan.node())
                        .collect(Collectors.joining(", "))
                + ": that node's supervisor is missing, and tasks move to other nodes when nothing has been heard of it for "
                + ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT.write(Duration.ofMillis(lostMillis)) + " ("
                + ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT.name() + ")";
    }

    private boolean assign(TopologyView topology, ClusterView view) {
        TopologyRecord record = topology.record();
        Optional<Topology> components = topologies.apply(record.topologyDigest());
        if (components.isEmpty()) {
            return false;
        }
        AssignmentRecord assignment;
        try {
            assignment = placer.place(record, components.get(), view);
        } catch (NoRoomException e) {
            if (makeRoom(record, components.get(), view)) {
                return true;
            }
            throw e;
        }
        leadership.createAssignment(topology, assignment);
        problems.clear(record.id());
        LOG.info("assigned {}: {}", record.id(), assignment.nodeOfWorker());
        return true;
    }

    private boolean move(TopologyView topology, Set<String> lost, ClusterView view) {
        Optional<Topology> components = topologies.apply(topology.record().topologyDigest());
        if (components.isEmpty()) {
            return false;
        }
        AssignmentRecord running = topology.assignment().value();
        Topology present = Parallelism.of(components.get(), running.parallelism(), running.tasks());
        AssignmentRecord moved;
        try {
            moved = placer.move(topology.record(), present, running, lost, view);
        } catch (NoRoomException e) {
            if (makeRoom(topology.record(), present, view)) {
                return true;
            }
            throw e;
        }
        if (!lost.stream().allMatch(worker -> leadership.isGone(topology, worker))) {
            return false;
        }
        leadership.updateAssignment(topology, moved);
        LOG.warn(
                "{} of {} lost with their nodes, now placed: {}",
                lost,
                topology.record().id(),
                moved.nodeOfWorker());
        return true;
    }

    /** Opens a dormant task on a node that has a slot for it. */
    private boolean open(TopologyView topology, ClusterView view) {
        AssignmentRecord running = topology.assignment().value();
        Optional<AssignmentRecord> next = topologies
                .apply(topology.record().topologyDigest())
                .flatMap(components -> DormantTasks.open(
                        topology, Parallelism.of(components, running.parallelism(), running.tasks()), view));
        next.ifPresent(opened -> {
            leadership.updateAssignment(topology, opened);
            WorkerPlan worker = opened.joined().get(opened.joined().size() - 1);
            LOG.info(
                    "{} on {} joins {} with task {}",
                    worker.worker(),
                    worker.node(),
                    topology.record().id(),
                    worker.tasks().get(0));
        });
        return next.isPresent();
    }

    /** Closes a task that was dormant, if its node is lost or drained. */
    private boolean close(TopologyView topology, ClusterView view) {
        Optional<AssignmentRecord> next = DormantTasks.close(topology, view, this::isLost);
        next.ifPresent(closed -> close(topology, closed, "its node is lost or drained"));
        return next.isPresent();
    }

    private void close(TopologyView topology, AssignmentRecord closed, String why) {
        leadership.updateAssignment(topology, closed);
        List<WorkerPlan> left = topology.assignment().value().joined().stream()
                .filter(plan -> !closed.joined().contains(plan))
                .toList();
        LOG.info("{} leaves {}, {}", left, topology.record().id(), why);
    }

    /**
     * Closes a task of any topology that was dormant, for a topology that waits for a slot. Nothing is closed while a node is merely absent, which may come
     * back with slots.
     */
    private boolean makeRoom(TopologyRecord waiting, Topology components, ClusterView view) {
        if (!confirmedLost.containsAll(missingSinceMillis.keySet())) {
            return false;
        }
        for (TopologyView topology : view.topologies().values()) {
            if (!topology.record().ended() && topology.assigned()) {
                Optional<AssignmentRecord> next = DormantTasks.makeRoom(
                        topology.assignment().value(), components, Config.of(waiting.config()), view);
                if (next.isPresent()) {
                    close(topology, next.get(), waiting.id() + " needs its slot");
                    return true;
                }
            }
        }
        return false;
    }

    /** Gives the topology the relays that it should have. */
    private boolean relay(TopologyView topology, ClusterView view) {
        AssignmentRecord running = topology.assignment().value();
        if (running.rebalancing() || !RelayPlans.areRelevant(running, view)) {
            return false;
        }
        Optional<Topology> components = topologies.apply(topology.record().topologyDigest());
        if (components.isEmpty()) {
            return false;
        }
        List<WorkerPlan> relays = RelayPlans.of(
                running, Parallelism.of(components.get(), running.parallelism(), running.tasks()), view, this::isLost);
        if (relays.equals(running.relays())) {
            return false;
        }
        leadership.updateAssignment(topology, running.withRelays(relays));
        LOG.info(
                "{} is relayed by {}",
                topology.record().id(),
                relays.stream().map(WorkerPlan::node).toList());
        return true;
    }

    /** Deletes the assignment, so that the workers end and others get their slots; the topology is kept until it is killed. */
    private boolean release(TopologyView topology) {
        if (!topology.assigned()) {
            return false;
        }
        leadership.deleteAssignment(topology);
        LOG.info("{} has completed: its workers end", topology.record().id());
        return true;
    }

    /**
     * Deletes the assignment, waits until supervisors have stopped the workers, then deletes the topology. A failed
     * topology is kept until it is killed.
     */
    private boolean remove(TopologyView topology) {
        if (topology.assigned()) {
            leadership.deleteAssignment(topology);
            return true;
        }
        // One whose supervisor is merely absent may still run
        boolean left = topology.starts().values().stream().anyMatch(start -> !isLost(start.node()));
        if (left || topology.record().status() == Status.FAILED) {
            return false;
        }
        leadership.deleteTopology(topology);
        LOG.info("removed {}", topology.record().id());
        return true;
    }

    /**
     * Workers that are not registered and whose supervisor has been missing for too long. Workers that still run are
     * not lost.
     */
    private Set<String> lost(TopologyView topology) {
        return unregistered(topology, this::isLost).stream()
                .map(WorkerPlan::worker)
                .collect(Collectors.toSet());
    }

    private static List<WorkerPlan> unregistered(TopologyView topology, Predicate<String> onNode) {
        return topology.assignment().value().workers().stream()
                .filter(plan -> !topology.workers().containsKey(plan.worker()))
                .filter(plan -> onNode.test(plan.node()))
                .toList();
    }

    private boolean isLost(String node) {
        return confirmedLost.contains(node);
    }

    private void noteMissingSupervisors(ClusterView view) {
        Set<String> gone = new HashSet<>();
        for (TopologyView topology : view.topologies().values()) {
            topology.starts().values().stream()
                    .map(start -> start.node())
                    .filter(node -> !view.supervisors().containsKey(node))
                    .forEach(gone::add);
            if (topology.assignment() != null) {
                AssignmentRecord assignment = topology.assignment().value();
                List<WorkerPlan> leaving =
                        assignment.rebalancing() ? assignment.rebalance().leaving() : List.of();
                Stream.concat(assignment.started().stream(), leaving.stream())
                        .map(WorkerPlan::node)
                        .filter(node -> !view.supervisors().containsKey(node))
                        .forEach(gone::add);
            }
        }
        missingSinceMillis.keySet().retainAll(gone);
        confirmedLost.retainAll(gone);
        long now = clockMillis.getAsLong();
        for (String node : gone) {
            long since = missingSinceMillis.computeIfAbsent(node, missing -> now);
            // When a session ends, nothing has been heard for as long as it takes
            if (now - since >= Math.max(0, lostMillis - sessionMillis)
                    && !confirmedLost.contains(node)
                    && leadership.isGone(node)) {
                confirmedLost.add(node);
            }
        }
    }
}
