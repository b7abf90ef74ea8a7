// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.controller.placement.Distances;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.controller.placement.Placer.NoRoomException;
import io.millrace.cluster.controller.placement.RegionRules;
import io.millrace.cluster.controller.placement.Slots;
import io.millrace.cluster.controller.rebalance.TrafficSource.Traffic;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.worker.ChannelRegions;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.explain.Explanation;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingException;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.SchedulingOptions.Quality;
import io.millrace.scheduler.reschedule.MoveLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plans a better placement of a running topology's tasks; pure. */
public final class RebalancePlanner {

    /** The algorithm that starts from the running assignment and moves only tasks whose move pays. */
    private static final String WARM = "multilevel";

    private RebalancePlanner() {}

    public static RebalancePlan plan(
            TopologyView topology,
            Topology components,
            RebalanceRequest request,
            Traffic traffic,
            ClusterView view,
            Distances distances) {
        return plan(topology, components, request, traffic, view, distances, Bounds.NONE);
    }

    /**
     * What a plan may take and change.
     *
     * @param mostMoves maximum of tasks that change their worker; the moves with the largest gain are kept
     * @param decidesNear whether near regions are decided anew
     */
    record Bounds(Quality quality, int mostMoves, boolean decidesNear) {
        private static final Bounds NONE = new Bounds(Quality.FULL, Integer.MAX_VALUE, true);
    }

    static RebalancePlan plan(
            TopologyView topology,
            Topology components,
            RebalanceRequest request,
            Traffic traffic,
            ClusterView view,
            Distances distances,
            Bounds bounds) {
        AssignmentRecord running = topology.assignment().value();
        SchedulingAlgorithm algorithm = limited(algorithm(request), bounds.quality(), bounds.mostMoves());
        ExecutorChange executors = ExecutorChange.of(topology.record().name(), components, running, request);
        Topology after = executors.after();
        TaskPlan tasks = new TaskPlan(after);
        // The measurements are of tasks with other numbers
        Traffic weights = executors.rescales()
                ? new Traffic(Placer.edges(after), Map.of(), false)
                : traffic.among(tasks.taskCount());
        int workers = request.workers() == 0 ? running.workers().size() : request.workers();
        if (workers > tasks.taskCount()) {
            throw refused("-w is " + workers + ", but the topology has " + tasks.taskCount()
                    + " tasks, and a worker has at least one");
        }
        Config config = Config.of(topology.record().config());
        RegionRules rules = new RegionRules(after, config);
        List<String> apart = rules.apart(view);
        if (apart.size() > workers) {
            throw refused("components must run in " + String.join(" and in ", apart) + ", so " + workers
                    + (workers == 1 ? " worker is" : " workers are") + " too few: give -w " + apart.size()
                    + " or more");
        }
        Slotting slotting =
                new Slotting(executors.rescales() ? executors.renumbered(running.workers()) : running.workers());
        Problem problem;
        try {
            problem =
                    problem(topology, after, workers, weights, view, slotting, request.keepsPlaces(), rules, distances);
        } catch (NoRoomException e) {
            throw refused("cannot be placed: " + e.getMessage());
        }
        // Other algorithms do not start from the running assignment, and a changed number of workers is applied in any
        // case
        boolean afresh = executors.rescales()
                || workers != running.workers().size()
                || !algorithm.name().equals(WARM);
        Explanation explanation;
        try {
            long seed = config.get(TopologyKeys.SEED);
            Assignment answer;
            if (request.keepsPlaces()) {
                refuseIfNodesAreGone(running, view);
                answer = new Assignment(
                        problem.name(), tasks.tasks().stream().map(slotting::of).toList());
            } else if (afresh) {
                answer =
                        slotting.keepSlots(algorithm.schedule(problem.withPrevious(List.of()), seed), slotsOf(problem));
            } else {
                answer = algorithm.schedule(problem, seed);
            }
            explanation = Explanation.of(
                    executors.rescales() ? problem.withPrevious(List.of()) : problem, algorithm.name(), seed, answer);
        } catch (SchedulingException e) {
            throw refused("cannot be placed: " + e.getMessage());
        }
        NearChange near = bounds.decidesNear() && !request.keepsPlaces()
                ? NearChange.of(
                        ChannelRegions.of(config, TaskPlan.withDormant(after).taskCount(), running.near()),
                        nodes(explanation.assignment(), running.joined()),
                        distances)
                : NearChange.none(running.near());
        return RebalancePlan.of(topology, executors, near, explanation, slotting, weights.isMeasured(), view);
    }

    private static Set<String> nodes(Assignment next, List<WorkerPlan> joined) {
        return Stream.concat(
                        next.placements().stream().map(Placement::node),
                        joined.stream().map(WorkerPlan::node))
                .collect(Collectors.toSet());
    }

    private static SchedulingAlgorithm algorithm(RebalanceRequest request) {
        try {
            return Algorithms.byName(request.algorithm() == null ? WARM : request.algorithm());
        } catch (SchedulingException e) {
            throw refused(e.getMessage());
        }
    }

    private static SchedulingAlgorithm limited(SchedulingAlgorithm algorithm, Quality quality, int mostMoves) {
        return new SchedulingAlgorithm() {
            @Override
            public String name() {
                return algorithm.name();
            }

            @Override
            public Assignment schedule(Problem problem, SchedulingOptions options) {
                return MoveLimit.atMost(problem, algorithm.schedule(problem, options.withQuality(quality)), mostMoves);
            }
        };
    }

    /** Refuses a plan while nodes are gone, on which new workers could not start. */
    private static void refuseIfNodesAreGone(AssignmentRecord running, ClusterView view) {
        running.workers().stream()
                .map(WorkerPlan::node)
                .filter(node -> !view.supervisors().containsKey(node))
                .findFirst()
                .ifPresent(node -> {
                    throw refused("-e leaves tasks where they are, but the supervisor of node " + node
                            + " is gone: start it again, wait until its workers were moved, or add --algorithm");
                });
    }

    private static Problem problem(
            TopologyView topology,
            Topology components,
            int workers,
            Traffic traffic,
            ClusterView view,
            Slotting slotting,
            boolean keepsPlaces,
            RegionRules rules,
            Distances distances) {
        String id = topology.record().id();
        ProblemBuilder builder = Problem.builder(id).topology(id, workers);
        SortedMap<String, Integer> slots = new TreeMap<>();
        Slots.free(view).forEach((node, left) -> {
            int usable = view.isDrained(node) && !keepsPlaces ? 0 : left + slotting.workersOn(node);
            if (usable > 0) {
                slots.put(node, usable);
            }
        });
        distances.addTo(builder, slots);
        List<SupervisorRecord> nodes =
                slots.keySet().stream().map(view.supervisors()::get).toList();
        int task = 0;
        for (ComponentSpec spec : components.components()) {
            Constraints where = rules.constraints(spec.id(), nodes);
            for (int i = 0; i < spec.tasks(); i++) {
                task++;
                builder.task(id, spec.id(), traffic.load().getOrDefault(task, 1L), where);
                builder.running(task - 1, slotting.of(task));
            }
        }
        traffic.messagesPerSecond()
                .forEach((pair, messages) -> builder.edge(pair.source() - 1, pair.target() - 1, messages));
        return builder.build();
    }

    private static Map<String, Integer> slotsOf(Problem problem) {
        Map<String, Integer> slots = new HashMap<>();
        problem.nodes().forEach(node -> slots.put(node.id(), node.slots()));
        return slots;
    }

    static ClusterException refused(String message) {
        return new ClusterException(Reason.REFUSED, message);
    }

    /** The slot numbers of running workers, as the scheduler counts them. */
    static final class Slotting {

        private final Map<Integer, Placement> placeOfTask = new HashMap<>();
        private final Map<Placement, WorkerPlan> workerAt = new HashMap<>();
        private final Map<String, Integer> onNode = new HashMap<>();

        Slotting(List<WorkerPlan> running) {
            for (WorkerPlan plan : running) {
                int slot = onNode.merge(plan.node(), 1, Integer::sum) - 1;
                Placement place = new Placement(plan.node(), slot);
                workerAt.put(place, plan);
                plan.tasks().forEach(task -> placeOfTask.put(task, place));
            }
        }

        Placement of(int task) {
            return placeOfTask.get(task);
        }

        int workersOn(String node) {
            return onNode.getOrDefault(node, 0);
        }

        /** Returns the worker that runs at a place, or null. */
        WorkerPlan at(Placement place) {
            return workerAt.get(place);
        }

        /** Renumbers the slots of an answer so that as many tasks as possible stay in their workers. */
        Assignment keepSlots(Assignment answer, Map<String, Integer> slots) {
            Map<Placement, Map<Placement, Integer>> common = new HashMap<>();
            List<Placement> places = answer.placements();
            for (int i = 0; i < places.size(); i++) {
                Placement before = placeOfTask.get(i + 1);
                if (before != null && before.node().equals(places.get(i).node())) {
                    common.computeIfAbsent(places.get(i), none -> new HashMap<>())
                            .merge(before, 1, Integer::sum);
                }
            }
            Map<Placement, Placement> renumbered = new HashMap<>();
            common.entrySet().stream()
                    .flatMap(entry -> entry.getValue().entrySet().stream()
                            .map(shared -> new Overlap(entry.getKey(), shared.getKey(), shared.getValue())))
                    .sorted(Overlap.LARGEST_FIRST)
                    .forEach(overlap -> {
                        if (!renumbered.containsValue(overlap.now())) {
                            renumbered.putIfAbsent(overlap.answered(), overlap.now());
                        }
                    });
            List<Placement> kept = new ArrayList<>();
            for (Placement place : places) {
                if (!renumbered.containsKey(place)) {
                    renumbered.put(place, firstFree(place.node(), slots, renumbered));
                }
                kept.add(renumbered.get(place));
            }
            return new Assignment(answer.instance(), kept);
        }

        private static Placement firstFree(
                String node, Map<String, Integer> slots, Map<Placement, Placement> renumbered) {
            for (int slot = 0; slot < slots.get(node); slot++) {
                Placement place = new Placement(node, slot);
                if (!renumbered.containsValue(place)) {
                    return place;
                }
            }
            throw new IllegalStateException("more workers on " + node + " than slots");
        }
    }

    /** The common tasks of a worker of the answer and a running worker on the same node. */
    private record Overlap(Placement answered, Placement now, int tasks) {
        private static final java.util.Comparator<Overlap> LARGEST_FIRST = java.util.Comparator.comparingInt(
                        (Overlap overlap) -> -overlap.tasks())
                .thenComparing(overlap -> overlap.answered().toString())
                .thenComparing(overlap -> overlap.now().toString());
    }
}
