package io.millrace.cluster.controller;

import io.millrace.api.Config;
import io.millrace.api.Topology;
import io.millrace.cluster.client.RebalanceReport;
import io.millrace.cluster.client.RebalanceReport.Figures;
import io.millrace.cluster.client.RebalanceReport.Move;
import io.millrace.cluster.client.RebalanceReport.Place;
import io.millrace.cluster.registry.AssignmentRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.WorkerPlan;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.scheduler.Evaluation;
import io.millrace.scheduler.Explanation;
import io.millrace.scheduler.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A rebalance that was worked out: which workers go on, which are new, which end.
 *
 * @param next all workers that there are when it is done; those that go on are as they were
 * @param fresh names of those that are new
 * @param leaving those that end
 */
record RebalancePlan(List<WorkerPlan> next, List<String> fresh, List<WorkerPlan> leaving, RebalanceReport report) {

    private static final double PERCENT = 100;

    /** The assignment with which it begins. */
    AssignmentRecord begin(AssignmentRecord running) {
        return Rebalancing.begin(running, next, fresh, leaving);
    }

    static RebalancePlan of(
            TopologyView topology,
            Topology components,
            Explanation explanation,
            RebalancePlanner.Slotting slotting,
            boolean isMeasured,
            ClusterView view) {
        AssignmentRecord running = topology.assignment().value();
        TaskPlan tasks = new TaskPlan(components);
        Map<Placement, List<Integer>> tasksAt = new LinkedHashMap<>();
        for (int task : tasks.tasks()) {
            tasksAt.computeIfAbsent(explanation.assignment().of(task - 1), none -> new ArrayList<>())
                    .add(task);
        }
        Map<String, Long> onNode =
                tasksAt.keySet().stream().collect(Collectors.groupingBy(Placement::node, Collectors.counting()));
        boolean spansNodes = onNode.size() > 1;
        Config config = Config.of(topology.record().config());
        List<WorkerPlan> next = new ArrayList<>();
        List<String> fresh = new ArrayList<>();
        int names = running.lastName();
        for (Map.Entry<Placement, List<Integer>> entry : tasksAt.entrySet()) {
            WorkerPlan now = slotting.at(entry.getKey());
            if (now != null
                    && now.tasks().equals(entry.getValue())
                    && (!spansNodes || hasTransport(topology.workers().get(now.worker())))) {
                next.add(now);
                continue;
            }
            String node = entry.getKey().node();
            WorkerPlan made = new WorkerPlan(
                    "w" + ++names,
                    node,
                    Placer.executors(config, node, onNode.get(node), view),
                    List.copyOf(entry.getValue()));
            next.add(made);
            fresh.add(made.worker());
        }
        List<WorkerPlan> leaving =
                running.workers().stream().filter(plan -> !next.contains(plan)).toList();
        RebalanceReport report = report(topology, tasks, explanation, isMeasured, next, fresh, leaving);
        return new RebalancePlan(List.copyOf(next), List.copyOf(fresh), leaving, report);
    }

    /** A worker of a topology that ran on one node has none, and cannot be given one while it runs. */
    private static boolean hasTransport(PeerEndpoint endpoint) {
        return endpoint != null && endpoint.port() != 0;
    }

    private static RebalanceReport report(
            TopologyView topology,
            TaskPlan tasks,
            Explanation explanation,
            boolean isMeasured,
            List<WorkerPlan> next,
            List<String> fresh,
            List<WorkerPlan> leaving) {
        Map<Integer, String> before = workerOfTask(topology.assignment().value().workers());
        Map<Integer, String> after = workerOfTask(next);
        List<Move> moves = explanation.moves().stream()
                .map(move -> new Move(
                        move.task() + 1,
                        tasks.componentOf(move.task() + 1),
                        before.get(move.task() + 1),
                        after.get(move.task() + 1),
                        move.reason().text()))
                .toList();
        Set<Integer> moved = moves.stream().map(Move::task).collect(Collectors.toSet());
        List<Integer> restarts = tasks.tasks().stream()
                .filter(task -> !moved.contains(task) && !before.get(task).equals(after.get(task)))
                .toList();
        Evaluation now = explanation.before().orElse(explanation.after());
        double gain = now.hopCost() == 0
                ? 0
                : PERCENT * (now.hopCost() - explanation.after().hopCost()) / now.hopCost();
        List<Place> starting = places(
                next.stream().filter(plan -> fresh.contains(plan.worker())).toList());
        return new RebalanceReport(
                topology.record().name(),
                0,
                explanation.algorithm(),
                isMeasured,
                figures(now),
                figures(explanation.after()),
                moves,
                restarts,
                starting,
                places(leaving),
                places(next.stream()
                        .filter(plan -> !fresh.contains(plan.worker()))
                        .toList()),
                gain,
                reasons(isMeasured, gain, moves.size(), restarts.size(), starting.size(), leaving.size()));
    }

    private static List<String> reasons(
            boolean isMeasured, double gain, int moves, int restarts, int starting, int leaving) {
        List<String> reasons = new ArrayList<>();
        if (!isMeasured) {
            reasons.add("no traffic was counted yet: every pair of tasks that may talk counts the same");
        }
        if (starting + leaving == 0) {
            reasons.add("nothing is worth moving: no other placement costs so much less that a move pays");
            return reasons;
        }
        reasons.add(String.format(
                java.util.Locale.ROOT, "gain: hops cost %.1f %% %s", Math.abs(gain), gain >= 0 ? "less" : "more"));
        reasons.add("cost: " + starting + " workers start and " + leaving + " end, " + (moves + restarts)
                + " tasks lose what they keep in memory, and all spouts pause from the draining of what is under way"
                + " until the new workers have opened their components");
        return reasons;
    }

    private static Figures figures(Evaluation figures) {
        return new Figures(
                figures.totalTraffic(),
                figures.cutShare(),
                figures.workerShare(),
                figures.hopCost(),
                figures.meanHopMicros(),
                figures.cpuImbalance(),
                figures.workerImbalance(),
                figures.workersUsed());
    }

    private static List<Place> places(List<WorkerPlan> plans) {
        return plans.stream()
                .map(plan -> new Place(plan.worker(), plan.node(), plan.tasks()))
                .toList();
    }

    private static Map<Integer, String> workerOfTask(List<WorkerPlan> plans) {
        Map<Integer, String> workerOfTask = new HashMap<>();
        plans.forEach(plan -> plan.tasks().forEach(task -> workerOfTask.put(task, plan.worker())));
        return workerOfTask;
    }
}
