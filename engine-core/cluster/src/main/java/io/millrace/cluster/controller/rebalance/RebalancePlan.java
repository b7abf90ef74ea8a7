// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.config.Config;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceReport.Cost;
import io.millrace.api.rebalance.RebalanceReport.Figures;
import io.millrace.api.rebalance.RebalanceReport.Move;
import io.millrace.api.rebalance.RebalanceReport.Place;
import io.millrace.api.rebalance.RebalanceReport.Spread;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.model.Adjustments;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceRecord.Moves;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.snapshot.SnapshotSettings;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.explain.Explanation;
import io.millrace.scheduler.model.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A planned rebalance.
 *
 * @param moves the workers that stay, start and end; staying workers are unchanged
 * @param after the decisions that hold after it; without numbers of tasks if they do not change
 */
public record RebalancePlan(Moves moves, Adjustments after, RebalanceReport report) {

    private static final double PERCENT = 100;

    /** Returns the assignment that starts the rebalance. */
    public AssignmentRecord begin(AssignmentRecord running) {
        return RebalanceProtocol.begin(running, moves, after);
    }

    static RebalancePlan of(
            TopologyView topology,
            ExecutorChange executors,
            NearChange near,
            Explanation explanation,
            RebalancePlanner.Slotting slotting,
            boolean isMeasured,
            ClusterView view) {
        AssignmentRecord running = topology.assignment().value();
        TaskPlan tasks = new TaskPlan(executors.after());
        Map<Placement, List<Integer>> tasksAt = new LinkedHashMap<>();
        for (int task : tasks.tasks()) {
            tasksAt.computeIfAbsent(explanation.assignment().of(task - 1), none -> new ArrayList<>())
                    .add(task);
        }
        Map<String, Long> onNode =
                tasksAt.keySet().stream().collect(Collectors.groupingBy(Placement::node, Collectors.counting()));
        boolean spansNodes = onNode.size() > 1;
        boolean haveTransports = AssignmentRecord.haveTransports(
                running.workers(), topology.record().config());
        Config config = Config.of(topology.record().config());
        List<WorkerPlan> next = new ArrayList<>();
        List<String> fresh = new ArrayList<>();
        List<String> regrouping = new ArrayList<>();
        int names = running.lastName();
        for (Map.Entry<Placement, List<Integer>> entry : tasksAt.entrySet()) {
            WorkerPlan now = slotting.at(entry.getKey());
            if (now != null
                    && now.tasks().equals(entry.getValue())
                    && !executors.rescales()
                    && (!spansNodes || haveTransports)) {
                next.add(now);
                if (executors.touches(now) || near.touches(now)) {
                    regrouping.add(now.worker());
                }
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
        Moves moves = new Moves(List.copyOf(next), List.copyOf(fresh), leaving, regrouping);
        return new RebalancePlan(
                moves,
                new Adjustments(executors.parallelism(), executors.tasks(), near.after()),
                report(topology, tasks, executors, near, explanation, isMeasured, moves));
    }

    private static RebalanceReport report(
            TopologyView topology,
            TaskPlan tasks,
            ExecutorChange executors,
            NearChange near,
            Explanation explanation,
            boolean isMeasured,
            Moves workers) {
        List<WorkerPlan> next = workers.next();
        List<String> fresh = workers.fresh();
        List<WorkerPlan> leaving = workers.leaving();
        List<String> regrouping = workers.regrouping();
        List<WorkerPlan> running = topology.assignment().value().workers();
        Map<Integer, String> before =
                AssignmentRecord.workerOfTask(executors.rescales() ? executors.renumbered(running) : running);
        Map<Integer, String> after = AssignmentRecord.workerOfTask(next);
        List<Move> moves = explanation.moves().stream()
                .map(move -> new Move(
                        move.task() + 1,
                        tasks.componentOf(move.task() + 1),
                        before.get(move.task() + 1),
                        after.get(move.task() + 1),
                        move.text()))
                .toList();
        Set<Integer> moved = moves.stream().map(Move::task).collect(Collectors.toSet());
        List<Integer> restarts = tasks.tasks().stream()
                .filter(task -> !moved.contains(task)
                        && before.containsKey(task)
                        && !before.get(task).equals(after.get(task)))
                .toList();
        Evaluation now = explanation.before().orElse(explanation.after());
        double gain = now.hopCost() == 0
                ? 0
                : PERCENT * (now.hopCost() - explanation.after().hopCost()) / now.hopCost();
        List<Place> starting = places(
                next.stream().filter(plan -> fresh.contains(plan.worker())).toList());
        List<Spread> spreads = executors.spreads(topology.assignment().value().workers(), next);
        Cost cost = new Cost(starting.size(), leaving.size(), moves.size(), restarts.size());
        List<String> reasons = new ArrayList<>(executors.remarks(spreads));
        if (!isMeasured) {
            reasons.add("no traffic was measured yet: all connected pairs of tasks have the same weight");
        }
        reasons.addAll(near.remarks());
        boolean keepsStates =
                SnapshotSettings.of(Config.of(topology.record().config())).enabled();
        if (!regrouping.isEmpty()) {
            reasons.add(regrouped(regrouping, keepsStates));
        }
        if (!fresh.isEmpty() || !leaving.isEmpty()) {
            reasons.addAll(gainAndCost(figures(now), figures(explanation.after()), gain, cost, keepsStates));
        } else if (regrouping.isEmpty()) {
            reasons.add(
                    executors.isAllThatWasAsked()
                            ? "the executors of all workers stay the same, so none restarts; -e alone moves no task"
                            : "no move pays: no other placement costs enough less");
        }
        return new RebalanceReport(
                topology.record().name(),
                0,
                new RebalanceReport.Placement(
                        explanation.algorithm(), isMeasured, figures(now), figures(explanation.after())),
                new RebalanceReport.Tasks(moves, restarts),
                new RebalanceReport.Workers(
                        starting,
                        places(leaving),
                        places(next.stream()
                                .filter(plan -> !fresh.contains(plan.worker()) && !regrouping.contains(plan.worker()))
                                .toList()),
                        places(next.stream()
                                .filter(plan -> regrouping.contains(plan.worker()))
                                .toList())),
                spreads,
                new RebalanceReport.Judgement(cost, gain, List.copyOf(reasons)));
    }

    private static String regrouped(List<String> workers, boolean keepsStates) {
        return String.join(", ", workers)
                + (workers.size() == 1
                        ? " forms its executors anew in its process"
                        : " form their executors anew in their processes")
                + ": all tasks there open again, and "
                + (keepsStates ? "keep their states" : "lose their state in memory")
                + "; all spouts pause from "
                + (keepsStates ? "a snapshot" : "the draining of tuples in flight")
                + " until then";
    }

    private static List<String> gainAndCost(Figures now, Figures then, double gain, Cost cost, boolean keepsStates) {
        return List.of(
                String.format(
                        Locale.ROOT,
                        "gain: hops cost %.1f %% %s, %.0f us per second instead of %.0f",
                        Math.abs(gain),
                        gain >= 0 ? "less" : "more",
                        then.hopMicrosPerSecond(),
                        now.hopMicrosPerSecond()),
                "cost: " + counted(cost.tasksMoving(), "task moves", "tasks move") + " and "
                        + counted(cost.tasksRestarting(), "other restarts", "others restart")
                        + " in a new process and "
                        + (keepsStates ? "take their states from a snapshot; " : "lose their state in memory; ")
                        + counted(cost.workersStarting(), "worker starts", "workers start") + " and "
                        + counted(cost.workersEnding(), "ends", "end")
                        + "; all spouts pause from "
                        + (keepsStates ? "that snapshot" : "the draining of tuples in flight")
                        + " until the new workers have opened their components");
    }

    private static String counted(int count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    private static Figures figures(Evaluation figures) {
        return new Figures(
                figures.traffic().total(),
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
}
