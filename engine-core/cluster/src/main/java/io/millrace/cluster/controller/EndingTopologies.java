// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.TopologyView;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes topologies that were killed, have failed, or have completed some time ago, with their assignments. The
 * controller's loop calls.
 */
final class EndingTopologies {

    private static final Logger LOG = LoggerFactory.getLogger(EndingTopologies.class);

    private final Leadership leadership;
    private final LostNodes nodes;
    private final CompletedTopologies completed;

    EndingTopologies(Leadership leadership, LostNodes nodes, LongSupplier clockMillis) {
        this.leadership = leadership;
        this.nodes = nodes;
        this.completed = new CompletedTopologies(clockMillis);
    }

    /** Whether a topology is to end, so that it needs no workers. */
    boolean concerns(TopologyView topology) {
        return topology.record().ended() || completed.isOver(topology.record());
    }

    /**
     * Does the next step of the end of a topology for which {@link #concerns} is true. Returns whether it has changed
     * the registry.
     */
    boolean step(TopologyView topology) {
        return topology.record().ended() ? remove(topology) : release(topology);
    }

    /** Forgets all other topologies. */
    void retain(Set<String> ids) {
        completed.retain(ids);
    }

    /**
     * Deletes the assignment, so that the workers end and others get their slots; the topology is kept until it is
     * killed.
     */
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
        // A worker whose supervisor is merely absent may still run
        boolean left = topology.starts().values().stream().anyMatch(start -> !nodes.isLost(start.node()));
        if (left || topology.record().status() == Status.FAILED) {
            return false;
        }
        leadership.deleteTopology(topology);
        LOG.info("removed {}", topology.record().id());
        return true;
    }
}
