// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.controller.placement.Placer.NoRoomException;
import io.millrace.cluster.controller.rebalance.DrainPlan;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceRecord;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.TopologyView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes topologies off drained nodes by rebalances, on the leading controller. Each pass checks again the obstacles
 * that keep a topology there, so that the drain goes on by itself. The controller's loop calls.
 */
final class Drains {

    private static final Logger LOG = LoggerFactory.getLogger(Drains.class);

    /** The pause between a rebalance that was cancelled and the next one, as each starts workers. */
    static final long AGAIN_MILLIS = 10_000;

    /** The last rebalance that this leader has begun for a topology, and when it was first seen cancelled. */
    private record Attempt(long number, long cancelledMillis) {}

    private final Leadership leadership;
    private final Function<String, Optional<Topology>> topologies;
    private final LongSupplier clockMillis;

    /** The attempts by topology id. */
    private final Map<String, Attempt> attempts = new HashMap<>();

    /** @param topologies returns a topology by its digest */
    Drains(Leadership leadership, Function<String, Optional<Topology>> topologies, LongSupplier clockMillis) {
        this.leadership = leadership;
        this.topologies = topologies;
        this.clockMillis = clockMillis;
    }

    /**
     * Begins to move an assigned topology off drained nodes, if it has workers there.
     *
     * @return whether it has changed the registry
     * @throws NoRoomException if it has workers there, and cannot move now
     */
    boolean step(TopologyView topology, ClusterView view) {
        List<WorkerPlan> moving = DrainPlan.toMove(topology, view);
        AssignmentRecord running = topology.assignment().value();
        if (moving.isEmpty() || running.rebalancing()) {
            return false;
        }
        String stays = "stays on " + DrainPlan.nodes(moving) + ": ";
        if (topology.record().status() == Status.COMPLETED) {
            throw new NoRoomException(stays + "it has completed, and its workers end after "
                    + TopologyKeys.COMPLETED_RETENTION.name() + ", or with 'millrace kill "
                    + topology.record().name() + "'");
        }
        SavepointRecord savepoint =
                topology.savepoint() == null ? null : topology.savepoint().value();
        if (savepoint != null && savepoint.isAsked()) {
            throw new NoRoomException(stays + "savepoint " + savepoint.number() + " is being made");
        }
        awaitNextAttempt(topology.record().id(), running.rebalance(), stays);
        Optional<Topology> components = topologies.apply(topology.record().topologyDigest());
        if (components.isEmpty()) {
            return false;
        }
        AssignmentRecord begun = DrainPlan.begin(topology, components.get(), view);
        leadership.updateAssignment(topology, begun);
        attempts.put(topology.record().id(), new Attempt(begun.rebalance().number(), Long.MAX_VALUE));
        LOG.info(
                "draining {}: {} moves: {}",
                DrainPlan.nodes(moving),
                topology.record().id(),
                begun.rebalance().next());
        return true;
    }

    private void awaitNextAttempt(String id, RebalanceRecord last, String stays) {
        Attempt attempt = attempts.get(id);
        if (attempt == null || last == null || last.number() != attempt.number() || last.phase() != Phase.CANCELLED) {
            return;
        }
        long now = clockMillis.getAsLong();
        long since = Math.min(now, attempt.cancelledMillis());
        attempts.put(id, new Attempt(attempt.number(), since));
        if (now - since < AGAIN_MILLIS) {
            throw new NoRoomException(stays + "its move was cancelled and is tried again soon: " + last.outcome());
        }
    }

    void retain(Set<String> ids) {
        attempts.keySet().retainAll(ids);
    }
}
