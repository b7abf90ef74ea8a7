// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.controller.placement.Placer.NoRoomException;
import io.millrace.cluster.controller.rebalance.RebalanceDriver;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles the registry on the leading controller: assigns new topologies, moves workers off lost and drained nodes,
 * removes killed and failed topologies. The controller's loop calls. Every pass reads the whole state and depends on no
 * earlier pass.
 */
final class Reconciler {

    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    private final Placements placements;
    private final RebalanceDriver rebalances;
    private final SavepointRequests savepoints;
    private final Drains drains;
    private final EndingTopologies ending;
    private final LostNodes nodes;
    private final Problems problems;

    Reconciler(
            Placements placements,
            RebalanceDriver rebalances,
            SavepointRequests savepoints,
            Drains drains,
            EndingTopologies ending,
            LostNodes nodes,
            Problems problems) {
        this.placements = placements;
        this.rebalances = rebalances;
        this.savepoints = savepoints;
        this.drains = drains;
        this.ending = ending;
        this.nodes = nodes;
        this.problems = problems;
    }

    /** Makes at most one change, as the view does not contain it yet. Returns whether it made one. */
    boolean pass(ClusterView view) {
        Set<String> ids = new HashSet<>();
        nodes.note(view);
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
        ending.retain(ids);
        drains.retain(ids);
        return false;
    }

    private boolean reconcile(TopologyView topology, ClusterView view) {
        String id = topology.record().id();
        if (ending.concerns(topology)) {
            return ending.step(topology);
        }
        if (!topology.assigned()) {
            return placements.assign(topology, view);
        }
        if (placements.close(topology, view)) {
            return true;
        }
        Set<String> lost = nodes.workers(topology);
        if (!lost.isEmpty()) {
            if (RebalanceProtocol.canBeCancelled(topology.assignment().value())) {
                rebalances.cancel(topology, "a node was lost: " + lost + " must move first");
                return true;
            }
            return placements.move(topology, lost, view);
        }
        if (savepoints.reconcile(topology)
                || rebalances.step(topology, view, nodes::isLost)
                || placements.relay(topology, view)) {
            return true;
        }
        String awaited = nodes.awaited(topology);
        if (!awaited.isEmpty()) {
            problems.setPassing(id, awaited);
            return false;
        }
        boolean moves = drains.step(topology, view);
        problems.clear(id);
        return moves || placements.open(topology, view);
    }
}
