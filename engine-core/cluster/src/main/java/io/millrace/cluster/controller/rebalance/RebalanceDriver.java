// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol.Limits;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol.Situation;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol.Snapshot;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.snapshot.SnapshotRequest;
import io.millrace.runtime.snapshot.SnapshotSettings;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drives the steps of rebalances on the leading controller. The controller's loop calls. */
public final class RebalanceDriver {

    private static final Logger LOG = LoggerFactory.getLogger(RebalanceDriver.class);

    /** Asks for the counts of the current workers; the answer comes later, and never as an exception. */
    public interface Readings extends DrainCheck.Readings {}

    /** Reads the pointer to a topology's committed snapshot; empty while it is not known. */
    public interface Pointers {
        Optional<Pointer> read(TopologyRecord topology);
    }

    /** The state of one rebalance at this leader that is not in the registry. */
    private static final class Progress {
        private final long number;
        private final long begunMillis;
        private long epoch;
        private long phaseMillis;
        private DrainCheck drained;

        Progress(long number, long nowMillis) {
            this.number = number;
            this.begunMillis = nowMillis;
        }
    }

    private final Leadership leadership;
    private final Topologies topologies;
    private final Readings readings;
    private final Pointers pointers;
    private final Limits limits;
    private final LongSupplier clockMillis;

    /** The progress by topology id. */
    private final Map<String, Progress> progress = new HashMap<>();

    private final PauseEstimates pauses = new PauseEstimates();

    public RebalanceDriver(
            Leadership leadership,
            Topologies topologies,
            Readings readings,
            Pointers pointers,
            Limits limits,
            LongSupplier clockMillis) {
        this.leadership = leadership;
        this.topologies = topologies;
        this.readings = readings;
        this.pointers = pointers;
        this.limits = limits;
        this.clockMillis = clockMillis;
    }

    /**
     * Does the next step of a topology's rebalance if it is due.
     *
     * @param nodeLost whether a node has been missing for so long that its workers count as dead
     * @return whether it made a step
     */
    public boolean step(TopologyView topology, ClusterView view, Predicate<String> nodeLost) {
        AssignmentRecord now = topology.assignment().value();
        String id = topology.record().id();
        if (!now.rebalancing()) {
            progress.remove(id);
            return false;
        }
        long millis = clockMillis.getAsLong();
        Progress own = progress.get(id);
        if (own == null || own.number != now.rebalance().number()) {
            own = new Progress(now.rebalance().number(), millis);
            progress.put(id, own);
        }
        if (own.epoch != now.epoch()) {
            own.epoch = now.epoch();
            own.phaseMillis = millis;
            own.drained = null;
        }
        Optional<AssignmentRecord> next = RebalanceProtocol.step(now, situation(topology, view, own, nodeLost), limits);
        next.ifPresent(step -> write(topology, step));
        pauses.observe(id, now.rebalance().phase(), millis);
        next.ifPresent(step -> pauses.observe(id, step.rebalance().phase(), millis));
        return next.isPresent();
    }

    /** Reads a pointer for {@link Pointers}. */
    public static Optional<Pointer> pointer(Registry registry, TopologyRecord topology) {
        try {
            return registry.readPointer(topology.name(), topology.id()).map(Versioned::value);
        } catch (RegistryException e) {
            LOG.debug("the pointer of {} is not known: {}", topology.id(), e.getMessage());
            return Optional.empty();
        }
    }

    /** Cancels a rebalance before a task has moved. */
    public void cancel(TopologyView topology, String why) {
        write(topology, RebalanceProtocol.cancel(topology.assignment().value(), why));
    }

    /**
     * Whether a paused topology has to be polled for tuples in flight, or for its snapshot. In all other phases workers
     * acknowledge through the registry.
     */
    public static boolean isDraining(ClusterView view) {
        return view.topologies().values().stream()
                .filter(topology -> topology.assignment() != null
                        && topology.assignment().value().rebalancing())
                .anyMatch(RebalanceDriver::isPolled);
    }

    private static boolean isPolled(TopologyView topology) {
        Phase phase = topology.assignment().value().rebalance().phase();
        return phase == Phase.SNAPSHOT
                || phase == Phase.PAUSING && waitingFor(topology).isEmpty();
    }

    /** Returns the workers that have not completed the current phase. */
    public static List<String> waitingFor(TopologyView topology) {
        AssignmentRecord now = topology.assignment().value();
        if (!now.rebalancing()) {
            return List.of();
        }
        Set<String> waiting =
                new TreeSet<>(now.wanted().stream().map(WorkerPlan::worker).toList());
        waiting.removeAll(heard(topology));
        if (now.rebalance().phase() == Phase.HANDOVER) {
            now.rebalance().leaving().stream()
                    .map(WorkerPlan::worker)
                    .filter(topology.starts()::containsKey)
                    .forEach(waiting::add);
        }
        return List.copyOf(waiting);
    }

    /** Returns the estimates of pauses; any thread may read them. */
    public PauseEstimates pauses() {
        return pauses;
    }

    public void retain(Set<String> ids) {
        pauses.retain(ids);
        progress.keySet().retainAll(ids);
    }

    private void write(TopologyView topology, AssignmentRecord next) {
        leadership.updateAssignment(topology, next);
        LOG.info(
                "rebalance {} of {}: {}{}",
                next.rebalance().number(),
                topology.record().id(),
                next.rebalance().phase(),
                next.rebalance().outcome().isEmpty()
                        ? ""
                        : ", " + next.rebalance().outcome());
    }

    private Situation situation(TopologyView topology, ClusterView view, Progress own, Predicate<String> nodeLost) {
        AssignmentRecord now = topology.assignment().value();
        Set<String> heard = heard(topology);
        Set<String> ended = now.rebalance().leaving().stream()
                .filter(plan -> hasEnded(topology, plan, nodeLost))
                .map(WorkerPlan::worker)
                .collect(Collectors.toSet());
        boolean pausing = now.rebalance().phase() == Phase.PAUSING
                && heard.containsAll(
                        now.wanted().stream().map(WorkerPlan::worker).toList());
        SnapshotSettings settings =
                SnapshotSettings.of(Config.of(topology.record().config()));
        long millis = clockMillis.getAsLong();
        return new Situation(
                topology.workers().keySet(),
                heard,
                pausing && (settings.enabled() && settings.aligned() || isDrained(topology, view, own)),
                snapshot(settings, topology),
                ended,
                millis - own.phaseMillis,
                millis - own.begunMillis);
    }

    private Snapshot snapshot(SnapshotSettings settings, TopologyView topology) {
        AssignmentRecord now = topology.assignment().value();
        if (!settings.enabled()) {
            return Snapshot.NONE;
        }
        return now.rebalance().phase() == Phase.SNAPSHOT
                        && pointers.read(topology.record())
                                .filter(pointer ->
                                        pointer.fulfils(new SnapshotRequest(SnapshotRequest.REBALANCE, now.epoch())))
                                .isPresent()
                ? Snapshot.COMMITTED
                : Snapshot.WANTED;
    }

    private static Set<String> heard(TopologyView topology) {
        long epoch = topology.assignment().value().epoch();
        return topology.workers().values().stream()
                .filter(peer -> peer.progress().heard() >= epoch)
                .map(PeerEndpoint::worker)
                .collect(Collectors.toSet());
    }

    /**
     * Whether a worker has ended: its supervisor reports a process that is proven dead. If the supervisor is lost too,
     * an unregistered worker counts as dead.
     */
    private static boolean hasEnded(TopologyView topology, WorkerPlan plan, Predicate<String> nodeLost) {
        return !topology.starts().containsKey(plan.worker())
                || !topology.workers().containsKey(plan.worker()) && nodeLost.test(plan.node());
    }

    private boolean isDrained(TopologyView topology, ClusterView view, Progress own) {
        if (own.drained == null) {
            Optional<Topology> components = topologies.get(topology.record().topologyDigest());
            if (components.isEmpty()) {
                return false;
            }
            AssignmentRecord now = topology.assignment().value();
            own.drained = new DrainCheck(readings, Parallelism.of(components.get(), now.parallelism(), now.tasks()));
        }
        return own.drained.isDrained(topology, view);
    }
}
