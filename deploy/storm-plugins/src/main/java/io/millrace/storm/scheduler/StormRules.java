// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.scheduler;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;

/** What must hold of a placement before it is given to Storm, and how it is given. */
final class StormRules {
    /** Sums of decimals. */
    private static final double ROUNDING = 1e-6;

    private StormRules() {}

    /**
     * Gives each worker of the topology its executors; workers that have them already are not touched.
     *
     * @throws RuntimeException of {@link Cluster#assign} if a slot is another topology's
     */
    static void apply(TopologyDetails topology, Cluster cluster, Map<ExecutorDetails, WorkerSlot> placement) {
        Map<WorkerSlot, Set<ExecutorDetails>> wanted = PlacementProblem.bySlot(placement);
        Map<WorkerSlot, Set<ExecutorDetails>> present = new HashMap<>();
        cluster.getAssignmentById(topology.getId())
                .getSlotToExecutors()
                .forEach((slot, executors) -> present.put(slot, Set.copyOf(executors)));
        present.forEach((slot, executors) -> {
            if (!executors.equals(wanted.get(slot))) {
                cluster.freeSlot(slot);
            }
        });
        wanted.forEach((slot, executors) -> {
            if (!executors.equals(present.get(slot))) {
                cluster.assign(slot, topology.getId(), executors);
            }
        });
    }

    /**
     * Returns which rule the changed cluster breaks.
     *
     * @param before the cluster as Storm's own scheduler left it; what it overloads already may stay so
     */
    static Optional<String> broken(TopologyDetails topology, Cluster before, Cluster after) {
        Map<ExecutorDetails, WorkerSlot> placed =
                after.getAssignmentById(topology.getId()).getExecutorToSlot();
        if (!placed.keySet().equals(topology.getExecutors())) {
            return Optional.of("executors are missing");
        }
        int workers = before.getAssignedNumWorkers(topology);
        if (after.getAssignedNumWorkers(topology) != workers) {
            return Optional.of("it would have " + after.getAssignedNumWorkers(topology) + " workers, not " + workers);
        }
        Set<WorkerSlot> slots = new HashSet<>(placed.values());
        slots.removeAll(before.getUsedSlotsByTopologyId(topology.getId()));
        for (WorkerSlot slot : slots) {
            SupervisorDetails supervisor = before.getSupervisorById(slot.getNodeId());
            if (supervisor == null
                    || before.isBlackListed(slot.getNodeId())
                    || !supervisor.getAllPorts().contains(slot.getPort())
                    || before.isSlotOccupied(slot)) {
                return Optional.of("slot " + slot.getId() + " is not free");
            }
        }
        Optional<String> overloaded = overloadedNode(before, after);
        return overloaded.isPresent() ? overloaded : overloadedWorker(topology, before, after);
    }

    private static Optional<String> overloadedNode(Cluster before, Cluster after) {
        for (SupervisorDetails supervisor : after.getSupervisors().values()) {
            String id = supervisor.getId();
            double cpu = after.getScheduledCpuForNode(id);
            double mostCpu = Math.max(supervisor.getTotalCpu(), before.getScheduledCpuForNode(id));
            double memory = after.getScheduledMemoryForNode(id);
            double mostMemory = Math.max(supervisor.getTotalMemory(), before.getScheduledMemoryForNode(id));
            if (cpu > mostCpu + ROUNDING) {
                return Optional.of("supervisor " + id + " would need " + cpu + " % of CPU, and has " + mostCpu);
            }
            if (memory > mostMemory + ROUNDING) {
                return Optional.of("supervisor " + id + " would need " + memory + " MB, and has " + mostMemory);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> overloadedWorker(TopologyDetails topology, Cluster before, Cluster after) {
        Double most = topology.getTopologyWorkerMaxHeapSize();
        if (most == null) {
            return Optional.empty();
        }
        double heap = fullestHeap(topology, after.getAssignmentById(topology.getId()));
        double allowed = Math.max(most, fullestHeap(topology, before.getAssignmentById(topology.getId())));
        return heap > allowed + ROUNDING
                ? Optional.of("a worker would need a heap of " + heap + " MB, and may have " + allowed)
                : Optional.empty();
    }

    private static double fullestHeap(TopologyDetails topology, SchedulerAssignment assignment) {
        return assignment.getSlotToExecutors().values().stream()
                .mapToDouble(executors -> heap(topology, executors))
                .max()
                .orElse(0);
    }

    private static double heap(TopologyDetails topology, Collection<ExecutorDetails> executors) {
        return executors.stream()
                .map(topology::getOnHeapMemoryRequirement)
                .filter(java.util.Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sum();
    }
}
