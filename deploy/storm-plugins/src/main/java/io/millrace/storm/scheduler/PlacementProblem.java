// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.scheduler;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.RegionRtt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;

/**
 * One topology as a problem of the engine's scheduler. A task of it is an executor, a node is a slot, which is a worker
 * of its own, and a region is a supervisor: Storm says how many workers a topology has, so what is to be decided is
 * what runs in each, and each gets its share of the load. Slots of the topology and free ones may be used.
 *
 * <p>Costs keep the engine's ratios of hops within a worker, between workers of a node, and between nodes. Between its
 * nodes the engine's hop is {@value #ENGINE_HOP_RATIO} times that between workers, so regions are that much farther.
 */
final class PlacementProblem {
    private static final double ENGINE_HOP_RATIO = 50;
    private static final double BETWEEN_SLOTS_MILLIS = 0.5;
    private static final double BETWEEN_SUPERVISORS_MILLIS = 2 * ENGINE_HOP_RATIO * BETWEEN_SLOTS_MILLIS;

    /** Hundredths of a per cent of a core, Storm's unit of CPU. */
    private static final double WEIGHT_OF_PERCENT = 100;

    /** Thousandths of messages per second. */
    private static final double TRAFFIC_UNIT = 1000;

    private final List<ExecutorDetails> executors;
    private final Map<String, WorkerSlot> slots;
    private final Problem problem;

    private PlacementProblem(List<ExecutorDetails> executors, Map<String, WorkerSlot> slots, Problem problem) {
        this.executors = executors;
        this.slots = slots;
        this.problem = problem;
    }

    /**
     * @param placed where Storm's scheduler has placed every executor of the topology
     */
    static PlacementProblem of(
            TopologyDetails topology, Cluster cluster, Map<ExecutorDetails, WorkerSlot> placed, Traffic traffic) {
        Set<WorkerSlot> used = Set.copyOf(placed.values());
        Map<String, WorkerSlot> slots = slots(cluster, used);
        List<ExecutorDetails> executors = placed.keySet().stream()
                .sorted(Comparator.comparingInt(ExecutorDetails::getStartTask))
                .toList();
        ProblemBuilder builder =
                Problem.builder(topology.getId()).objective(Objective.LATENCY).topology(topology.getId(), used.size());
        Set<String> supervisors = new TreeSet<>();
        slots.forEach((name, slot) -> {
            supervisors.add(slot.getNodeId());
            builder.node(name, 1, Node.UNLIMITED, slot.getNodeId());
        });
        builder.rtt(between(List.copyOf(supervisors)));
        Map<ExecutorDetails, Integer> numbers = new HashMap<>();
        for (ExecutorDetails executor : executors) {
            int number = numbers.size();
            numbers.put(executor, number);
            builder.task(
                    topology.getId(),
                    topology.getComponentFromExecutor(executor),
                    weight(topology, executor),
                    Constraints.NONE);
            builder.running(number, new Placement(name(placed.get(executor)), 0));
        }
        traffic.rates().forEach((pair, rate) -> {
            Integer from = numbers.get(pair.from());
            Integer to = numbers.get(pair.to());
            if (from != null && to != null && !from.equals(to)) {
                builder.edge(from, to, Math.max(1, Math.round(rate * TRAFFIC_UNIT)));
            }
        });
        return new PlacementProblem(executors, slots, builder.build());
    }

    /** The slots of the topology and, per supervisor, as many free ones as it could use. */
    private static Map<String, WorkerSlot> slots(Cluster cluster, Set<WorkerSlot> used) {
        Map<String, WorkerSlot> slots = new TreeMap<>();
        used.forEach(slot -> slots.put(name(slot), slot));
        for (SupervisorDetails supervisor : cluster.getSupervisors().values()) {
            if (!cluster.isBlackListed(supervisor.getId())) {
                cluster.getAvailableSlots(supervisor).stream()
                        .sorted(Comparator.comparingInt(WorkerSlot::getPort))
                        .limit(used.size())
                        .forEach(slot -> slots.put(name(slot), slot));
            }
        }
        return new LinkedHashMap<>(slots);
    }

    private static String name(WorkerSlot slot) {
        return slot.getNodeId() + ":" + slot.getPort();
    }

    private static long weight(TopologyDetails topology, ExecutorDetails executor) {
        Double percent = topology.getTotalCpuReqTask(executor);
        return percent == null ? 1 : Math.max(1, Math.round(percent * WEIGHT_OF_PERCENT));
    }

    private static RegionRtt between(List<String> supervisors) {
        List<List<Double>> millis = new ArrayList<>();
        for (int from = 0; from < supervisors.size(); from++) {
            List<Double> row = new ArrayList<>();
            for (int to = 0; to < supervisors.size(); to++) {
                row.add(from == to ? 0.0 : BETWEEN_SUPERVISORS_MILLIS);
            }
            millis.add(row);
        }
        return new RegionRtt(supervisors, millis);
    }

    Problem problem() {
        return problem;
    }

    /** Returns how many workers the topology has, before and after. */
    int workers() {
        return problem.topologies().get(0).workers();
    }

    /** Returns an answer in Storm's words. */
    Map<ExecutorDetails, WorkerSlot> placement(Assignment answer) {
        Map<ExecutorDetails, WorkerSlot> placement = new HashMap<>();
        for (int task = 0; task < executors.size(); task++) {
            placement.put(executors.get(task), slots.get(answer.of(task).node()));
        }
        return placement;
    }

    /** Returns the executors of each slot that has some. */
    static Map<WorkerSlot, Set<ExecutorDetails>> bySlot(Map<ExecutorDetails, WorkerSlot> placement) {
        return placement.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue, Collectors.mapping(Map.Entry::getKey, Collectors.toSet())));
    }
}
