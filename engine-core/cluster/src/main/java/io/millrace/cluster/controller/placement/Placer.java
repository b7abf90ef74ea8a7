// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.runtime.plan.TaskPair;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.plan.TrafficEstimate;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Places topologies with the scheduling algorithm that they name. Pure, except for requests of round trips. */
public final class Placer {

    /** A topology cannot be placed now. The message says why, and names the remedy. */
    public static final class NoRoomException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public NoRoomException(String message) {
            super(message);
        }
    }

    /** The number of pairs of tasks above which the algorithm gets no traffic. */
    private static final int MOST_EDGES = 100_000;

    /** The scale of the mean task weight and of the largest traffic of a pair, as the scheduler uses integers. */
    private static final double SCALE = 1_000;

    private final Function<ClusterView, RegionMatrix> roundTrips;

    /** @param roundTrips returns the round trips between the regions of a view's nodes */
    public Placer(Function<ClusterView, RegionMatrix> roundTrips) {
        this.roundTrips = roundTrips;
    }

    /** Returns the first assignment of a topology. */
    public AssignmentRecord place(TopologyRecord record, Topology topology, ClusterView view) {
        SortedMap<String, Integer> free = Slots.free(view);
        int slots = free.values().stream().mapToInt(Integer::intValue).sum();
        if (view.supervisors().isEmpty()) {
            throw new NoRoomException("waits: no supervisor is up; start one with 'millrace supervisor'");
        }
        if (slots == 0) {
            throw new NoRoomException("waits for a slot: "
                    + (view.drains().isEmpty()
                            ? "all "
                                    + Slots.used(view).values().stream()
                                            .mapToInt(Integer::intValue)
                                            .sum()
                                    + " slots are used"
                            : "all slots are used or on drained nodes")
                    + "; " + Slots.remedy(view));
        }
        Config config = Config.of(record.config());
        TaskPlan plan = new TaskPlan(topology);
        int workers = Math.min(Math.min(config.get(TopologyKeys.WORKERS), slots), plan.taskCount());
        ProblemBuilder builder = Problem.builder(record.id()).topology(record.id(), workers);
        free.values().removeIf(left -> left == 0);
        Distances distances = Distances.of(view, roundTrips.apply(view));
        distances.addTo(builder, free);
        describe(topology, plan, record.id(), constraints(topology, config, free.keySet(), view), builder);
        Assignment assignment;
        try {
            SchedulingAlgorithm algorithm = Algorithms.byName(config.get(TopologyKeys.SCHEDULER_ALGORITHM));
            assignment = new RequestedWorkers(algorithm, builder.build(), config.get(TopologyKeys.SEED)).assignment();
        } catch (SchedulingException e) {
            throw new NoRoomException("cannot be placed: " + e.getMessage());
        }
        return named(record, config, plan, assignment, view).withNear(distances.near());
    }

    /**
     * Moves workers off lost nodes, each to the node with the most free slots in the regions of its components, as many
     * as have room. Other workers stay.
     *
     * @param topology the topology with its present numbers of tasks
     * @param lost the names of the lost workers
     */
    public AssignmentRecord move(
            TopologyRecord record, Topology topology, AssignmentRecord running, Set<String> lost, ClusterView view) {
        Config config = Config.of(record.config());
        RegionRules rules = new RegionRules(topology, config);
        List<WorkerPlan> moving = running.workers().stream()
                .filter(plan -> lost.contains(plan.worker()))
                .toList();
        Map<String, String> homes = rules.homes(moving, view);
        if (homes.isEmpty()) {
            throw new NoRoomException(moving.stream()
                            .map(plan -> plan.worker() + " of lost node " + plan.node())
                            .collect(Collectors.joining(", "))
                    + (moving.size() == 1 ? " waits" : " wait") + " for a slot on another node"
                    + rules.only(moving) + ": " + Slots.remedy(view) + ", or start the lost node again");
        }
        return running.with(running.workers().stream()
                .map(plan -> homes.containsKey(plan.worker())
                        ? plan.on(homes.get(plan.worker()), executors(config, homes.get(plan.worker()), 1, view))
                        : plan)
                .toList());
    }

    /** Returns the constraints of components on these nodes, by component. */
    private static Map<String, Constraints> constraints(
            Topology topology, Config config, Set<String> nodes, ClusterView view) {
        RegionRules rules = new RegionRules(topology, config);
        List<SupervisorRecord> records =
                nodes.stream().map(view.supervisors()::get).toList();
        return topology.components().stream()
                .collect(Collectors.toMap(ComponentSpec::id, spec -> rules.constraints(spec.id(), records)));
    }

    /** Adds the topology's tasks with estimated weights and traffic. */
    private static void describe(
            Topology topology, TaskPlan plan, String id, Map<String, Constraints> where, ProblemBuilder builder) {
        Map<TaskPair, Long> edges = edges(topology);
        if (edges.isEmpty()) {
            plan.tasks()
                    .forEach(task -> builder.task(id, plan.componentOf(task), 1, where.get(plan.componentOf(task))));
            return;
        }
        TrafficEstimate estimate = TrafficEstimate.of(topology);
        for (int task : plan.tasks()) {
            String component = plan.componentOf(task);
            builder.task(id, component, Math.round(SCALE * estimate.weight(task)), where.get(component));
        }
        edges.forEach((pair, messages) -> builder.edge(pair.source() - 1, pair.target() - 1, messages));
    }

    /** Returns the estimated traffic between tasks relative to the busiest pair; empty if there are too many pairs. */
    public static Map<TaskPair, Long> edges(Topology topology) {
        if (TrafficEstimate.pairs(topology) > MOST_EDGES) {
            return Map.of();
        }
        Map<TaskPair, Double> estimate = TrafficEstimate.of(topology).messages();
        double busiest = estimate.values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        double most = busiest > 0 ? busiest : 1;
        Map<TaskPair, Long> edges =
                new TreeMap<>(Comparator.comparingInt(TaskPair::source).thenComparingInt(TaskPair::target));
        estimate.forEach((pair, messages) -> edges.put(pair, (long) Math.ceil(SCALE * messages / most)));
        return edges;
    }

    private static AssignmentRecord named(
            TopologyRecord record, Config config, TaskPlan plan, Assignment assignment, ClusterView view) {
        // The workers are in the order of their first tasks, so that w1 has the first task.
        Map<Placement, List<Integer>> tasksOf = new LinkedHashMap<>();
        for (int task : plan.tasks()) {
            tasksOf.computeIfAbsent(assignment.of(task - 1), place -> new ArrayList<>())
                    .add(task);
        }
        Map<String, Long> onNode =
                tasksOf.keySet().stream().collect(Collectors.groupingBy(Placement::node, Collectors.counting()));
        List<WorkerPlan> workers = new ArrayList<>();
        tasksOf.forEach((place, tasks) -> workers.add(new WorkerPlan(
                "w" + (workers.size() + 1),
                place.node(),
                executors(config, place.node(), onNode.get(place.node()), view),
                List.copyOf(tasks))));
        return new AssignmentRecord(record.id(), 1, List.copyOf(workers));
    }

    /** Returns the number of executors of a worker on a node with this many of the topology's workers. */
    public static int executors(Config config, String node, long workersOnNode, ClusterView view) {
        int wanted = config.get(TopologyKeys.EXECUTORS);
        if (wanted > 0) {
            return wanted;
        }
        int cores = Optional.ofNullable(view.supervisors().get(node))
                .map(supervisor -> supervisor.cores())
                .orElse(1);
        return (int) Math.max(1, cores / workersOnNode);
    }
}
