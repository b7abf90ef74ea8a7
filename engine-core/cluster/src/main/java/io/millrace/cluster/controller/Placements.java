// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.controller.placement.DormantTasks;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.controller.placement.Placer.NoRoomException;
import io.millrace.cluster.controller.placement.RelayPlans;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.worker.ChannelRegions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives topologies their workers, without a rebalance: places new ones, moves workers off lost nodes, and lets relays
 * and workers of dormant tasks come and go. A method returns whether it has changed the registry. The controller's
 * loop calls.
 */
final class Placements {

    private static final Logger LOG = LoggerFactory.getLogger(Placements.class);

    private final Leadership leadership;
    private final Function<String, Optional<Topology>> topologies;
    private final Placer placer;
    private final LostNodes nodes;
    private final Problems problems;

    /** @param topologies returns a topology by its digest */
    Placements(
            Leadership leadership,
            Function<String, Optional<Topology>> topologies,
            Placer placer,
            LostNodes nodes,
            Problems problems) {
        this.leadership = leadership;
        this.topologies = topologies;
        this.placer = placer;
        this.nodes = nodes;
        this.problems = problems;
    }

    /** Places a new topology. */
    boolean assign(TopologyView topology, ClusterView view) {
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

    /** Moves these workers, which are lost with their nodes. */
    boolean move(TopologyView topology, Set<String> lost, ClusterView view) {
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
    boolean open(TopologyView topology, ClusterView view) {
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
    boolean close(TopologyView topology, ClusterView view) {
        Optional<AssignmentRecord> next = DormantTasks.close(topology, view, nodes::isLost);
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
     * Closes a task of any topology that was dormant, for a topology that waits for a slot. No task is closed while a
     * node is merely absent, which may come back with slots.
     */
    private boolean makeRoom(TopologyRecord waiting, Topology components, ClusterView view) {
        if (nodes.mayComeBack()) {
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
    boolean relay(TopologyView topology, ClusterView view) {
        AssignmentRecord running = topology.assignment().value();
        if (running.rebalancing() || !RelayPlans.areRelevant(running, view)) {
            return false;
        }
        Optional<Topology> components = topologies.apply(topology.record().topologyDigest());
        if (components.isEmpty()) {
            return false;
        }
        Topology present = Parallelism.of(components.get(), running.parallelism(), running.tasks());
        ChannelRegions linked = ChannelRegions.of(
                Config.of(topology.record().config()),
                TaskPlan.withDormant(present).taskCount(),
                running.near());
        List<WorkerPlan> relays = RelayPlans.of(running, present, linked, view, nodes::isLost);
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
}
